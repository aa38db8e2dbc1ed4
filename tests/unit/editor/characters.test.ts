import { describe, expect, test } from 'vitest';
import { applyChange } from '#data/document/apply-change.ts';
import { deleteCharacter, renameCharacter, restoreCharacter } from '#editor/commands/edit-characters.ts';
import { fewerNote } from '#features/characters/character-notes.ts';
import { pictureProblem } from '#features/characters/portrait-calls.ts';
import type { CharacterReference } from '#shared/entities/character-reference.ts';
import { limits } from '#shared/limits.ts';
import { requestOf } from '#sync/change-request.ts';
import { projectRow, testId } from '#tests/helpers/rows.ts';

const mara: CharacterReference = { id: testId(7), name: 'Mara', description: 'A keeper.', imageUrl: '/api/media/a' };
const jon: CharacterReference = { id: testId(8), name: 'Jon', description: 'A boy.', imageUrl: null };
const project = projectRow({ characterReferences: [mara, jon], version: 4 });
const before = { project, scenes: [], tombstones: [] };
const base = {
  projectId: project.id,
  userId: project.userId,
  project,
  scenes: [],
  tombstones: [],
  takes: [],
  orphanIds: [],
  hasScenes: true,
  pulledAt: null,
};

describe('a character', () => {
  test('is renamed here at once, and one undo gives the former name back', () => {
    const plan = renameCharacter(project, mara, 'Ines');
    const renamed = plan.changes.reduce(applyChange, before);
    expect(renamed.project?.characterReferences).toEqual([{ ...mara, name: 'Ines' }, jon]);
    const undone = (plan.inverse ?? []).reduce(applyChange, renamed);
    expect(undone).toEqual(before);
    expect(renameCharacter(project, mara, 'Mara').changes).toEqual([]);
  });

  test('is deleted here at once; one that is gone already stays gone', () => {
    const plan = deleteCharacter(project, jon);
    const rest = plan.changes.reduce(applyChange, before);
    expect(rest.project?.characterReferences).toEqual([mara]);
    expect(plan.changes.reduce(applyChange, rest)).toEqual(rest);
  });

  test('is restored to its place by one undo; one that is there stays as it is', () => {
    const plan = deleteCharacter(project, mara);
    const rest = plan.changes.reduce(applyChange, before);
    const undone = (plan.inverse ?? []).reduce(applyChange, rest);
    expect(undone).toEqual(before);
    expect((plan.inverse ?? []).reduce(applyChange, undone)).toEqual(before);
    expect(restoreCharacter(project, mara, 0).changes).toEqual(plan.inverse);
  });

  test('is changed on the server by the project’s version', () => {
    const path = `/api/projects/${project.id}/characters/${mara.id}`;
    const [rename] = renameCharacter(project, mara, 'Ines').changes;
    const [remove] = deleteCharacter(project, mara).changes;
    expect(rename && requestOf(rename, base)).toEqual({ method: 'PATCH', path, body: '{"name":"Ines"}', ifMatch: 4 });
    expect(remove && requestOf(remove, base)).toEqual({ method: 'DELETE', path, body: null, ifMatch: 4 });
    const [restore] = restoreCharacter(project, mara, 0).changes;
    expect(restore && requestOf(restore, base)).toEqual({
      method: 'POST',
      path: `${path}/restore`,
      body: null,
      ifMatch: 4,
    });
  });
});

test('the card says how many came of how many, and how many lack a portrait', () => {
  expect(fewerNote([mara], null)).toBeNull();
  expect(fewerNote([mara], 1)).toBeNull();
  expect(fewerNote([mara], 3)).toBe('1 of 3 characters came.');
  expect(fewerNote([mara, jon], 3)).toBe('2 of 3 characters came. 1 of them has no portrait.');
});

test('a file that can’t be a portrait is not sent', () => {
  expect(pictureProblem({ name: 'Jon.png', type: 'image/png', size: limits.referencePictureBytes })).toBeNull();
  expect(pictureProblem({ name: 'Jon.gif', type: null, size: 10 })).toMatch(/“Jon.gif”.*JPEG, PNG, WebP, or AVIF/);
  expect(pictureProblem({ name: 'Jon.webp', type: 'image/webp', size: limits.referencePictureBytes + 1 })).toMatch(
    /“Jon.webp”.*4.5 MB/,
  );
});
