/** Copying and pasting of scenes and texts: within a project, between projects, after a cut, and from strangers. */
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { createClipboardActions } from '#editor/clipboard-actions.ts';
import { timesFrom } from '#editor/commands/paste-texts.ts';
import { copyScenes, readCopied, writeCopied, type CopiedScene } from '#editor/copied.ts';
import { drainProject } from '#sync/drain.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { limits } from '#shared/limits.ts';
import { completeScene, idea, projectRow, sceneRow, testHash, testId, textOverlay } from '#tests/helpers/rows.ts';
import { eachOnDevice, it, PROJECT as HERE, sceneId, USER_ID } from '../sync/test-device.ts';

const THERE = testId(2);
const text = textOverlay({ id: testId(500), text: 'A town forgets', fontSize: 48, startTime: 1, endTime: 5 });
const scenes: Scene[] = [
  completeScene(1, { textOverlays: [text], trimStart: 1, trimEnd: 6 }),
  completeScene(2),
  completeScene(3),
  sceneRow(4, { title: 'Not made yet' }),
];

let clipboard: ReturnType<typeof createClipboardActions>;
eachOnDevice(scenes);
beforeEach(async () => {
  clipboard = createClipboardActions(it);
  await it.actions.createProject({ ...idea, id: THERE });
});

const rows = (projectId: string) => it.db.scenes.where('projectId').equals(projectId).sortBy('sceneNumber');
const titles = async (projectId: string) => (await rows(projectId)).map(({ title }) => title);
async function copied(...numbers: number[]): Promise<CopiedScene[]> {
  const ours = copyScenes(await rows(HERE), new Set(numbers.map(sceneId)));
  // As it comes back from the system's clipboard.
  const read = ours && readCopied(writeCopied(ours));
  if (read?.kind !== 'scenes') throw new Error('Scenes were copied.');
  return read.scenes;
}
/** All that was edited, and the clip. */
const made = (scene: Scene) => [
  ...[scene.title, scene.description, scene.trimStart, scene.trimEnd, scene.transition],
  ...[scene.sha256, scene.frameCount, scene.gainDb, scene.muted],
];

test('scenes are pasted behind the one that is meant, as they were when they were copied, and undone in one step', async () => {
  const scenesThen = await copied(1, 4);
  const [first] = await rows(HERE);
  await it.actions.editScene(sceneId(1), { title: 'Renamed since' });
  const { sceneIds, withoutClips } = await clipboard.pasteScenes(HERE, scenesThen, sceneId(2));
  expect(withoutClips).toBe(0);
  const behind = ['Scene 1', 'Not made yet'];
  expect(await titles(HERE)).toEqual(['Renamed since', 'Scene 2', ...behind, 'Scene 3', 'Not made yet']);
  const copy = (await rows(HERE)).find(({ id }) => id === sceneIds[0]);
  expect(copy && first && made(copy)).toEqual(first && made(first));
  expect(copy?.textOverlays).toMatchObject([{ text: text.text, startTime: 1 }]);
  expect(copy?.textOverlays[0]?.id).not.toBe(text.id);
  const after = await rows(HERE);
  expect(await it.actions.undo(HERE)).toBe('Paste 2 scenes');
  expect(await titles(HERE)).toEqual(['Renamed since', 'Scene 2', 'Scene 3', 'Not made yet']);
  await it.actions.redo(HERE);
  const plain = (list: typeof after) => list.map(({ rev: _rev, ...row }) => row);
  expect(plain(await rows(HERE))).toEqual(plain(after));
});

test('between projects they take their clips along, also after they were cut, and when another scene plays that clip', async () => {
  const scenesThen = await copied(1, 2);
  await it.actions.deleteScenes(HERE, [sceneId(1), sceneId(2)]);
  expect(await clipboard.pasteScenes(THERE, scenesThen, null)).toMatchObject({ withoutClips: 0 });
  expect((await rows(THERE)).map(({ sha256 }) => sha256)).toEqual(scenes.slice(0, 2).map(({ sha256 }) => sha256));
  expect((await rows(THERE))[0]).toMatchObject({ projectId: THERE, trimStart: 1, trimEnd: 6, status: 'complete' });
  // Of a scene that is known nowhere the clip is found by its hash.
  const elsewhere = (await copied(3)).map((scene) => ({ ...scene, sceneId: testId(777) }));
  expect(await clipboard.pasteScenes(THERE, elsewhere, null)).toMatchObject({ withoutClips: 0 });
  expect((await rows(THERE)).at(-1)).toMatchObject({ sha256: scenes[2]?.sha256, title: 'Scene 3' });
  // Back where they were cut.
  await clipboard.pasteScenes(HERE, scenesThen, sceneId(4));
  expect(await titles(HERE)).toEqual(['Scene 3', 'Not made yet', 'Scene 1', 'Scene 2']);
  await it.actions.undo(HERE);
  await it.actions.undo(HERE);
  expect(await titles(HERE)).toEqual(['Scene 1', 'Scene 2', 'Scene 3', 'Not made yet']);
});

test('a clip that isn’t this person’s is left out and counted; the words, texts, and sound are pasted', async () => {
  const [one] = await copied(1);
  if (!one) throw new Error('One was copied.');
  const strange = { ...one, media: [testHash(99)] };
  expect(await clipboard.pasteScenes(THERE, [strange], null)).toMatchObject({ withoutClips: 1 });
  expect((await rows(THERE))[0]).toMatchObject({
    title: 'Scene 1',
    sha256: null,
    status: 'pending',
    trimStart: null,
    trimEnd: null,
    textOverlays: [{ text: text.text }],
  });
});

test('another person’s scene is no source, even if this browser knows it', async () => {
  const theirs = completeScene(9, { projectId: testId(3), sha256: testHash(55) });
  await it.db.projects.put({ ...projectRow({ id: testId(3), userId: testId(8) }), rev: 1 });
  await it.db.scenes.put({ ...theirs, rev: 1 });
  const ours = copyScenes([theirs], new Set([theirs.id]));
  if (ours?.kind !== 'scenes') throw new Error('It was copied.');
  expect(await clipboard.pasteScenes(HERE, ours.scenes, null)).toMatchObject({ withoutClips: 1 });
});

test('a copy waits for what its scene still has to send, but not for what a refusal there holds up', async () => {
  const ours = await copied(2);
  await it.actions.editScene(sceneId(2), { title: 'First' });
  await clipboard.pasteScenes(THERE, ours, null);
  await it.actions.editScene(sceneId(2), { title: 'Behind it' });
  expect((await drainProject(it, THERE, USER_ID)).kind).toBe('later');
  it.server.faults.push({ status: 422, code: 'invalid_input' });
  await drainProject(it, HERE, USER_ID);
  await clipboard.pasteScenes(THERE, ours, null);
  it.setNow(it.device.now() + 60_000);
  expect((await drainProject(it, THERE, USER_ID)).kind).toBe('drained');
});

test('too many scenes or texts are refused as a whole', async () => {
  const [one] = await copied(1);
  if (!one) throw new Error('One was copied.');
  const many = Array.from({ length: limits.scenesPerProject - 3 }, () => one);
  await expect(clipboard.pasteScenes(HERE, many, null)).rejects.toThrow('up to 150 scenes');
  const texts = Array.from({ length: limits.overlaysPerScene }, () => text);
  await expect(clipboard.pasteTexts(sceneId(1), texts)).rejects.toThrow('up to 30 texts');
  expect(await titles(HERE)).toHaveLength(4);
});

test('texts come over those that a scene has, with ids of their own, and are undone in one step', async () => {
  const ids = await clipboard.pasteTexts(sceneId(1), [text, { ...text, text: 'Again' }]);
  const texts = async () => (await rows(HERE))[0]?.textOverlays ?? [];
  expect((await texts()).map((one) => one.text)).toEqual(['A town forgets', 'A town forgets', 'Again']);
  expect((await texts()).slice(1).map(({ id }) => id)).toEqual(ids);
  expect(await it.actions.undo(HERE)).toBe('Paste 2 texts');
  expect(await texts()).toEqual([text]);
});

test('pasted texts begin at the playhead and end with the clip, wherever it stands', () => {
  const times = fc.record({ start: fc.nat(300), length: fc.integer({ min: 1, max: 300 }) });
  fc.assert(
    fc.property(
      fc.array(times, { minLength: 1, maxLength: 5 }),
      fc.nat(160),
      fc.integer({ min: 1, max: 160 }),
      (all, at, long) => {
        const given = all.map(({ start, length }) => ({
          ...text,
          startTime: start / 10,
          endTime: (start + length) / 10,
        }));
        const pasted = timesFrom(given, at / 10, long / 10);
        for (const { startTime, endTime } of pasted) {
          expect(startTime).toBeGreaterThanOrEqual(0);
          expect(endTime).toBeLessThanOrEqual(long / 10);
          expect(startTime).toBeLessThan(endTime);
        }
        // As near to the playhead as a second before the clip's end lets it.
        const first = Math.min(...pasted.map(({ startTime }) => startTime));
        expect(first).toBeCloseTo(at + 10 <= long ? at / 10 : first, 5);
      },
    ),
  );
});

test('what isn’t ours is read as nothing: foreign text, later versions, unknown fields, hostile values', async () => {
  const ours = copyScenes(await rows(HERE), new Set([sceneId(1)]));
  if (!ours) throw new Error('It was copied.');
  const written = writeCopied(ours);
  expect(readCopied(written)).toMatchObject(ours);
  const changed = (from: string, to: string): string => {
    expect(written).toContain(from);
    return written.replace(from, to);
  };
  const hostile = [
    '',
    'Hello',
    '{',
    'null',
    '{"form":"storyreel-clipboard"}',
    changed('"version":1', '"version":2'),
    changed('"kind":"scenes"', '"kind":"scenes","more":1'),
    changed('"trimStart":1', '"trimStart":9'),
    changed('"fontSize":48', '"fontSize":1e9'),
    changed('#FFFFFF', 'url(https://example.test)'),
    changed(sceneId(1), '../../etc'),
    changed('"title":', '"__proto__":{"isAdmin":true},"title":'),
    `${written}${' '.repeat(21_000_000)}`,
  ];
  for (const one of hostile) expect(readCopied(one)).toBeNull();
  fc.assert(
    fc.property(fc.json(), (json) => {
      expect(readCopied(json)).toBeNull();
    }),
  );
});
