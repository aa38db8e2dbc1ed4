/** What runs beside the screens: sync with the server, and in a built app the service worker. */
import { showToast } from '#ui/toasts.ts';
import { startSync, type Problem } from '#sync/start.ts';

let hasStarted = false;

/** Starts it once, however many doors the app is entered by. It runs until the page is left. */
export function startApp(): void {
  if (hasStarted) return;
  hasStarted = true;
  startSync({
    makeFrame: async (clip, frame, maxWidth) =>
      (await import('#features/scene-board/make-frame.ts')).makeFrame(clip, frame, maxWidth),
    onRefused: (problem) =>
      showToast({ title: refusalTitle(problem), description: problem.sentence, tone: 'destructive' }),
    onCrash: (error) => console.error('Something that runs beside the screens has failed.', error),
  });
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    navigator.serviceWorker
      .register('/sw.js')
      .catch((error: unknown) => console.error('The app could not be kept for offline use.', error));
  }
}

/** The title under which the server's refusal of an edit is told. */
function refusalTitle({ change }: Problem): string {
  switch (change.kind) {
    case 'create-project':
      return 'Error creating project';
    case 'reorder-scenes':
      return 'Error reordering scenes';
    case 'patch-project':
      return change.patch.isPublic === undefined ? 'Error updating project' : 'Error updating visibility';
    case 'delete-project':
      return 'Error deleting project';
    default:
      return 'Error updating scene';
  }
}
