import { readProjectLedger } from '#api/queries/spending.ts';
import { db } from '#data/db.ts';
import { browserDevice } from '#data/device.ts';
import { clipStore } from '#data/page-clip-store.ts';
import { theSources } from '#data/sources.ts';
import type { LedgerAttempt } from '#shared/api/spending.ts';
import { MOST_ATTEMPTS } from '#shared/storyreel-file/document.ts';
import { writeProjectFile, type ProjectFile } from '#editor/project-file.ts';

/** The project as a file. Clips that aren't here are fetched, if the server can be reached. */
export function gatherProject(projectId: string): Promise<ProjectFile> {
  const bring = async ({ sha256, url }: { sha256: string; url: string | null }): Promise<Blob | null> => {
    const here = await clipStore.read(sha256);
    if (here !== null || url === null) return here;
    try {
      await theSources().fetchClip({ sha256, url });
    } catch (error) {
      console.warn('A clip can’t be had for the file.', error);
    }
    return clipStore.read(sha256);
  };
  const app = import.meta.env.VITE_VERSION ?? '';
  return writeProjectFile({ db, bring, readLedger, now: browserDevice.now, app }, projectId);
}

/** Nobody's file fails for want of it. */
async function readLedger(projectId: string): Promise<LedgerAttempt[] | null> {
  try {
    return await readProjectLedger(projectId, MOST_ATTEMPTS);
  } catch (error) {
    console.warn('The server doesn’t say what the project cost.', error);
    return null;
  }
}
