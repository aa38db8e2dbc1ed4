import { describe, expect, test } from 'vitest';
import { choiceAtFirst, missingFor, ownEndsOf, withNeighbors, withOwnEnds } from '#features/generation/scene-choice.ts';
import { clipsAhead } from '#shared/rules/queue-place.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { sceneRow, testHash } from '#tests/helpers/rows.ts';
import { sceneGroups } from '#widgets/scene-groups.ts';

const made = { status: 'complete', sha256: testHash(1) } as const;
const numbers = (rows: readonly Scene[]): number[] => rows.map(({ sceneNumber }) => sceneNumber);
const find = (rows: readonly Scene[], number: number): Scene => {
  const found = rows.find(({ sceneNumber }) => sceneNumber === number);
  if (!found) throw new Error(`No scene ${number}.`);
  return found;
};

describe('what is chosen at first', () => {
  const chosen = (rows: Scene[]): number[] => {
    const ids = choiceAtFirst(sceneGroups(rows));
    return numbers(rows.filter(({ id }) => ids.has(id)));
  };

  test('is what is pending; scenes that failed are not', () => {
    expect(chosen([sceneRow(1), sceneRow(2, { status: 'failed' }), sceneRow(3)])).toEqual([1, 3]);
  });

  test('is everything where all of it failed', () => {
    expect(chosen([sceneRow(1, { status: 'failed' }), sceneRow(2, { status: 'failed' })])).toEqual([1, 2]);
  });
});

describe('a scene that takes a frame of its neighbors', () => {
  const chain = [
    sceneRow(1, made),
    sceneRow(2),
    sceneRow(3, { continueFromPrevious: true }),
    sceneRow(4, { continueFromPrevious: true }),
  ];

  test('needs every scene without a clip on the way to one that has its own start, those first', () => {
    expect(numbers(withNeighbors(find(chain, 4), chain))).toEqual([2, 3, 4]);
    expect(numbers(withNeighbors(find(chain, 2), chain))).toEqual([2]);
  });

  test('needs nothing of a neighbor that has a clip, or whose clip is coming', () => {
    const afterMade = chain.map((row) => (row.sceneNumber === 3 ? { ...row, ...made } : row));
    const afterComing: Scene[] = chain.map((row) =>
      row.sceneNumber === 3 ? { ...row, status: 'generating' as const } : row,
    );
    for (const rows of [afterMade, afterComing]) expect(numbers(withNeighbors(find(rows, 4), rows))).toEqual([4]);
  });

  test('needs the next one first where it ends in it', () => {
    const rows = [sceneRow(1, { continueIntoNext: true }), sceneRow(2), sceneRow(3)];
    expect(numbers(withNeighbors(find(rows, 1), rows))).toEqual([2, 1]);
  });

  test('does not need a next one that starts from it', () => {
    const rows = [sceneRow(1, { continueIntoNext: true }), sceneRow(2, { continueFromPrevious: true })];
    expect(numbers(withNeighbors(find(rows, 1), rows))).toEqual([1]);
  });

  test('gets along without them with ends of its own', () => {
    const scene = find(chain, 3);
    const missing = missingFor(scene, chain, new Set([scene.id]));
    expect(missing?.before?.sceneNumber).toBe(2);
    const ends = ownEndsOf(scene, missing ?? { before: null, after: null });
    expect(ends).toEqual({ id: scene.id, continueFromPrevious: false, continueIntoNext: false });
    const rows = withOwnEnds(chain, [ends]);
    expect(missingFor(find(rows, 3), rows, new Set([scene.id]))).toBeNull();
    expect(missingFor(scene, chain, new Set([scene.id, find(chain, 2).id]))).toBeNull();
  });
});

describe('a place in line', () => {
  const queued = (number: number, queuedAt: number | null, fields: Partial<Scene> = {}): Scene =>
    sceneRow(number, { status: 'generating', queuedAt, ...fields });
  const ahead = (rows: readonly Scene[]): (number | null)[] =>
    rows.filter(({ isExtension }) => !isExtension).map(({ id }) => clipsAhead(id, rows));

  test('counts what the model is at work on and what came before, in the order of the movie', () => {
    expect(ahead([queued(1, null), queued(2, null), queued(3, 5), queued(4, 5), sceneRow(5)])).toEqual([
      null,
      null,
      2,
      3,
      null,
    ]);
  });

  test('is shown with fewer ahead only where something else is waited for', () => {
    expect(ahead([queued(1, null), queued(2, 5)])).toEqual([null, null]);
    expect(ahead([queued(1, null), queued(2, 5, { note: 'Waiting for scene 1.' })])).toEqual([null, 1]);
  });

  test('is behind what was asked for earlier, wherever that is in the movie', () => {
    expect(ahead([queued(1, 9), queued(2, 5), queued(3, 5)])).toEqual([2, null, null]);
  });

  test('counts the parts of a scene before it, not its own; a scene that has begun is not in line', () => {
    const one = queued(1, 5);
    const part = queued(1, 5, { id: 'part', isExtension: true, parentSceneId: one.id, extensionIndex: 1 });
    expect(ahead([one, part, queued(2, 5)])).toEqual([null, 2]);
    expect(ahead([{ ...one, queuedAt: null }, part, queued(2, 5)])).toEqual([null, 2]);
  });
});
