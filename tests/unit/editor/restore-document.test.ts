/** A project is made what it was: by edits like any other, which can be undone. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Change } from '#data/change.ts';
import { changeSchema } from '#data/change.ts';
import { applyChange, sceneIds } from '#data/document/apply-change.ts';
import type { ProjectDocument } from '#data/document/document.ts';
import { restoreSteps, type RestoreMeans } from '#editor/commands/restore-document.ts';
import { oneSecondFacts } from '#tests/helpers/clips/one-second-facts.ts';
import type { OwnClip } from '#shared/entities/own-file.ts';
import type { TextOverlay } from '#shared/entities/text-overlay.ts';
import { audioPiece, completeScene, projectRow, sceneRow, testHash, testId, textOverlay } from '#tests/helpers/rows.ts';

const means: RestoreMeans = { takes: new Map(), clips: new Map(), newId: counted(5_000), now: 7 };

function counted(from: number): () => string {
  let next = from;
  return () => testId(next++);
}

function textOf(n: number, fields: Partial<TextOverlay> = {}): TextOverlay {
  return textOverlay({ id: testId(300 + n), text: `Text ${n}`, ...fields });
}

const start: ProjectDocument = {
  project: projectRow({ audio: [audioPiece(), audioPiece({ id: testId(701), name: 'Waves' })] }),
  scenes: [
    completeScene(1, { textOverlays: [textOf(1), textOf(2), textOf(3)] }),
    completeScene(2, { trimStart: 1, trimEnd: 5 }),
    sceneRow(3),
    completeScene(4),
  ],
  tombstones: [],
};

/** What of a document is restored, without what only counts or dates. */
function shown({ project, scenes }: ProjectDocument) {
  return {
    project: project && [project.title, project.description, project.model, project.levelling, project.audio],
    scenes: sceneIds(scenes).map((id) => {
      const {
        version: _v,
        updatedAt: _u,
        createdAt: _c,
        ...rest
      } = scenes.find((scene) => scene.id === id) ?? sceneRow(1);
      return rest;
    }),
  };
}

/** What a version has of the movie as it began, with these scenes. */
const asKept = (scenes: ProjectDocument['scenes']) => ({ project: start.project ?? projectRow(), scenes });
const [first = completeScene(1), ...rest] = start.scenes;

const applied = (document: ProjectDocument, changes: readonly Change[]): ProjectDocument =>
  changes.reduce(applyChange, document);

type AudioEdit = Extract<Change, { kind: 'edit-audio' }>['edits'][number];
type Dice = { kind: number; a: number; b: number };
const dice = fc.array(fc.record({ kind: fc.nat(10), a: fc.nat(50), b: fc.nat(50) }), { maxLength: 14 });

function randomChange(document: ProjectDocument, { kind, a, b }: Dice, newId: () => string): Change[] {
  const ids = sceneIds(document.scenes);
  const sceneId = ids[a % Math.max(1, ids.length)];
  const scene = document.scenes.find(({ id }) => id === sceneId);
  if (sceneId === undefined || scene === undefined) return [];
  const at = 5;
  const text = scene.textOverlays[b % Math.max(1, scene.textOverlays.length)];
  const texts = (before: TextOverlay | null, after: TextOverlay | null, place = 0): Change[] => [
    { kind: 'patch-texts', sceneId, texts: [{ before, after, place }] },
  ];
  switch (kind) {
    case 0:
      return ids.length > 1 ? [{ kind: 'delete-scene', sceneId, at }] : [];
    case 1:
      return [{ kind: 'patch-scene', sceneId, patch: { title: `Title ${b}`, muted: b % 2 === 0, gainDb: -(b % 10) } }];
    case 2:
      return [{ kind: 'patch-scene', sceneId, patch: { trimStart: (b % 20) / 10, trimEnd: 4 } }];
    case 3: {
      const order = ids.toSpliced(a % ids.length, 1).toSpliced(b % ids.length, 0, sceneId);
      return [{ kind: 'reorder-scenes', order }];
    }
    case 4:
      return [{ kind: 'add-scene', body: { id: newId(), title: 'New', description: 'New', duration: 8 }, at }];
    case 5:
      return [{ kind: 'duplicate-scene', sceneId, newSceneId: newId(), at }];
    case 6:
      return [{ kind: 'split-scene', sceneId, atSeconds: 2 + (b % 3), newSceneId: newId(), at }];
    case 7:
      return texts(null, textOf(b, { id: newId() }), b % 3);
    case 8:
      return text ? texts(text, null) : [];
    case 9:
      return text ? texts(text, { ...text, fontSize: 30 + (b % 20) }) : [];
    default: {
      const gone: AudioEdit = { op: 'remove', id: testId(700) };
      const quieter: AudioEdit = { op: 'patch', id: testId(701), patch: { gainDb: -(b % 9) } };
      const put: AudioEdit = { op: 'put', piece: audioPiece({ id: newId(), name: `Piece ${b}` }), place: b % 2 };
      return [
        { kind: 'patch-project', patch: { title: `Movie ${a}`, levelling: b % 2 === 0 } },
        { kind: 'edit-audio', edits: [a % 2 === 0 ? gone : quieter, put] },
      ];
    }
  }
}

function edited(document: ProjectDocument, steps: readonly Dice[], newId: () => string): ProjectDocument {
  return steps.reduce((now, step) => applied(now, randomChange(now, step, newId)), document);
}

test('whatever was edited since, restoring gives an equal document, and undoing that gives back the edits', () => {
  fc.assert(
    fc.property(dice, dice, (before, since) => {
      const newId = counted(1_000);
      const kept = edited(start, before, newId);
      const present = edited(kept, since, newId);
      const wanted = { project: kept.project ?? projectRow(), scenes: kept.scenes };
      const { changes, inverse, lost } = restoreSteps(present, wanted, means);
      for (const change of [...changes, ...inverse]) changeSchema.parse(change);
      const restored = applied(present, changes);
      expect(shown(restored)).toEqual(shown(kept));
      expect(lost).toEqual([]);
      expect(shown(applied(restored, inverse))).toEqual(shown(present));
      expect(restoreSteps(restored, wanted, means).changes).toEqual([]);
    }),
  );
});

test('a clip that was made anew comes back from the take, and its trims with it', () => {
  const scene = { ...first, trimStart: 2, trimEnd: 6 };
  const wanted = asKept([scene, ...rest]);
  const newer = { ...scene, sha256: testHash(90), videoUrl: '/api/media/new', trimStart: null, trimEnd: null };
  const present = { ...start, scenes: [newer, ...rest] };
  const take = { sceneId: scene.id, scene: { ...scene, trimStart: 1 }, extensions: [], replacedAt: 1 };
  const takes = new Map([[scene.id, take]]);
  const { changes, inverse, lost } = restoreSteps(present, wanted, { ...means, takes });
  expect(lost).toEqual([]);
  expect(shown(applied(present, changes)).scenes[0]).toMatchObject({ sha256: scene.sha256, trimStart: 2, trimEnd: 6 });
  expect(shown(applied(applied(present, changes), inverse)).scenes[0]).toMatchObject({ sha256: newer.sha256 });
});

test('where the clip is gone, the scene keeps its present one with its trims, and its number is told', () => {
  const wanted = asKept([{ ...first, title: 'Dawn', trimStart: 3 }, ...rest]);
  const present = { ...start, scenes: [{ ...first, sha256: testHash(90) }, ...rest] };
  const { changes, lost } = restoreSteps(present, wanted, means);
  expect(lost).toEqual([1]);
  expect(shown(applied(present, changes)).scenes[0]).toMatchObject({
    title: 'Dawn',
    sha256: testHash(90),
    trimStart: null,
  });
});

test('a scene that had no clip yet keeps the one that it has now, and none is told as lost', () => {
  const before = { ...first, title: 'Dawn', status: 'pending' as const, sha256: null, frameCount: null };
  const wanted = asKept([before, ...rest]);
  const { changes, lost } = restoreSteps(start, wanted, means);
  expect(lost).toEqual([]);
  expect(shown(applied(start, changes)).scenes[0]).toMatchObject({ title: 'Dawn', sha256: first.sha256 });
});

test('a scene that is gone for good is made again, from an own file where there is one', () => {
  const wanted = asKept(start.scenes);
  const present = { ...start, scenes: [] };
  const facts = { video: { ...oneSecondFacts.video, frameCount: 192, durationSeconds: 8 }, audio: null };
  const ownClip = (sha256: string): OwnClip => ({ sha256, sizeBytes: 9, facts });
  const clips = new Map([testHash(1), testHash(2)].map((sha256) => [sha256, ownClip(sha256)]));
  const { changes, inverse, lost } = restoreSteps(present, wanted, { ...means, clips });
  for (const change of changes) changeSchema.parse(change);
  const restored = applied(present, changes);
  expect(lost).toEqual([4]);
  expect(restored.scenes.map(({ sha256, title, trimEnd }) => [sha256, title, trimEnd])).toEqual([
    [testHash(1), 'Scene 1', null],
    [testHash(2), 'Scene 2', 5],
    [null, 'Scene 3', null],
    [null, 'Scene 4', null],
  ]);
  expect(restored.scenes[0]?.textOverlays).toEqual(start.scenes[0]?.textOverlays);
  expect(applied(restored, inverse).scenes).toEqual([]);
});

test('a clip that only an own file still has comes back with a scene of its own, in the former place', () => {
  const own: OwnClip = { sha256: testHash(808), sizeBytes: 9, facts: oneSecondFacts };
  const wanted = start.scenes.map((scene, index) =>
    index === 1 ? { ...scene, sha256: own.sha256, title: 'As it was', trimStart: 0.25, trimEnd: 0.75 } : scene,
  );
  const steps = restoreSteps(start, asKept(wanted), { ...means, clips: new Map([[own.sha256, own]]) });
  expect(steps.lost).toEqual([]);
  const after = applied(start, steps.changes);
  const playing = sceneIds(after.scenes).map((id) => after.scenes.find((scene) => scene.id === id));
  expect(playing.map((scene) => scene?.sha256)).toEqual(wanted.map(({ sha256 }) => sha256));
  expect(playing[1]).toMatchObject({ title: 'As it was', trimStart: 0.25, trimEnd: 0.75 });
  expect(shown(applied(after, steps.inverse))).toEqual(shown(start));
});
