/** Makes clips of pictures and title cards, as large and as fast as the movie that they are for. */
import { clipStore } from '#data/page-clip-store.ts';
import { readDocument } from '#data/tables/documents.ts';
import { makeStill, type MadeStill } from '#media/still/client.ts';
import { AppError } from '#shared/errors.ts';
import type { StillSettings } from '#shared/movie/still-box.ts';
import { stillShape } from '#shared/movie/still-shape.ts';
import type { CommitDeps } from './enact.ts';
import { refusedEditWords } from './words.ts';

/** @param picture null for a title card, which is its background */
export type Still = { picture: Blob | null; name: string; settings: StillSettings };

/** @throws AppError `not_found` when the project is gone, what `makeStill` throws */
export async function clipOfStill(
  { db, device }: CommitDeps,
  projectId: string,
  still: Still,
  signal?: AbortSignal,
): Promise<MadeStill> {
  const { project, scenes } = await readDocument(db, projectId);
  if (project === null) throw new AppError('not_found', refusedEditWords.noProject);
  const shape = stillShape(project, scenes);
  const like = scenes.find(({ width, height }) => width === shape.width && height === shape.height)?.sha256 ?? null;
  const beside = like === null ? null : await clipStore.read(like);
  return makeStill({ ...still, ...shape, beside, at: device.now() }, signal);
}
