/** Pasting as screens call it; loaded with the clipboard. Like `actions`, each is one transaction. */
import { documentTables } from '#data/tables/documents.ts';
import type { StoryreelDb } from '#data/db.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { textOverlaysSchema, type TextOverlay } from '#shared/entities/text-overlay.ts';
import { AppError } from '#shared/errors.ts';
import { sameValue } from '#shared/rules/same-value.ts';
import { extensionsOf } from '#shared/rules/segments.ts';
import { pasteScenes, type Pasted, type PasteSource } from './commands/paste-scenes.ts';
import { pasteTexts } from './commands/paste-texts.ts';
import { commit } from './commit.ts';
import { keptAs } from './read-again.ts';
import { mediaOf, type CopiedScene } from './copied.ts';
import { pageDeps, type CommitDeps } from './enact.ts';
import { openDocument } from './open-document.ts';
import { parseInput } from './parse-input.ts';
import { refusedEditWords } from './words.ts';

/** What became of scenes that were pasted. */
export type PastedScenes = {
  sceneIds: string[];
  /** How many are without their clips, because those aren’t this person’s. */
  withoutClips: number;
};

/** @throws (all of them) AppError `not_found` when the row is gone, `invalid_input` for too many, or the database's error */
export function createClipboardActions(deps: CommitDeps) {
  const { db, device } = deps;
  return {
    /** @param after the scene that they come behind, or how many come before them; null for the end of the movie */
    pasteScenes(
      projectId: string,
      scenes: readonly CopiedScene[],
      after: string | number | null,
    ): Promise<PastedScenes> {
      const edit = (now: CommitDeps) =>
        db.transaction('rw', documentTables(db), async () => {
          const document = await openDocument(db, projectId);
          const pasted: Pasted[] = [];
          for (const copied of scenes) {
            const source = copied.media.length === 0 ? null : await findSource(db, copied, document.project.userId);
            pasted.push({ copied, newSceneId: device.newId(), source });
          }
          const written = await commit(pasteScenes(document, pasted, after, device.now()), now);
          const result = {
            sceneIds: pasted.map(({ newSceneId }) => newSceneId),
            withoutClips: pasted.filter(({ copied, source }) => source === null && copied.media.length > 0).length,
          };
          return { written, result };
        });
      return keptAs(deps, edit);
    },
    /** Answers the ids of the new texts. */
    pasteTexts(sceneId: string, texts: readonly TextOverlay[]): Promise<string[]> {
      const edit = (now: CommitDeps) =>
        db.transaction('rw', documentTables(db), async () => {
          const row = await db.scenes.get(sceneId);
          const document = await openDocument(db, row?.projectId ?? '');
          const scene = document.scenes.find(({ id }) => id === sceneId);
          if (!scene) throw new AppError('not_found', refusedEditWords.noScene);
          const ids = texts.map(() => device.newId());
          const named = texts.map((text, index) => ({ ...text, id: ids[index] }));
          const plan = pasteTexts(document.project, scene, parseInput(textOverlaysSchema, named));
          return { written: await commit(plan, now), result: ids };
        });
      return keptAs(deps, edit);
    },
  };
}

/** The actions of this page. */
export const clipboardActions = createClipboardActions(pageDeps);

/**
 * A scene of this person that plays the copied one’s clips: itself, also after it was cut, or another one. What a text
 * from the clipboard says of scenes is only looked for among their own.
 */
async function findSource(db: StoryreelDb, copied: CopiedScene, userId: string): Promise<PasteSource | null> {
  const own = new Set<unknown>(
    (await db.projects.toArray()).filter((project) => project.userId === userId).map(({ id }) => id),
  );
  const sourceOf = (scene: Scene, rows: readonly Scene[]): PasteSource | null =>
    own.has(scene.projectId) && !scene.isExtension && sameValue(mediaOf(scene, rows), copied.media)
      ? { sceneId: scene.id, projectId: scene.projectId, rows: [scene, ...extensionsOf(scene.id, rows)].map(bare) }
      : null;
  const rowsOf = (projectId: string) => db.scenes.where('projectId').equals(projectId).toArray();
  const itself = await db.scenes.get(copied.sceneId);
  const cut = await db.tombstones.get(copied.sceneId);
  const cutScene = cut?.rows.find(({ id }) => id === copied.sceneId);
  const found =
    (itself && sourceOf(itself, await rowsOf(itself.projectId))) ?? (cut && cutScene && sourceOf(cutScene, cut.rows));
  if (found) return found;
  const [sha256] = copied.media;
  const others = await db.scenes.filter((row) => row.sha256 === sha256 && !row.isExtension).toArray();
  for (const other of others) {
    const source = sourceOf(other, await rowsOf(other.projectId));
    if (source) return source;
  }
  return null;
}

/** Without what only this device counts. */
function bare(row: Scene & { rev?: number }): Scene {
  const { rev: _, ...scene } = row;
  return scene;
}
