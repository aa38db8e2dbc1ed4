import { describe, expect, test } from 'vitest';
import type { Scene } from '#shared/entities/scene.ts';
import { completeScene, extensionOf, projectRow, sceneRow } from '#tests/helpers/rows.ts';
import { sceneGroups } from '#widgets/scene-groups.ts';
import { estimateFor, rowsToGenerate } from '#widgets/scene-price.ts';

const project = projectRow();
/** A clip of 8 s that two extensions were to follow. */
const extended = completeScene(1, { duration: 22 });
const extension = (index: number, fields: Partial<Scene>) => extensionOf(extended, index, fields);

const groupOf = (rows: readonly Scene[]) => {
  const [group] = sceneGroups(rows);
  if (!group) throw new Error('There is no scene.');
  return group;
};

describe('what a scene costs', () => {
  test('is the whole scene while it has no clip', () => {
    const rows = [sceneRow(1, { duration: 8 })];
    expect(rowsToGenerate(groupOf(rows))).toEqual(rows);
    expect(estimateFor(groupOf(rows), project, rows)).toBe(2);
  });

  test('is only what continues its clip where that is all that it lacks', () => {
    const [first, second] = [extension(1, { status: 'complete' }), extension(2, { status: 'failed' })];
    const rows = [extended, first, second];
    expect(rowsToGenerate(groupOf(rows))).toEqual([second]);
    // 15 s count as 16, and 22 s as 24.
    expect(estimateFor(groupOf(rows), project, rows)).toBe(2);
    const neither = [extended, extension(1, { status: 'pending' }), extension(2, { status: 'pending' })];
    expect(rowsToGenerate(groupOf(neither))).toEqual(neither.slice(1));
    expect(estimateFor(groupOf(neither), project, neither)).toBe(4);
  });
});
