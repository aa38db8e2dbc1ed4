import { describe, expect, test } from 'vitest';
import type { Change } from '#data/change.ts';
import { applyChange } from '#data/document/apply-change.ts';
import { charactersOf, portraitsOf, unseenOf } from '#editor/commands/add-characters.ts';
import { characterSteps } from '#editor/commands/restore-characters.ts';
import { deleteCharacter, renameCharacter, restoreCharacter } from '#editor/commands/edit-characters.ts';
import { fewerNote } from '#features/characters/character-notes.ts';
import { pictureProblem } from '#features/characters/portrait-calls.ts';
import type { CharacterReference } from '#shared/entities/character-reference.ts';
import { mediaUrl } from '#shared/api/media.ts';
import { writtenCharacter } from '#shared/entities/history.ts';
import type { OwnFile } from '#shared/entities/own-file.ts';
import { limits } from '#shared/limits.ts';
import { requestOf } from '#sync/change-request.ts';
import { ownFile } from '#tests/helpers/own-files.ts';
import { projectRow, testHash, testId } from '#tests/helpers/rows.ts';

const mara: CharacterReference = { id: testId(7), name: 'Mara', description: 'A keeper.', imageUrl: '/api/media/a' };
const jon: CharacterReference = { id: testId(8), name: 'Jon', description: 'A boy.', imageUrl: null };
const project = projectRow({ characterReferences: [mara, jon], version: 4 });
const before = { project, scenes: [], tombstones: [] };
const base = {
  ...{ projectId: project.id, userId: project.userId, project, scenes: [], tombstones: [], takes: [] },
  ...{ orphanIds: [], hasScenes: true, pulledAt: null },
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

describe('the characters of another document', () => {
  const hash = testHash(3);
  const seen = { ...mara, imageUrl: mediaUrl(hash) };
  const portrait = ownFile('picture', { sha256: hash, name: 'mara.png', type: 'image/png', sizeBytes: 4_000 });
  const made = (...files: OwnFile[]) =>
    charactersOf({ characterReferences: [seen, jon] }, new Map(files.map((file) => [file.sha256, file])));
  const told = (changes: readonly Change[]) =>
    changes.reduce(applyChange, { ...before, project: { ...project, characterReferences: [] } }).project
      ?.characterReferences;

  test('come with the picture that is an own file, and without one that isn’t, which is counted', () => {
    expect(portraitsOf({ characterReferences: [seen, jon] })).toEqual([
      { sha256: hash, name: 'Mara', kind: 'picture' },
    ]);
    expect(told(made(portrait))).toEqual([seen, jon]);
    expect(told(made())).toEqual([{ ...seen, imageUrl: null }, jon]);
    const cast = { characterReferences: [seen, jon] };
    expect([unseenOf(cast, made(portrait)), unseenOf(cast, made())]).toEqual([0, 1]);
  });

  test('a picture that the server wouldn’t show a character by is left out', () => {
    for (const odd of [{ type: 'image/avif' as const }, { sizeBytes: limits.referencePictureBytes + 1 }])
      expect(told(made({ ...portrait, ...odd }))).toEqual([{ ...seen, imageUrl: null }, jon]);
  });

  test('one that is there is not added again', () => {
    const [added] = made();
    expect(added && applyChange(before, added)).toEqual(before);
  });
});

describe('the characters of a version', () => {
  const wordsOf = (all: readonly CharacterReference[] | undefined) =>
    all?.map(({ name, description }) => [name, description]);
  const ines: CharacterReference = { id: testId(9), name: 'Ines', description: 'A girl.', imageUrl: null };
  /** What the project has then, and when that is undone. */
  const restored = (present: CharacterReference[], wanted: readonly CharacterReference[]) => {
    const document = { ...before, project: { ...project, characterReferences: present } };
    const steps = characterSteps(present, wanted.map(writtenCharacter));
    const then = steps.map(({ change }) => change).reduce(applyChange, document);
    const undone = steps
      .map(({ inverse }) => inverse)
      .toReversed()
      .reduce(applyChange, then);
    expect(undone).toEqual(document);
    return then.project?.characterReferences;
  };

  test('come back by their words, keep their pictures, and those who came since go', () => {
    const renamed = { ...mara, name: 'Maria', description: 'A sailor.' };
    expect(restored([ines, renamed], [mara, jon])).toEqual([mara, jon]);
    expect(restored([mara, jon], [jon, mara])).toEqual([mara, jon]);
  });

  test('take a name when whoever has it now has got another; two who swapped names keep them', () => {
    const [first, second] = [
      { ...mara, name: 'Jon' },
      { ...jon, name: 'Noor' },
    ];
    expect(wordsOf(restored([first, second], [mara, jon]))).toEqual(wordsOf([mara, jon]));
    const swapped = [
      { ...mara, name: 'Jon' },
      { ...jon, name: 'mara' },
    ];
    expect(wordsOf(restored(swapped, [mara, jon]))).toEqual(wordsOf(swapped));
  });

  test('that a model described at length stay as they are', () => {
    const long = { ...mara, description: 'word '.repeat(300) };
    expect(characterSteps([long], [writtenCharacter(long)])).toEqual([]);
  });
});
