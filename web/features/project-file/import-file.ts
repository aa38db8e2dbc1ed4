/** Imports the opened file, and says how it went. */
import { db } from '#data/db.ts';
import { browserDevice } from '#data/device.ts';
import { readOpenedFile, rememberOpenedFile, type OpenedFileRow } from '#data/tables/opened-file.ts';
import { actions } from '#editor/actions.ts';
import { importAsProject, importOverProject, type ImportDeps } from '#editor/import-opened-file.ts';
import { keptFileTaker } from '#editor/kept-files.ts';
import { showEdited } from '#ui/edited-toast.ts';
import { showFailure, showToast } from '#ui/toasts.ts';
import { importWords as words } from './import-words.ts';

/** `over`: the project that the file came from becomes what the file says. */
export type ImportWay = 'new' | 'over';
/** The edit that replaced a project, to be undone; null where there is none. */
type Done = {
  projectId: string;
  lost: number[];
  silent: number;
  unseen: number;
  undo: (() => Promise<unknown>) | null;
};

/** Answers the project's id; null where it failed, as a notice then says. */
export async function importFile(
  row: OpenedFileRow,
  userId: string,
  { way, onProgress }: { way: ImportWay; onProgress?: (share: number) => void },
): Promise<string | null> {
  try {
    const done = await run(row, userId, { way, ...(onProgress && { onProgress }) });
    const description = [way === 'new' ? words.lost(done) : words.gone(done), words.silent(done), words.unseen(done)]
      .filter((one) => one !== null)
      .join(' ');
    const toast = { title: way === 'new' ? words.imported : words.replaced, ...(description && { description }) };
    if (way === 'over') showEdited(toast, done.undo);
    else showToast(toast);
    return done.projectId;
  } catch (error) {
    showFailure(words.failed, error);
    return null;
  }
}

async function run(
  row: OpenedFileRow,
  userId: string,
  { way, onProgress }: { way: ImportWay; onProgress?: (share: number) => void },
): Promise<Done> {
  const deps: ImportDeps = { db, device: browserDevice, takeIn: keptFileTaker({ db, device: browserDevice }, userId) };
  const options = { ...(onProgress && { onProgress }) };
  if (way === 'new') return { ...(await importAsProject(deps, userId, row, options)), undo: null };
  let done = { projectId: row.document.project.id, lost: new Array<number>(), silent: 0, unseen: 0 };
  const undo = await actions.undoable(row.document.project.id, async () => {
    done = await importOverProject(deps, row, options);
  });
  return { ...done, undo };
}

const IMPORT_LOCK = 'storyreel-import';

/**
 * What somebody wanted before they signed in. One tab does it, and one that was closed meanwhile leaves it to the next
 * page. Answers the new project's id, null where nothing was wanted or it failed.
 */
export async function importWanted(userId: string): Promise<string | null> {
  return navigator.locks.request(IMPORT_LOCK, { ifAvailable: true }, async (lock) => {
    const row = lock === null ? null : await readOpenedFile(db);
    if (row?.isWanted !== true) return null;
    showToast({ title: words.importing });
    const projectId = await importFile(row, userId, { way: 'new' });
    if (projectId === null) await rememberOpenedFile(db, { ...row, isWanted: false });
    return projectId;
  });
}
