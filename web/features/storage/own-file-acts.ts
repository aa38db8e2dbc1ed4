/** Removes own files. */
import { ApiError } from '#api/errors.ts';
import { giveUpUpload, removeOwnFile } from '#api/uploads.ts';
import { db } from '#data/db.ts';
import { clipStore } from '#data/page-clip-store.ts';
import { noteFreed } from '#data/tables/freed.ts';
import { forgetOwnFile } from '#data/tables/own-files.ts';
import type { OwnFileRow } from '#data/tables/rows.ts';
import type { RemovedFiles } from '#ui/removed-files.ts';

/** One after the other: there first, so that what fails is still told of here. @throws ApiError, OfflineError */
export async function removeOwnFiles(rows: readonly OwnFileRow[]): Promise<RemovedFiles> {
  const { signal } = new AbortController();
  const refusals: string[] = [];
  for (const row of rows) {
    const refusal = row.state === 'sent' ? await refusalOf(removeOwnFile(row.sha256, signal)) : null;
    if (refusal !== null) {
      refusals.push(refusal);
      continue;
    }
    await forgetOwnFile(db, row);
    await clipStore.remove(row.sha256);
    // What the server wouldn't take needs no giving up.
    if (row.state === 'waiting') await giveUpUpload(row.file, signal).catch(passRefusal);
  }
  await noteFreed(db);
  return { removed: rows.length - refusals.length, refusals };
}

/** Why a file is needed; null when it was removed. */
async function refusalOf(removal: Promise<void>): Promise<string | null> {
  try {
    await removal;
    return null;
  } catch (error) {
    if (error instanceof ApiError && error.body?.code === 'invalid_input') return error.body.message;
    throw error;
  }
}

function passRefusal(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
}
