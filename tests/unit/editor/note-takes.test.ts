import { expect, test } from 'vitest';
import { noteTakes, type TakesInWork } from '#features/generation/note-takes.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { completeScene, sceneRow, testHash } from '#tests/helpers/rows.ts';
import { sceneGroups } from '#widgets/scene-groups.ts';

/** Looks at one set of rows after the other. Answers what was replaced at the last look: earlier and present file. */
function look(...sets: Scene[][]): (string | null)[][] {
  let takes: TakesInWork = new Map();
  let last: (string | null)[][] = [];
  for (const rows of sets) {
    const seen = noteTakes(takes, sceneGroups(rows));
    takes = seen.takes;
    last = seen.replaced.map(({ earlier, present }) => [earlier.scene.sha256, present.scene.sha256]);
  }
  return last;
}

const made = (n: number, fields: Partial<Scene> = {}): Scene => completeScene(1, { sha256: testHash(n), ...fields });
const making = (n: number, fields: Partial<Scene> = {}): Scene => made(n, { status: 'generating', ...fields });
const piece = (n: number, status: Scene['status']): Scene =>
  completeScene(1, {
    id: testHash(100).slice(0, 36),
    isExtension: true,
    parentSceneId: made(1).id,
    extensionIndex: 1,
    sha256: testHash(n),
    status,
  });

test('a new clip in place of an old one is told once, also when the page was opened while it was made', () => {
  expect(look([made(1)], [making(1)], [made(2)])).toEqual([[testHash(1), testHash(2)]]);
  expect(look([making(1)], [made(2)])).toEqual([[testHash(1), testHash(2)]]);
  expect(look([making(1)], [made(2)], [made(2)])).toEqual([]);
});

test('a first clip, the same clip again and one that was not made replace nothing', () => {
  expect(look([sceneRow(1, { status: 'generating' })], [made(2)])).toEqual([]);
  expect(look([making(1)], [made(1)])).toEqual([]);
  expect(look([making(1)], [made(1, { status: 'failed' })], [made(1)])).toEqual([]);
});

test('a clip that came by an edit, a earlier one brought back, is not told', () => {
  expect(look([made(2)], [made(1)])).toEqual([]);
});

test('a scene of several pieces is told when all of them are there, with what all of them were', () => {
  const sets = [
    [making(1), piece(5, 'generating')],
    [made(2), piece(5, 'generating')],
    [made(2), piece(6, 'complete')],
  ];
  let takes: TakesInWork = new Map();
  for (const rows of sets.slice(0, 2)) {
    const seen = noteTakes(takes, sceneGroups(rows));
    takes = seen.takes;
    expect(seen.replaced).toEqual([]);
  }
  const [replaced] = noteTakes(takes, sceneGroups(sets[2] ?? [])).replaced;
  expect(replaced?.earlier.scene.sha256).toBe(testHash(1));
  expect(replaced?.earlier.extensions.map(({ sha256 }) => sha256)).toEqual([testHash(5)]);
});

test('what is cut from the old clip while the new one is made belongs to the old one', () => {
  let { takes } = noteTakes(new Map(), sceneGroups([making(1)]));
  ({ takes } = noteTakes(takes, sceneGroups([making(1, { trimStart: 2 })])));
  expect(noteTakes(takes, sceneGroups([made(2)])).replaced[0]?.earlier.scene.trimStart).toBe(2);
});
