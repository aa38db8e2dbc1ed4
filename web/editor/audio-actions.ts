/** The edits of music and voice-overs as screens call them; loaded with the lanes. Like `actions`, each is one transaction. */
import { documentTables } from '#data/tables/documents.ts';
import { audioPatchSchema, movieAudioSchema, type AudioPatch, type MovieAudio } from '#shared/entities/movie-audio.ts';
import type { Project } from '#shared/entities/project.ts';
import { AppError } from '#shared/errors.ts';
import type { z } from 'zod';
import { commit } from './commit.ts';
import { kept } from './read-again.ts';
import { addAudio, deleteAudio, duplicateAudio, muteLane, patchAudio, splitAudio } from './commands/edit-audio.ts';
import { pageDeps, type CommitDeps } from './enact.ts';
import { openDocument } from './open-document.ts';
import { parseInput } from './parse-input.ts';
import type { CommandPlan } from './plan.ts';
import { refusedAudioWords } from './audio-words.ts';

/** A piece without its id, and without what has a usual value. */
export type NewAudio = Omit<z.input<typeof movieAudioSchema>, 'id'>;

/** What of a piece is heard, as `audioSpan` tells. */
type Heard = { passSeconds: number; endSeconds: number };

/** @throws (all of them) AppError `not_found` when the piece is gone, `invalid_input` for what can't be, or the database's error */
export function createAudioActions(deps: CommitDeps) {
  const { db, device } = deps;
  const onProject = (projectId: string, plan: (project: Project) => CommandPlan): Promise<void> =>
    kept(deps, (now) =>
      db.transaction('rw', documentTables(db), async () => {
        const { project } = await openDocument(db, projectId);
        return commit(plan(project), now);
      }),
    );
  const onPiece = (
    projectId: string,
    id: string,
    plan: (project: Project, piece: MovieAudio) => CommandPlan,
  ): Promise<void> => onProject(projectId, (project) => plan(project, pieceOf(project, id)));
  return {
    /** Answers the new piece's id. */
    async add(projectId: string, fields: NewAudio): Promise<string> {
      const id = device.newId();
      await onProject(projectId, (project) => addAudio(project, parseInput(movieAudioSchema, { ...fields, id })));
      return id;
    },
    patch: (projectId: string, id: string, patch: AudioPatch) =>
      onPiece(projectId, id, (project, piece) => {
        const wanted = parseInput(audioPatchSchema, patch);
        parseInput(movieAudioSchema, { ...piece, ...wanted });
        return patchAudio(project, piece, wanted);
      }),
    remove: (projectId: string, id: string) => onPiece(projectId, id, deleteAudio),
    /** Answers the copy's id. */
    async duplicate(projectId: string, id: string, { endSeconds: end }: Heard): Promise<string> {
      const copy = device.newId();
      await onPiece(projectId, id, (project, piece) => duplicateAudio(project, piece, { id: copy, end }));
      return copy;
    },
    /** @param at seconds of the movie */
    split: (projectId: string, id: string, at: number, heard: Heard) =>
      onPiece(projectId, id, (project, piece) =>
        splitAudio(project, piece, { ...heard, at, ids: [device.newId(), device.newId()] }),
      ),
    muteLane: (projectId: string, kind: MovieAudio['kind'], muted: boolean) =>
      onProject(projectId, (project) => muteLane(project, kind, muted)),
  };
}

/** The actions of this page. */
export const audioActions = createAudioActions(pageDeps);

function pieceOf({ audio }: Project, id: string): MovieAudio {
  const piece = audio.find((one) => one.id === id);
  if (!piece) throw new AppError('not_found', refusedAudioWords.gone);
  return piece;
}
