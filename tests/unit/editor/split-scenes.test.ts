/** Scenes of one clip: split, copied, deleted and muted together, in any order with moves, trims and undo. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyChange } from '#data/document/apply-change.ts';
import type { ProjectDocument } from '#data/document/document.ts';
import { writeText } from '#editor/commands/edit-texts.ts';
import { pasteScenes, type Pasted } from '#editor/commands/paste-scenes.ts';
import { pasteTexts, timesFrom } from '#editor/commands/paste-texts.ts';
import { editSound, setTransition } from '#editor/commands/edit-sound.ts';
import { moveScenes } from '#editor/commands/move-scenes.ts';
import { deleteScenes, duplicateScenes, muteScenes } from '#editor/commands/several-scenes.ts';
import { splitScene } from '#editor/commands/split-scene.ts';
import { trimScene } from '#editor/commands/trim-scene.ts';
import { again } from '#editor/history.ts';
import { copyScenes } from '#editor/copied.ts';
import type { CommandPlan } from '#editor/plan.ts';
import { idSchema } from '#shared/entities/id.ts';
import type { Scene } from '#shared/entities/scene.ts';
import type { TextOverlay } from '#shared/entities/text-overlay.ts';
import { limits } from '#shared/limits.ts';
import { inPlayOrder } from '#shared/rules/scene-order.ts';
import { secondsToGenerate } from '#shared/rules/reserved-cost.ts';
import { derivedId, duplicatedRows, splitProblem } from '#shared/rules/split-scene.ts';
import { playedSeconds, totalDuration } from '#shared/rules/totals.ts';
import { completeScene, projectRow, sceneRow, testId, textOverlay } from '#tests/helpers/rows.ts';
import { transitions } from '../sync/walk.ts';

const project = projectRow();
const text = (startTime: number, endTime: number): TextOverlay =>
  textOverlay({ id: testId(900 + startTime), text: `${startTime} to ${endTime}`, startTime, endTime });
const texts = [text(0, 3), text(2, 6), text(5, 8)];
const partOf = { isExtension: true, parentSceneId: testId(102), extensionIndex: 1 };
const extension = sceneRow(2, { id: testId(300), ...partOf, duration: 7 });
const start: ProjectDocument = {
  project,
  scenes: [
    completeScene(1, { textOverlays: texts, transition: { kind: 'crossfade', seconds: 1, sound: true } }),
    completeScene(2),
    extension,
    completeScene(3),
    sceneRow(4),
  ],
  tombstones: [],
};
const apply = (document: ProjectDocument, changes: CommandPlan['changes'] | null): ProjectDocument =>
  (changes ?? []).reduce(applyChange, document);
const sceneOf = ({ scenes }: ProjectDocument, id: string): Scene => {
  const scene = scenes.find((row) => row.id === id);
  if (!scene) throw new Error('The scene is there.');
  return scene;
};
const split = (atSeconds: number, fields: Partial<Scene> = {}) => {
  const scene = { ...sceneOf(start, testId(101)), ...fields };
  const before = { ...start, scenes: start.scenes.map((row) => (row.id === scene.id ? scene : row)) };
  const plan = splitScene(project, before.scenes, scene, { atSeconds, newSceneId: testId(500) }, 9);
  const after = apply(before, plan.changes);
  return { before, plan, after, earlier: sceneOf(after, scene.id), later: sceneOf(after, testId(500)) };
};

test('a split scene is two scenes of one clip, with a cut between them and the old join behind the later one', () => {
  const { before, after, earlier, later, plan } = split(4, { fadeInSeconds: 1, fadeOutSeconds: 2 });
  expect([earlier.trimStart, earlier.trimEnd, later.trimStart, later.trimEnd]).toEqual([null, 4, 4, null]);
  expect([earlier.transition, later.transition]).toEqual([null, sceneOf(before, testId(101)).transition]);
  expect([earlier.sha256, later.sha256]).toEqual([earlier.sha256, earlier.sha256]);
  expect([earlier.fadeInSeconds, earlier.fadeOutSeconds]).toEqual([1, 0]);
  expect([later.fadeInSeconds, later.fadeOutSeconds]).toEqual([0, 2]);
  expect([earlier.sceneNumber, later.sceneNumber]).toEqual([1, 2]);
  expect(sceneOf(after, extension.id).sceneNumber).toBe(3);
  expect(totalDuration(after.scenes)).toBe(totalDuration(before.scenes));
  expect(plan.label).toBe('Split scene 1');
});

test('texts go with the half that shows them; one over the cut is in both, with an id of its own', () => {
  const { earlier, later } = split(4);
  expect(earlier.textOverlays).toEqual([texts[0], texts[1]]);
  expect(later.textOverlays.map((one) => one.text)).toEqual(['2 to 6', '5 to 8']);
  const ids = [...earlier.textOverlays, ...later.textOverlays].map(({ id }) => idSchema.parse(id));
  expect(new Set(ids).size).toBe(4);
});

test('a scene can’t be split at its ends, without a clip, while it generates, or when its clip goes on in extensions', () => {
  const { scenes } = start;
  const [one, two] = [sceneOf(start, testId(101)), sceneOf(start, testId(102))];
  const can = (scene: Scene, at: number): boolean => splitProblem(scene, scenes, at) === null;
  const trimmed = { ...one, trimStart: 2, trimEnd: 6 };
  expect([0, 1 / 24, 4, 191 / 24, 8].map((at) => can(one, at))).toEqual([false, true, true, true, false]);
  expect([1, 2, 3, 6, 7].map((at) => can(trimmed, at))).toEqual([false, false, true, false, false]);
  const unfit = [two, extension, sceneOf(start, testId(104)), { ...one, status: 'generating' as const }];
  expect(unfit.filter((scene) => can(scene, 4))).toEqual([]);
  expect(() => splitScene(project, scenes, two, { atSeconds: 4, newSceneId: testId(500) }, 9)).toThrow(/extension/);
});

test('a half is generated again only as long as it plays; a trimmed scene as long as it was', () => {
  const { after, earlier, later } = split(3);
  expect(secondsToGenerate(earlier, after.scenes, [4, 6, 8])).toBe(4);
  expect(secondsToGenerate(later, after.scenes, [4, 6, 8])).toBe(6);
  const trimmed = completeScene(1, { trimEnd: 3 });
  expect(secondsToGenerate(trimmed, [trimmed], [4, 6, 8])).toBe(8);
});

test('a copy stands behind its scene, with its extensions, and is nothing that is being generated', () => {
  const plan = duplicateScenes({ project, scenes: start.scenes, chosen: [testId(102)] }, () => testId(600), 9);
  const after = apply(start, plan.changes);
  const copy = sceneOf(after, testId(600));
  expect(copy).toMatchObject({ sceneNumber: 3, sha256: sceneOf(after, testId(102)).sha256, version: 0 });
  const parts = after.scenes.filter(({ parentSceneId }) => parentSceneId === copy.id);
  expect(parts).toMatchObject([{ extensionIndex: 1, sceneNumber: 3, status: 'pending' }]);
  expect(idSchema.safeParse(parts[0]?.id).success).toBe(true);
  const failed = sceneRow(1, { status: 'failed', errorMessage: 'It failed.', answerLost: true });
  expect(duplicatedRows(failed, [failed], { newSceneId: testId(600), version: 1, at: 9 })[0]).toMatchObject({
    status: 'pending',
    errorMessage: null,
    answerLost: false,
  });
});

test('ids that follow from another are ids, and differ', () => {
  fc.assert(
    fc.property(fc.nat(10_000), fc.nat(40), fc.nat(40), (n, a, b) => {
      expect(idSchema.safeParse(derivedId(testId(n), a)).success).toBe(true);
      expect(derivedId(testId(n), a) === derivedId(testId(n), b)).toBe(a === b);
    }),
  );
});

const kinds = [
  ...['split', 'trim', 'move', 'duplicate', 'delete', 'mute', 'join', 'fade', 'paste', 'paste-text', 'style'],
  ...['undo', 'redo'],
];
type Act = { kind: string; scene: number; a: number; b: number; join: Scene['transition'] };
const frame = fc.nat(191);
const acts = fc.array(
  fc.record({ kind: fc.constantFrom(...kinds, 'split'), scene: fc.nat(20), a: frame, b: frame, join: transitions }),
  { maxLength: 16 },
);

/** The plan of an act, null where it isn't possible. */
function planned(document: ProjectDocument, { kind, scene: at, a, b, join }: Act, turn: number): CommandPlan | null {
  const { scenes } = document;
  const own = inPlayOrder(scenes).filter(({ isExtension }) => !isExtension);
  const scene = own[at % Math.max(1, own.length)];
  if (!scene) return null;
  const chosen = own.filter((_, index) => index % 3 === at % 3).map(({ id }) => id);
  const all = { project, scenes, chosen };
  const newId = (index: number): string => testId(10_000 + turn * 100 + index);
  switch (kind) {
    case 'split': {
      const where = { atSeconds: a / 24, newSceneId: newId(0) };
      if (splitProblem(scene, scenes, where.atSeconds) !== null) return null;
      return splitScene(project, scenes, scene, where, turn);
    }
    case 'trim':
      return a < b ? trimScene(project, scene, { trimStart: a / 24, trimEnd: b / 24 }) : null;
    case 'move':
      return moveScenes(project, scenes, chosen, b % (own.length - chosen.length + 1));
    case 'duplicate': {
      let count = 0;
      return duplicateScenes(all, () => newId((count += 1)), turn);
    }
    case 'delete':
      return deleteScenes(all, turn);
    case 'mute':
      return muteScenes(all, a % 2 === 0);
    case 'paste':
      return pasteScenes(
        { ...document, project },
        pastedFrom(document, { a, b }, newId),
        a % 5 ? scene.id : null,
        turn,
      );
    case 'paste-text': {
      const pasted = texts.slice(0, 1 + (a % 3)).map((one, index) => ({ ...one, id: newId(index) }));
      const isFull = scene.textOverlays.length + pasted.length > limits.overlaysPerScene;
      return isFull ? null : pasteTexts(project, scene, timesFrom(pasted, b / 24, 8));
    }
    case 'style': {
      const of = scene.textOverlays[a % Math.max(1, scene.textOverlays.length)];
      const style = { bold: b % 2 === 0, outline: b % 3 === 0, shadow: b % 5 === 0, box: b % 7 === 0 };
      return of
        ? writeText(project, scene, { of, text: { ...of, style, fontSize: 16 + 2 * (b % 20) }, id: newId(0) })
        : null;
    }
    case 'join':
      return setTransition(project, scenes, scene, join);
    default:
      return editSound(project, scene, { fadeOutSeconds: a / 24 });
  }
}

/** Scenes of the movie as it began, and of the present one; some without their clips. */
function pastedFrom(
  document: ProjectDocument,
  { a, b }: { a: number; b: number },
  newId: (index: number) => string,
): Pasted[] {
  const from = a % 2 === 0 ? start : document;
  const copied = copyScenes(
    from.scenes,
    new Set(from.scenes.filter((_, index) => (index + b) % 3 === 0).map(({ id }) => id)),
  );
  return copied?.kind !== 'scenes'
    ? []
    : copied.scenes.map((one, index) => {
        const { sceneId } = one;
        const rows = from.scenes.filter((row) => row.id === sceneId || row.parentSceneId === sceneId);
        const source = b % 4 === 0 ? null : { sceneId, projectId: project.id, rows };
        return { copied: one, newSceneId: newId(index), source };
      });
}

test('every step and then its undo gives the same movie, and whatever is done, numbers, ids and totals keep their rules', () => {
  fc.assert(
    fc.property(acts, (steps) => {
      let document = start;
      const done: Done[] = [];
      const undone: Done[] = [];
      steps.forEach((act, turn) => {
        if (act.kind === 'undo' || act.kind === 'redo') {
          document = stepped(document, act.kind, done, undone);
          expectRules(document);
          return;
        }
        const plan = planned(document, act, turn);
        if (plan === null) return;
        const after = apply(document, plan.changes);
        expect(scenesOf(apply(after, plan.inverse))).toEqual(scenesOf(document));
        // A half may be too short for all of its crossfade, so what is played is counted without joins.
        const wanted = act.kind === 'split' ? playedSum(document) : playedSum(after);
        expect(playedSum(after)).toBeCloseTo(wanted, 6);
        expectRules(after);
        done.push({ before: document, plan, after });
        if (plan.changes.length > 0) undone.length = 0;
        document = after;
      });
      for (const { before, plan } of done.toReversed()) {
        document = apply(document, plan.inverse);
        expect(scenesOf(document)).toEqual(scenesOf(before));
      }
    }),
  );
});

type Done = { before: ProjectDocument; plan: CommandPlan; after: ProjectDocument };

/** Takes the latest step back, or does the latest undone one again: the movie is then what it was on the other side of it. */
function stepped(document: ProjectDocument, kind: 'undo' | 'redo', done: Done[], undone: Done[]): ProjectDocument {
  const [from, to] = kind === 'undo' ? [done, undone] : [undone, done];
  const step = from.pop();
  if (!step) return document;
  to.push(step);
  const { plan, before, after } = step;
  const changes = kind === 'undo' ? plan.inverse : plan.changes.flatMap((change) => again(change, document.scenes));
  const result = apply(document, changes);
  expect(scenesOf(result)).toEqual(scenesOf(kind === 'undo' ? before : after));
  return result;
}

/** Rows in play order: what a movie is made of. */
function scenesOf({ scenes }: ProjectDocument): Scene[] {
  return inPlayOrder(scenes);
}

function playedSum({ scenes }: ProjectDocument): number {
  const own = scenes.filter(({ isExtension }) => !isExtension);
  return own.reduce((sum, scene) => sum + playedSeconds(scene, scenes), 0);
}

function expectRules({ scenes }: ProjectDocument): void {
  const own = inPlayOrder(scenes).filter(({ isExtension }) => !isExtension);
  expect(own.map(({ sceneNumber }) => sceneNumber)).toEqual(own.map((_, index) => index + 1));
  expect(new Set(scenes.map(({ id }) => id)).size).toBe(scenes.length);
  for (const scene of own) {
    expect(scene.trimStart ?? 0).toBeLessThan(scene.trimEnd ?? Infinity);
    expect(playedSeconds(scene, scenes)).toBeGreaterThanOrEqual(0);
    const ids = scene.textOverlays.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  }
  expect(totalDuration(scenes) ?? 0).toBeGreaterThanOrEqual(0);
}
