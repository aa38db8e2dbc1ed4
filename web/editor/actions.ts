/**
 * The edits as screens call them: each reads the rows, makes its plan and commits it, in one transaction, so that no
 * other tab can come between. They resolve when the edit is on the disk; sending it is another matter.
 */
import { z } from 'zod';
import { sceneIds } from '#data/document/apply-change.ts';
import type { ProjectDocument } from '#data/document/document.ts';
import { documentTables } from '#data/tables/documents.ts';
import { readCurrentUserId } from '#data/tables/users.ts';
import { AppError } from '#shared/errors.ts';
import { patchCharacterRequest } from '#shared/api/characters.ts';
import type { CharacterReference } from '#shared/entities/character-reference.ts';
import {
  createProjectRequest,
  patchProjectRequest,
  type CreateProjectRequest,
  type PatchProjectRequest,
} from '#shared/api/projects.ts';
import { createSceneRequest, patchSceneRequest, type CreateSceneRequest } from '#shared/api/scenes.ts';
import { idSchema } from '#shared/entities/id.ts';
import type { Project } from '#shared/entities/project.ts';
import { writtenCharacterSchema } from '#shared/entities/history.ts';
import type { OwnClip } from '#shared/entities/own-file.ts';
import type { Scene, Transition } from '#shared/entities/scene.ts';
import { textOverlaysSchema, type TextOverlay } from '#shared/entities/text-overlay.ts';
import { addScene } from './commands/add-scene.ts';
import {
  deleteCharacter,
  renameCharacter,
  restoreCharacter,
  reviveCharacter,
  rewriteCharacter,
} from './commands/edit-characters.ts';
import { createProject } from './commands/create-project.ts';
import { moveScenes } from './commands/move-scenes.ts';
import { deleteProject } from './commands/delete-project.ts';
import { deleteScene } from './commands/delete-scene.ts';
import { editProject } from './commands/edit-project.ts';
import { editScene, type SceneWords } from './commands/edit-scene.ts';
import { editSound, setAllTransitions, setLevelling, setTransition, type SceneSound } from './commands/edit-sound.ts';
import { reorderScenes, restoreOrder } from './commands/reorder-scenes.ts';
import { restoreTake, takeOf, type SceneTake } from './commands/restore-take.ts';
import { deleteScenes, duplicateScenes, muteScenes } from './commands/several-scenes.ts';
import { splitScene } from './commands/split-scene.ts';
import { restoreScene, restoreScenes } from './commands/restore-scene.ts';
import { restoreProjectValues, restoreSceneValues } from './commands/restore-values.ts';
import { deleteText, writeText } from './commands/edit-texts.ts';
import { setIndexable, setVisibility } from './commands/set-visibility.ts';
import { trimScene, type Trim } from './commands/trim-scene.ts';
import { commit } from './commit.ts';
import { kept } from './read-again.ts';
import { pageDeps, type CommitDeps } from './enact.ts';
import { recordImprovedProject, recordImprovedScene } from './record-improved.ts';
import { redo, undo, undoable } from './history.ts';
import { findCharacter, openDocument, type OpenDocument } from './open-document.ts';
import { parseInput } from './parse-input.ts';
import type { CommandPlan } from './plan.ts';
import { refusedEditWords } from './words.ts';

/**
 * @throws (all of them) AppError `not_found` when the row is gone, `invalid_input` for what the server would refuse,
 * `unauthenticated` when nobody is signed in, or the database's error
 */
export function createActions(deps: CommitDeps) {
  const { db, device } = deps;
  const onDocument = <T>(projectId: string, work: (document: OpenDocument) => Promise<T>): Promise<T> =>
    db.transaction('rw', documentTables(db), async () => work(await openDocument(db, projectId)));
  const onProject = (projectId: string, plan: (document: OpenDocument) => CommandPlan): Promise<void> =>
    kept(deps, (now) => onDocument(projectId, (document) => commit(plan(document), now)));
  const onScene = (sceneId: string, plan: (document: OpenDocument, scene: Scene) => CommandPlan): Promise<void> =>
    kept(deps, (now) =>
      db.transaction('rw', documentTables(db), async () => {
        const row = await db.scenes.get(sceneId);
        const document = await openDocument(db, row?.projectId ?? '');
        return commit(plan(document, findScene(document, sceneId)), now);
      }),
    );

  return {
    /** Answers the new project's id. */
    async createProject(fields: CreateProjectRequest): Promise<string> {
      const userId = await readCurrentUserId(db);
      if (userId === null) throw new AppError('unauthenticated', refusedEditWords.signedOut);
      const id = fields.id ?? device.newId();
      const plan = createProject({ userId, fields: parseInput(createProjectRequest, fields) }, device.now(), id);
      await kept(deps, (now) => commit(plan, now));
      return id;
    },
    editProject: (projectId: string, patch: Pick<PatchProjectRequest, 'title' | 'description' | 'model'>) =>
      onProject(projectId, ({ project }) => editProject(project, patch)),
    renameCharacter: (projectId: string, characterId: string, name: string) =>
      onProject(projectId, ({ project }) => {
        const patch = parseInput(patchCharacterRequest, { name });
        return renameCharacter(project, findCharacter(project, characterId), patch.name ?? '');
      }),
    deleteCharacter: (projectId: string, characterId: string) =>
      onProject(projectId, ({ project }) => deleteCharacter(project, findCharacter(project, characterId))),
    /** Takes a deleted character as it was, and its place counted from 0. */
    restoreCharacter: (projectId: string, character: CharacterReference, place: number) =>
      onProject(projectId, ({ project }) => restoreCharacter(project, character, place)),
    setVisibility: (projectId: string, isPublic: boolean) =>
      onProject(projectId, ({ project }) => setVisibility(project, isPublic)),
    setIndexable: (projectId: string, isIndexable: boolean) =>
      onProject(projectId, ({ project }) => setIndexable(project, isIndexable)),
    /** The server has bettered words and the change has been pulled: undo brings the former ones back. */
    rememberImproved: (projectId: string, former: Pick<Project, 'description'>) =>
      onDocument(projectId, ({ project }) => recordImprovedProject({ ...project, ...former }, project, deps)),
    rememberImprovedScene: ({ id, projectId, description }: Pick<Scene, 'id' | 'projectId' | 'description'>) =>
      onDocument(projectId, async (document) => {
        const scene = findScene(document, id);
        await recordImprovedScene(document.project, { ...scene, description }, scene, deps);
      }),
    /** Values from the history, as it keeps them. */
    restoreProjectValues: (projectId: string, values: unknown) =>
      onProject(projectId, ({ project }) => restoreProjectValues(project, parseInput(patchProjectRequest, values))),
    restoreSceneValues: (sceneId: string, values: unknown) =>
      onScene(sceneId, ({ project }, scene) =>
        restoreSceneValues(project, scene, parseInput(patchSceneRequest, values)),
      ),
    /** An order from the history, as it keeps it. */
    restoreOrder: (projectId: string, order: unknown) =>
      onProject(projectId, ({ project, scenes }) =>
        restoreOrder(project, scenes, parseInput(z.array(idSchema), order)),
      ),
    /** What the history has of a character. */
    rewriteCharacter: (projectId: string, words: unknown) =>
      onProject(projectId, ({ project }) => {
        const former = parseInput(writtenCharacterSchema, words);
        return rewriteCharacter(project, findCharacter(project, former.id), former);
      }),
    /** What the history has of a deleted character. */
    reviveCharacter: (projectId: string, words: unknown) =>
      onProject(projectId, ({ project }) => reviveCharacter(project, parseInput(writtenCharacterSchema, words))),
    deleteProject: (projectId: string) => onProject(projectId, ({ project }) => deleteProject(project)),
    editScene: (sceneId: string, words: SceneWords) =>
      onScene(sceneId, ({ project }, scene) => editScene(project, scene, parseInput(patchSceneRequest, words))),
    trimScene: (sceneId: string, trim: Trim) =>
      onScene(sceneId, ({ project }, scene) => trimScene(project, scene, trim)),
    editSound: (sceneId: string, sound: SceneSound) =>
      onScene(sceneId, ({ project }, scene) => editSound(project, scene, parseInput(patchSceneRequest, sound))),
    /** To the next scene; null is a cut. */
    setTransition: (sceneId: string, transition: Transition | null) =>
      onScene(sceneId, ({ project, scenes }, scene) => setTransition(project, scenes, scene, transition)),
    /** What changes of a transition that is there. One that was taken away meanwhile stays away. */
    editTransition: (sceneId: string, change: Partial<Transition>) =>
      onScene(sceneId, ({ project, scenes }, scene) =>
        setTransition(project, scenes, scene, scene.transition && { ...scene.transition, ...change }),
      ),
    /** Of all scenes as of this one, in one step. */
    setAllTransitions: (sceneId: string) =>
      onScene(sceneId, ({ project, scenes }, { transition }) => setAllTransitions(project, scenes, transition)),
    setLevelling: (projectId: string, levelling: boolean) =>
      onProject(projectId, ({ project }) => setLevelling(project, levelling)),
    /** A new text of a scene, or what has become of the one that was `of`. Answers whether it was added. */
    async writeText(sceneId: string, of: TextOverlay | null, overlay: TextOverlay): Promise<boolean> {
      let isAdded = false;
      await onScene(sceneId, ({ project }, scene) => {
        const [text] = parseInput(textOverlaysSchema, [overlay]);
        const plan = writeText(project, scene, { of, text: text ?? overlay, id: device.newId() });
        isAdded = plan.changes.some((change) => change.kind === 'patch-texts' && change.texts[0]?.before === null);
        return plan;
      });
      return isAdded;
    },
    removeText: (sceneId: string, text: TextOverlay) =>
      onScene(sceneId, ({ project }, scene) => deleteText(project, scene, text)),
    /** Places count scenes from 0, without extension segments. */
    reorderScenes: (projectId: string, from: number, to: number) =>
      onProject(projectId, ({ project, scenes }) => reorderScenes(project, scenes, from, to)),
    /** Together, behind as many of the other scenes. */
    moveScenes: (projectId: string, moved: readonly string[], place: number) =>
      onProject(projectId, ({ project, scenes }) => moveScenes(project, scenes, moved, place)),
    /** At seconds of its clip. Answers the id of the scene that plays what comes after. */
    async splitScene(sceneId: string, atSeconds: number): Promise<string> {
      const newSceneId = device.newId();
      await onScene(sceneId, ({ project, scenes }, scene) =>
        splitScene(project, scenes, scene, { atSeconds, newSceneId }, device.now()),
      );
      return newSceneId;
    },
    duplicateScenes: (projectId: string, chosen: readonly string[]) =>
      onProject(projectId, (document) => duplicateScenes({ ...document, chosen }, device.newId, device.now())),
    deleteScenes: (projectId: string, chosen: readonly string[]) =>
      onProject(projectId, (document) => deleteScenes({ ...document, chosen }, device.now())),
    muteScenes: (projectId: string, chosen: readonly string[], muted: boolean) =>
      onProject(projectId, (document) => muteScenes({ ...document, chosen }, muted)),
    deleteScene: (sceneId: string) =>
      onScene(sceneId, ({ project }, scene) => deleteScene(project, scene, device.now())),
    /** Takes the id of a deleted scene, as an undo toast has it. */
    async restoreScene(sceneId: string): Promise<void> {
      const row = await db.tombstones.get(sceneId);
      if (!row) throw new AppError('not_found', refusedEditWords.notRestorable);
      await onProject(row.projectId, ({ project }) => restoreScene(project, row, device.now()));
    },
    /**
     * Takes the ids of deleted scenes, wherever they were deleted. Answers whether they are here already: otherwise they come
     * when the server has restored them.
     */
    async restoreScenes(projectId: string, deleted: readonly string[]): Promise<boolean> {
      await onProject(projectId, ({ project }) => restoreScenes(project, deleted, device.now()));
      return (await db.scenes.bulkGet([...deleted])).every((scene) => scene !== undefined);
    },
    /** Restores the clips that a scene and its extensions had, from the rows of that time. */
    restoreTake: (take: SceneTake) =>
      onScene(take.scene.id, ({ project, scenes }) => restoreTake(project, takeOf(take.scene.id, scenes), take)),
    /**
     * Answers the new scene's id.
     * @param clip the own file that it plays
     * @param texts on it; they need no ids
     * @param place how many scenes come before it; null for all
     */
    async addScene(
      projectId: string,
      fields: CreateSceneRequest,
      {
        clip,
        texts = [],
        place = null,
      }: { clip?: OwnClip; texts?: readonly TextOverlay[]; place?: number | null } = {},
    ): Promise<string> {
      const id = fields.id ?? device.newId();
      const named = parseInput(textOverlaysSchema, texts).map((text) => ({ ...text, id: text.id ?? device.newId() }));
      const rest = { now: device.now(), id, texts: named, ...(clip && { clip }) };
      await onProject(projectId, ({ project, scenes }) =>
        addScene(project, parseInput(createSceneRequest, fields), {
          ...rest,
          sceneCount: sceneIds(scenes).length,
          order: orderWith(scenes, id, place),
        }),
      );
      return id;
    },
    /** Answers what was undone, or null if there is nothing to undo. */
    undo: (projectId: string) => undo(projectId, deps),
    redo: (projectId: string) => redo(projectId, deps),
    /** Makes an edit. Answers how to undo just that one, or null where it has changed nothing. */
    undoable: (projectId: string, edit: () => Promise<unknown>) => undoable(projectId, edit, deps),
  };
}

/** The actions of this page. */
export const actions = createActions(pageDeps);

/** The scenes with one more among them; undefined where that comes last. */
function orderWith(scenes: readonly Scene[], id: string, place: number | null): string[] | undefined {
  const order = sceneIds(scenes);
  return place === null || place >= order.length ? undefined : order.toSpliced(place, 0, id);
}

function findScene(document: ProjectDocument, sceneId: string): Scene {
  const scene = document.scenes.find((row) => row.id === sceneId);
  if (!scene) throw new AppError('not_found', refusedEditWords.noScene);
  return scene;
}
