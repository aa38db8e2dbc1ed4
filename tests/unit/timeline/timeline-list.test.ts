import fc from 'fast-check';
import { expect, test } from 'vitest';
import { listGroups, listRows } from '#features/timeline/list/list-items.ts';
import { joinName, movieTime, sceneDetails, textDetails } from '#features/timeline/list/list-words.ts';
import { rowAfterKey } from '#features/timeline/list/row-after-key.ts';
import { spokenChange } from '#features/timeline/list/spoken-change.ts';
import { timelineView } from '#features/timeline/strip/timeline-view.ts';
import { frameOfTimecode, timecode } from '#features/timeline/transport/timecode.ts';
import type { Scene } from '#shared/entities/scene.ts';
import type { TextOverlay } from '#shared/entities/text-overlay.ts';
import { frameTimeUs, secondsFromUs } from '#shared/movie/time.ts';
import { completeScene, projectRow, sceneRow, testId, textOverlay } from '#tests/helpers/rows.ts';

const text = (fields: Partial<TextOverlay> = {}): TextOverlay =>
  textOverlay({
    ...{
      id: testId(900),
      text: 'A town forgets',
      fontSize: 64,
      position: { x: 20, y: 20 },
      startTime: 1,
      endTime: 7.4,
    },
    ...fields,
  });

const scenes = (first: Partial<Scene> = {}): Scene[] => [
  completeScene(1, { title: 'The logbook', ...first }),
  sceneRow(2, { title: 'Night shift' }),
  completeScene(3, { title: 'First light' }),
];

const groupsOf = (rows: readonly Scene[]) => listGroups(timelineView(projectRow(), rows));

test('a scene is followed by its texts in the order of time, and by its join to the next scene that has a clip', () => {
  const late = text({ id: testId(901), text: '2:40 a.m.', startTime: 2, position: 'bottom', fontSize: 24 });
  const groups = groupsOf(
    scenes({
      textOverlays: [late, text()],
      trimStart: 0.5,
      transition: { kind: 'crossfade', seconds: 1.2, sound: true },
    }),
  );
  const rows = listRows(groups, new Set());
  expect(rows.map(({ kind }) => kind)).toEqual(['scene', 'text', 'text', 'join', 'scene', 'scene']);
  const [scene, first, second, join] = rows;
  if (scene?.kind !== 'scene' || first?.kind !== 'text' || second?.kind !== 'text' || join?.kind !== 'join')
    throw new Error('The list has other rows.');
  expect(sceneDetails(scene)).toBe('0.5 s cut at the start');
  // Of 8 s, from 0.5: what is at 1 s of the clip is at 0.5 s of the movie.
  expect({ at: secondsFromUs(first.startUs ?? -1), for: first.seconds }).toEqual({ at: 0.5, for: 6.4 });
  expect([textDetails(first), textDetails(second)]).toEqual(['Top left, 64', 'Bottom, 24']);
  // The text that stands second in the row is first in time, and is still found by its place in the row.
  expect([first.index, second.index]).toEqual([1, 0]);
  expect(joinName(join)).toBe('Crossfade to scene 3');
  expect(movieTime(secondsFromUs(join.startUs ?? 0))).toBe('0:06.3');
  expect(join.seconds).toBeCloseTo(1.2, 1);
});

test('a text that the trim hides says so, and a scene without a clip has no place in the movie', () => {
  const groups = groupsOf(scenes({ textOverlays: [text({ startTime: 0, endTime: 0.4 })], trimStart: 0.5 }));
  const [, hidden] = listRows(groups, new Set());
  expect(hidden?.kind === 'text' && textDetails(hidden)).toBe('Hidden by the trim');
  expect(groups[1]).toMatchObject({ scene: { startUs: null, planned: null }, items: [] });
});

test('the arrow keys, Home, End, and Page keys lead through all rows, and never out of the list', () => {
  const rows = listRows(groupsOf(scenes({ textOverlays: [text()] })), new Set());
  const [scene, written, join, second, third] = rows;
  if (!scene || !written || !join || !second || !third) throw new Error('Rows are missing.');
  expect(rowAfterKey(rows, scene, 'ArrowDown')).toBe(written);
  expect(rowAfterKey(rows, scene, 'ArrowUp')).toBe(scene);
  expect(rowAfterKey(rows, scene, 'ArrowRight')).toBe(written);
  expect(rowAfterKey(rows, join, 'ArrowLeft')).toBe(scene);
  expect(rowAfterKey(rows, written, 'PageDown')).toBe(second);
  expect(rowAfterKey(rows, join, 'PageUp')).toBe(scene);
  expect(rowAfterKey(rows, join, 'End')).toBe(third);
  expect(rowAfterKey(rows, third, 'Home')).toBe(scene);
  expect(rowAfterKey(rows, third, 'after-removal')).toBe(second);
  expect(rowAfterKey(rows, scene, 'x')).toBeUndefined();
});

test('a folded scene hides its items', () => {
  const groups = groupsOf(scenes({ textOverlays: [text()] }));
  const rows = listRows(groups, new Set([groups[0]?.scene.id ?? '']));
  expect(rows.map(({ kind }) => kind)).toEqual(['scene', 'scene', 'scene']);
});

test('each kind of change has its sentence', () => {
  const before = scenes({ textOverlays: [text()] });
  const changed = (fields: Partial<Scene>): string | null =>
    spokenChange(
      before,
      before.map((scene, index) => (index === 0 ? { ...scene, ...fields } : scene)),
    );
  expect(changed({ trimStart: 1, trimEnd: 6.5 })).toBe('Scene 1 now plays from 0:01:00 to 0:06:12, 5.5 seconds');
  expect(changed({ gainDb: -3 })).toBe('The volume of scene 1 is now −3 dB');
  expect(changed({ muted: true })).toBe('Scene 1 is muted');
  expect(changed({ fadeInSeconds: 0.5 })).toBe('The sound of scene 1 now fades in for 0.5 and out for 0.0 seconds');
  expect(changed({ transition: { kind: 'crossfade', seconds: 1.2, sound: true } })).toBe(
    'Crossfade between scenes 1 and 2 is now 1.2 seconds',
  );
  expect(changed({ textOverlays: [] })).toBe('“A town forgets” deleted from scene 1');
  expect(changed({ textOverlays: [text({ startTime: 2 })] })).toBe(
    '“A town forgets” now shows from 2.0 to 7.4 seconds of scene 1',
  );
  expect(changed({ textOverlays: [text(), text({ id: testId(902), text: 'Harbor' })] })).toBe(
    '“Harbor” added to scene 1',
  );
  const { id: _, ...withoutId } = text();
  expect(spokenChange(scenes({ textOverlays: [withoutId] }), before)).toBeNull();
  expect(
    spokenChange(scenes({ textOverlays: [withoutId] }), scenes({ textOverlays: [{ ...withoutId, endTime: 6 }] })),
  ).toBe('“A town forgets” now shows from 1.0 to 6.0 seconds of scene 1');
  expect(changed({ status: 'generating', note: 'Waiting' })).toBeNull();
  expect(spokenChange(before, before.slice(0, 2))).toBe('Scene 3: First light deleted');
  expect(spokenChange(before.slice(0, 2), before)).toBe('Scene 3: First light added');
});

test('of a new order it says which scene has moved, wherever it went', () => {
  const order = fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 6 }));
  fc.assert(
    fc.property(order, ([from, to]) => {
      fc.pre(from !== to);
      const before = Array.from({ length: 7 }, (_, index) => sceneRow(index + 1));
      const moved = before.toSpliced(from, 1).toSpliced(to, 0, ...before.slice(from, from + 1));
      const after = moved.map((scene, index) => ({ ...scene, sceneNumber: index + 1 }));
      expect(spokenChange(before, after, before[from]?.id)).toBe(`“Scene ${from + 1}” is now scene ${to + 1} of 7`);
    }),
  );
});

test('a timecode that is shown can be typed again, in any of its forms', () => {
  const fps = fc.constantFrom({ num: 24, den: 1 }, { num: 30_000, den: 1001 }, { num: 25, den: 1 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 200_000 }), fps, (frame, rate) => {
      expect(frameOfTimecode(timecode(frameTimeUs(frame, rate), rate), rate)).toBe(frame);
    }),
  );
  const film = { num: 24, den: 1 };
  expect(['0:01:12', '1:12', '36', ' 0.01.12 ', '0;1;12'].map((typed) => frameOfTimecode(typed, film))).toEqual([
    36, 36, 36, 36, 36,
  ]);
  expect(['', 'a', '1:2:3:4', '-3', '1:', '1e3'].map((typed) => frameOfTimecode(typed, film))).toEqual(
    Array.from({ length: 6 }, () => null),
  );
});
