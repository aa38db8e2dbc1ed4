/** What clips sound like, kept in the origin private file system under the clips' hashes: they are measured once. */
import { openDirectory, readFile, removeFile } from '#opfs/files.ts';
import { storedKinds } from '#opfs/stored-kinds.ts';
import { soundShapeSchema, type SoundShape } from '#shared/sound/sound-shape.ts';

const DIRECTORY = storedKinds.soundShapes.directory;

export type SoundShapeStore = {
  /** Null when it is not here, or can't be read. */
  read(sha256: string): Promise<SoundShape | null>;
  write(sha256: string, shape: SoundShape): Promise<void>;
  /** One that is not there is fine. */
  remove(sha256: string): Promise<void>;
};

export const soundShapeStore: SoundShapeStore = {
  async read(sha256) {
    const directory = await openDirectory([DIRECTORY], true);
    const file = await readFile(directory, sha256);
    if (file === null) return null;
    try {
      return soundShapeSchema.parse(JSON.parse(await file.text()));
    } catch {
      // A tab may have died while it wrote: it is measured again.
      await removeFile(directory, sha256);
      return null;
    }
  },
  async write(sha256, shape) {
    const handle = await (await openDirectory([DIRECTORY], true)).getFileHandle(sha256, { create: true });
    const stream = await handle.createWritable();
    await stream.write(JSON.stringify(shape));
    await stream.close();
  },
  async remove(sha256) {
    await removeFile(await openDirectory([DIRECTORY], true), sha256);
  },
};
