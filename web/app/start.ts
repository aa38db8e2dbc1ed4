/** What runs behind the screens: sync with the server and, in a built app, the service worker. */
import { isCancellation } from '#api/query-client.ts';
import { db } from '#data/db.ts';
import { isOutOfRoom } from '#data/room.ts';
import { failureTitles as words } from '#shared/words/product-words.ts';
import { showToast } from '#ui/toasts.ts';
import { untilSettled } from '#ui/use-has-settled.ts';
import { startSync, type RefusedChange } from '#sync/start.ts';

let hasStarted = false;

/** Starts it once, whichever page opens first. It runs until the page is closed. */
export function startApp(): void {
  if (hasStarted) return;
  hasStarted = true;
  const untilDrawn = untilSettled();
  const stopSync = startSync({
    untilDrawn,
    makeFrame: async (clip, frame, maxWidth) =>
      (await import('#media/worker/client.ts')).readFrame(clip, frame, maxWidth),
    onRefused: (problem) => {
      const title = refusalTitle(problem);
      if (title !== null) showToast({ title, description: problem.sentence, tone: 'destructive' });
    },
    onCrash: reportCrash,
  });
  db.succession.whenSuperseded(stopSync);
  untilDrawn
    .then(() => import('./out-of-space.ts'))
    .then(({ followRoom }) => followRoom(reportCrash))
    .catch(reportCrash);
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    import('./app-version.ts')
      .then(({ followVersions }) => followVersions(navigator.serviceWorker))
      .catch((error: unknown) => console.error('Couldn’t save the app for offline use.', error));
  }
}

function reportCrash(error: unknown): void {
  if (isOutOfRoom(error)) void tellOutOfSpace();
  if (!isCancellation(error)) console.error('A background task failed.', error);
}

async function tellOutOfSpace(): Promise<void> {
  (await import('./out-of-space.ts')).tellOutOfSpace();
}

/** The title of the toast when the server refuses an edit; null when only the save state shows it. */
function refusalTitle({ change }: RefusedChange): string | null {
  switch (change.kind) {
    case 'create-project':
      return words.createProject;
    case 'reorder-scenes':
      return words.reorderScenes;
    case 'patch-project':
      return change.patch.isPublic === undefined && change.patch.isIndexable === undefined
        ? words.updateProject
        : words.updateVisibility;
    case 'edit-audio':
    case 'add-character':
    case 'patch-character':
    case 'delete-character':
    case 'restore-character':
      return words.updateProject;
    case 'delete-project':
      return words.deleteProject;
    case 'delete-scene':
      return null;
    case 'patch-texts':
      return words.overlay;
    case 'patch-scene':
      return patchTitle(change.patch);
    default:
      return words.updateScene;
  }
}

function patchTitle(patch: Extract<RefusedChange['change'], { kind: 'patch-scene' }>['patch']): string {
  if (patch.trimStart !== undefined || patch.trimEnd !== undefined) return words.trim;
  return patch.textOverlays === undefined ? words.updateScene : words.overlay;
}
