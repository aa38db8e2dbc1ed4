/** What runs beside the screens: sync with the server, and in a built app the service worker. */
import { isCancellation } from '#api/query-client.ts';
import { showToast } from '#ui/toasts.ts';
import { untilSettled } from '#ui/use-has-settled.ts';
import { startSync, type Problem } from '#sync/start.ts';

let hasStarted = false;

/** Starts it once, however many doors the app is entered by. It runs until the page is left. */
export function startApp(): void {
  if (hasStarted) return;
  hasStarted = true;
  startSync({
    untilDrawn: untilSettled(),
    makeFrame: async (clip, frame, maxWidth) =>
      (await import('#features/scene-board/make-frame.ts')).makeFrame(clip, frame, maxWidth),
    readClipFacts: async (clip) => (await import('#features/export/read-clip-facts.ts')).readClipFacts(clip),
    onRefused: (problem) => {
      const title = refusalTitle(problem);
      if (title !== null) showToast({ title, description: problem.sentence, tone: 'destructive' });
    },
    onCrash: (error) => {
      if (!isCancellation(error)) console.error('Something that runs beside the screens has failed.', error);
    },
  });
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    navigator.serviceWorker
      .register('/sw.js')
      .catch((error: unknown) => console.error('The app could not be kept for offline use.', error));
  }
}

/** The title under which the server's refusal of an edit is told; null where the save state alone tells it. */
function refusalTitle({ change }: Problem): string | null {
  switch (change.kind) {
    case 'create-project':
      return 'Error creating project';
    case 'reorder-scenes':
      return 'Error reordering scenes';
    case 'patch-project':
      return change.patch.isPublic === undefined ? 'Error updating project' : 'Error updating visibility';
    case 'delete-project':
      return 'Error deleting project';
    case 'delete-scene':
      return null;
    case 'patch-scene':
      return patchTitle(change.patch);
    default:
      return 'Error updating scene';
  }
}

function patchTitle(patch: Extract<Problem['change'], { kind: 'patch-scene' }>['patch']): string {
  if (patch.trimStart !== undefined || patch.trimEnd !== undefined) return 'Failed to apply trim';
  return patch.textOverlays === undefined ? 'Error updating scene' : 'Failed to save overlay';
}
