/** The files of this origin, listed by kind, and freed where they can be made again. */
import { filesOf, keepsFiles, openDirectory, removeUnlessHeld } from './files.ts';
import { removeFinishedSaves } from './saved-projects.ts';
import { storedKinds, type StoredKind } from './stored-kinds.ts';

export type StoredFile = { name: string; sizeBytes: number };

const kindNames: readonly StoredKind[] = [
  'clips',
  'movies',
  'savedProjects',
  'scrubCopies',
  'segments',
  'shared',
  'soundShapes',
  'spareRoom',
];

/** None in a private window that keeps no files. */
export async function listStored(): Promise<Record<StoredKind, StoredFile[]>> {
  const found = (await keepsFiles()) ? await Promise.all(kindNames.map(listKind)) : [];
  const [clips = [], movies = [], savedProjects = [], scrubCopies = [], segments = [], ...rest] = found;
  const [shared = [], soundShapes = [], spareRoom = []] = rest;
  return { clips, movies, savedProjects, scrubCopies, segments, shared, soundShapes, spareRoom };
}

/** Removes what can be made again. A file that is being written stays, and so does one that is being downloaded. */
export async function removeRemade(isWanted: (kind: StoredKind, name: string) => boolean): Promise<void> {
  await removeFinishedSaves();
  for (const kind of kindNames.filter((name) => storedKinds[name].isRemade && name !== 'savedProjects')) {
    const folder = await openDirectory([storedKinds[kind].directory], true);
    const names: string[] = [];
    for await (const name of folder.keys()) if (isWanted(kind, name)) names.push(name);
    for (const name of names) await removeUnlessHeld(folder, name);
  }
}

async function listKind(kind: StoredKind): Promise<StoredFile[]> {
  const files: StoredFile[] = [];
  for await (const { name, size } of filesOf(await openDirectory([storedKinds[kind].directory], true)))
    files.push({ name, sizeBytes: size });
  return files;
}
