/** What of a version differs from now, and where versions are among what happened. */
import { expect, test } from 'vitest';
import type { VersionRow } from '#data/tables/rows.ts';
import { versionDifference, withVersions } from '#features/history/version-view.ts';
import { versionName } from '#features/history/version-words.ts';
import { completeScene, projectRow, sceneRow, testHash, testId } from '#tests/helpers/rows.ts';

const NOON = new Date(2026, 10, 22, 12).getTime();
const HOUR = 3_600_000;

const project = projectRow();
const scenes = [completeScene(1), completeScene(2), sceneRow(3)];

function version(fields: Partial<VersionRow> = {}): VersionRow {
  const { title, description, model, levelling, audio } = project;
  return {
    ...{ id: testId(50), projectId: project.id, userId: project.userId, at: NOON, reason: 'editing', name: null },
    project: { title, description, model, levelling, audio },
    ...{ scenes, device: null, state: 'sent' },
    ...fields,
  };
}

test('nothing differs from itself', () => {
  const same = { count: 0, added: 0, movie: [], isSame: true };
  expect(versionDifference(version(), { project, scenes })).toMatchObject(same);
});

test('a scene that had no clip yet doesn’t differ by the one that it has got since', () => {
  const before = scenes.map((scene) => ({ ...scene, sha256: null, status: 'pending' as const }));
  expect(versionDifference(version({ scenes: before }), { project, scenes })).toMatchObject({ count: 0, isSame: true });
});

test('each scene says what is different, and what was deleted or added since is counted', () => {
  const [first, second] = scenes;
  const now = [
    { ...(second ?? completeScene(2)), sceneNumber: 1, sha256: testHash(90), muted: true },
    {
      ...(first ?? completeScene(1)),
      sceneNumber: 2,
      trimStart: 1,
      transition: { kind: 'crossfade' as const, seconds: 1, sound: true },
    },
    { ...sceneRow(4), sceneNumber: 3 },
  ];
  const difference = versionDifference(version(), { project: { ...project, title: 'Other' }, scenes: now });
  expect(difference.scenes.map(({ differences }) => differences)).toEqual([
    ['Trim differs', 'Join differs'],
    ['Clip differs', 'Sound differs'],
    ['Deleted since'],
  ]);
  expect(difference).toMatchObject({
    added: 1,
    count: 4,
    isSame: false,
    movie: ['title or description', 'scene order'],
  });
});

test('versions are told among what happened, by days', () => {
  const versions = [version({ id: testId(51), at: NOON, name: 'Before the recut' }), version({ at: NOON - 30 * HOUR })];
  const rest = { device: null, isUnsent: false, replaced: [], order: null, deleted: null, deletedCharacter: null };
  const item = { id: 'x', at: NOON - HOUR, title: 'Deleted scene 2', ...rest };
  const days = withVersions([{ name: 'Today', items: [item] }], versions, NOON);
  expect(days.map(({ name, steps }) => [name, steps.map(({ id }) => id)])).toEqual([
    ['Today', [testId(51), 'x']],
    ['Yesterday', [testId(50)]],
  ]);
  expect(versions.map(versionName)).toEqual(['Before the recut', 'Saved automatically']);
});

test('characters differ by who they are and what is said of them, and an older version doesn’t say', () => {
  const mara = { id: testId(7), name: 'Mara', description: 'A keeper.' };
  const jon = { id: testId(8), name: 'Jon', description: 'A boy.' };
  const present = (...all: (typeof mara)[]) => ({
    project: { ...project, characterReferences: all.map((one) => ({ ...one, imageUrl: '/api/media/x' })) },
    scenes,
  });
  const differs = (characters: VersionRow['characters'], ...all: (typeof mara)[]) => {
    const { movie, addedCharacters, isSame } = versionDifference(version({ characters }), present(...all));
    return [movie, addedCharacters, isSame];
  };
  expect(differs([jon, mara], mara, jon)).toEqual([[], 0, true]);
  expect(differs([mara], { ...mara, description: 'A sailor.' })).toEqual([['characters'], 0, false]);
  expect(differs([mara], mara, jon)).toEqual([['characters'], 1, false]);
  expect(differs([mara, jon], mara)).toEqual([['characters'], 0, false]);
  expect(differs(undefined, mara, jon)).toEqual([[], 0, true]);
});
