/** The movie that an export makes: as it is when it is asked for. */
import type { StoryreelDb } from '#data/db.ts';
import { readDocument } from '#data/tables/documents.ts';
import { NOBODY, openedProject, readOpenedFile } from '#data/tables/opened-file.ts';
import { readCurrentUserId } from '#data/tables/users.ts';
import { MediaFailure } from '#media/failures.ts';
import { AppError } from '#shared/errors.ts';
import { authorName } from '#shared/rules/author-name.ts';
import { moviePlan, type MoviePlan } from '#shared/movie/movie-plan.ts';
import { refusedEditWords } from './words.ts';

/** By the name of its author. @throws AppError `not_found`; MediaFailure `empty-movie` when no scene has a clip */
export async function frozenPlan(db: StoryreelDb, projectId: string): Promise<{ plan: MoviePlan; userId: string }> {
  const { project, scenes } = await readDocument(db, projectId);
  if (!project) return openedPlan(db, projectId);
  const user = await db.users.get(project.userId);
  const plan = moviePlan(project, scenes, authorName(user ?? null));
  if (plan.scenes.length === 0) throw new MediaFailure('empty-movie');
  return { plan, userId: project.userId };
}

/** Of a .storyreel file, which can be exported by anybody. */
async function openedPlan(db: StoryreelDb, projectId: string): Promise<{ plan: MoviePlan; userId: string }> {
  const opened = await readOpenedFile(db);
  if (opened?.id !== projectId) throw new AppError('not_found', refusedEditWords.noProject);
  const { project, scenes } = openedProject(opened);
  const plan = moviePlan(project, scenes);
  if (plan.scenes.length === 0) throw new MediaFailure('empty-movie');
  return { plan, userId: (await readCurrentUserId(db)) ?? NOBODY };
}
