/** Takes files of a person in: onto this device at once, and to the server when it can be reached. */
import { CLIP_DIRECTORY, UNFINISHED_DIRECTORY } from '#data/clip-store.ts';
import type { StoryreelDb } from '#data/db.ts';
import type { Device } from '#data/device.ts';
import { addOwnFile } from '#data/tables/own-files.ts';
import { keptRow } from './read-again.ts';
import { importFile } from '#media/import/client.ts';
import { ownFileKinds, type OwnFile, type OwnFileKind } from '#shared/entities/own-file.ts';

/** A sentence for each file that can't be used, or of which something isn't used here. */
export type TakenIn = { files: OwnFile[]; sentences: string[] };
export type TakeInOptions = {
  onProgress?: (bytes: number, ofBytes: number) => void;
  signal?: AbortSignal;
  /** What is wanted: all kinds, unless said. */
  kinds?: readonly OwnFileKind[];
};

/**
 * One after the other, in their order. A file that can't be used keeps none of the others out: its sentence names it.
 * @throws MediaFailure for what is no file's fault, AppError `storage_full` when its row is not kept, an AbortError
 */
export async function takeInFiles(
  { db, device, userId }: { db: StoryreelDb; device: Device; userId: string },
  files: readonly File[],
  { onProgress, signal, kinds = ownFileKinds }: TakeInOptions = {},
): Promise<TakenIn> {
  const taken: TakenIn = { files: [], sentences: [] };
  const ofBytes = files.reduce((sum, { size }) => sum + size, 0);
  let before = 0;
  for (const file of files) {
    const found = await importFile(
      {
        file,
        finished: CLIP_DIRECTORY,
        unfinished: UNFINISHED_DIRECTORY,
        temporaryName: device.newId(),
        at: device.now(),
        kinds: [...kinds],
      },
      { onProgress: (bytes) => onProgress?.(before + bytes, ofBytes), ...(signal && { signal }) },
    );
    before += file.size;
    onProgress?.(before, ofBytes);
    if (found.ok) taken.files.push(await keepOwnFile(db, userId, found.file));
    const sentence = found.ok ? found.note : found.sentence;
    if (sentence !== null) taken.sentences.push(sentence);
  }
  return taken;
}

/** Its row is read again: without it, nobody would send the file. */
async function keepOwnFile(db: StoryreelDb, userId: string, file: OwnFile): Promise<OwnFile> {
  const read = () => db.ownFiles.get([userId, file.sha256]);
  await keptRow(
    addOwnFile(db, userId, file).then(() => undefined),
    async () => (await read()) !== undefined,
  );
  return (await read())?.file ?? file;
}
