import { expect, test } from 'vitest';
import type { ProjectHistory } from '#data/live.ts';
import type { Change } from '#data/change.ts';
import { pulledHistoryRowSchema, type OutboxRow, type PulledHistoryRow } from '#data/tables/rows.ts';
import { historyDays } from '#features/history/history-view.ts';
import { replacedNotice } from '#features/history/history-words.ts';
import { valueText } from '#widgets/value-words.ts';
import type { CharacterReference } from '#shared/entities/character-reference.ts';
import type { FieldChange } from '#shared/entities/history.ts';
import { mediaUrl } from '#shared/api/media.ts';
import { projectRow, sceneRow, testHash, testId } from '#tests/helpers/rows.ts';

const NOW = new Date(2026, 10, 22, 23, 45).getTime();
const MINUTE = 60_000;
const laptop = { id: testId(90), name: 'Chrome on macOS' };
const phone = { id: testId(91), name: 'Safari on iPhone' };
const scenes = [sceneRow(1), sceneRow(2), sceneRow(3)];
const rows = { project: projectRow({ title: 'The Tower' }), scenes };

let count = 0;
function entry(fields: Partial<PulledHistoryRow>): PulledHistoryRow {
  count += 1;
  return {
    ...{ id: testId(1_000 + count), projectId: testId(1), userId: testId(2), place: 1_000 - count, at: NOW },
    ...{ kind: 'edit-scene', sceneId: null, sceneNumber: null, device: laptop, opKey: null, fields: [], isTold: true },
    ...fields,
  };
}
const change = (field: FieldChange['field'], before: unknown, after: unknown, of?: typeof phone): FieldChange => ({
  ...{ field, before, after, replaced: of === undefined ? null : { device: of, at: NOW } },
});
const none = { entries: [], overruled: [], unsent: [], deletedScenes: [], hasOlder: false, ownDeviceId: laptop.id };
const days = (history: Partial<ProjectHistory>, movie: Partial<typeof rows> = {}) =>
  historyDays({ ...none, ...history }, { ...rows, ...movie }, NOW);
const items = (history: Partial<ProjectHistory>, movie?: Partial<typeof rows>) =>
  days(history, movie).flatMap((day) => day.items);
const titles = (entries: PulledHistoryRow[]) => days({ entries }).map(({ items }) => items.map(({ title }) => title));

test('a deleted character is named, and comes back from there as long as it is gone', () => {
  const ines = { id: testId(1), name: 'Ines', description: 'A keeper.' };
  const deletion = entry({ kind: 'delete-character', fields: [change('character', ines, null)] });
  const [item] = items({ entries: [deletion] });
  expect(item).toMatchObject({
    title: 'Deleted the character Ines',
    replaced: [],
    deletedCharacter: { character: ines, isGone: true },
  });
  const project = projectRow({ characterReferences: [{ ...ines, imageUrl: null }] });
  const [restored] = items({ entries: [deletion] }, { project });
  expect(restored?.deletedCharacter?.isGone).toBe(false);
});

test('steps stand under their days', () => {
  const at = [NOW, NOW - 30 * MINUTE, NOW - 24 * 60 * MINUTE, NOW - 72 * 60 * MINUTE];
  expect(
    days({ entries: at.map((time) => entry({ kind: 'reorder-scenes', at: time })) }).map((one) => one.name),
  ).toEqual(['Today', 'Yesterday', 'November 19']);
});

test('what follows closely, of one kind and from one device, is one line', () => {
  const clip = (n: number, ago: number): PulledHistoryRow =>
    entry({ kind: 'make-clip', sceneNumber: n, device: null, at: NOW - ago * MINUTE });
  const trim = (n: number, device = laptop): PulledHistoryRow =>
    entry({ sceneNumber: n, device, fields: [change('trimStart', 0, 1), change('trimEnd', null, null)] });
  expect(titles([trim(1), trim(4), trim(4), trim(2, phone)])).toEqual([['Trimmed scenes 1 and 4', 'Trimmed scene 2']]);
  expect(titles([clip(8, 0), clip(7, 2), clip(5, 3), clip(6, 3), clip(4, 4), clip(1, 60)])).toEqual([
    ['Generated scenes 4 to 8', 'Generated scene 1'],
  ]);
});

test('edits are told by what they changed', () => {
  const edit = (fields: FieldChange[]): PulledHistoryRow => entry({ sceneNumber: 2, fields });
  const ofProject = (fields: FieldChange[]): PulledHistoryRow => entry({ kind: 'edit-project', fields });
  expect(
    titles([
      edit([change('title', 'a', 'b')]),
      edit([change('description', 'a', 'b')]),
      edit([change('textOverlays', [], [])]),
      edit([change('title', 'a', 'b'), change('resolution', '720p', '1080p')]),
      ofProject([change('isPublic', false, true)]),
      ofProject([change('isPublic', true, false)]),
      ofProject([change('isIndexable', false, true)]),
      ofProject([change('isIndexable', true, false)]),
      ofProject([change('title', 'a', 'b'), change('description', 'a', 'b')]),
    ]),
  ).toEqual([
    [
      'Renamed scene 2',
      'Edited the description of scene 2',
      'Edited the text on scene 2',
      'Edited scene 2',
      'Made the movie public',
      'Made the movie private',
      'Let search engines list the movie',
      'Hid the movie from search engines',
      'Edited the movie details',
    ],
  ]);
});

test('a replaced value has both texts, their devices, and what brings it back', () => {
  const [scene] = scenes;
  const row = entry({
    sceneId: scene?.id ?? '',
    sceneNumber: 1,
    device: phone,
    fields: [change('description', 'Before.', scene?.description, laptop), change('title', 'a', 'b')],
  });
  expect(items({ entries: [row] })[0]).toMatchObject({
    title: 'Scene 1 description replaced',
    device: { name: 'Safari on iPhone' },
    replaced: [
      {
        isText: true,
        before: 'Before.',
        current: 'after',
        by: 'Safari on iPhone',
        of: null,
        restore: { sceneId: scene?.id, values: { description: 'Before.' } },
      },
    ],
  });
});

test('it says which of the two is in use, and offers nothing for a scene that is gone', () => {
  const title = (before: string, after: string): PulledHistoryRow =>
    entry({ kind: 'edit-project', fields: [change('title', before, after, phone)] });
  const currents = items({
    entries: [title('The Tower', 'x'), title('x', 'The Tower'), title('x', 'y')],
  }).map(({ replaced }) => replaced[0]?.current);
  expect(currents).toEqual(['before', 'after', 'neither']);
  const gone = entry({ sceneId: testId(77), sceneNumber: 9, fields: [change('title', 'a', 'b', phone)] });
  expect(items({ entries: [gone] })[0]?.replaced[0]?.restore).toEqual({
    refusal: 'This scene has been deleted.',
  });
});

test('an order can be taken back to what it was before the whole step, for the scenes that are left', () => {
  const [one, two, three] = scenes.map(({ id }) => id);
  const reorder = (before: unknown, ago = 0): PulledHistoryRow =>
    entry({ kind: 'reorder-scenes', at: NOW - ago * MINUTE, fields: [change('sceneOrder', before, [])] });
  const orders = (entries: PulledHistoryRow[]) => items({ entries }).map(({ order }) => order);
  expect(orders([reorder([two, testId(77), one])])).toEqual([
    {
      titles: [
        { id: two, title: 'Scene 2' },
        { id: one, title: 'Scene 1' },
      ],
      more: 0,
      isCurrent: false,
      restore: { sceneId: null, values: { sceneOrder: [two, testId(77), one] } },
    },
  ]);
  expect(orders([reorder([one, two, three])])).toMatchObject([{ isCurrent: true }]);
  expect(orders([reorder([one, two, three]), reorder([three, two, one], 1)])).toMatchObject([
    { titles: [{ title: 'Scene 3' }, { title: 'Scene 2' }, { title: 'Scene 1' }], isCurrent: false },
  ]);
  // One that was remembered without its orders, and one whose other scenes are gone.
  expect(orders([entry({ kind: 'reorder-scenes' })])).toEqual([null]);
  expect(orders([reorder([one, testId(77)])])).toEqual([null]);
});

test('of a long order the beginning is shown', () => {
  const many = Array.from({ length: 9 }, (_, n) => sceneRow(n + 1));
  const ids = many.map(({ id }) => id);
  const entries = [entry({ kind: 'reorder-scenes', fields: [change('sceneOrder', ids.toReversed(), ids)] })];
  expect(items({ entries }, { scenes: many })[0]?.order).toMatchObject({ titles: { length: 5 }, more: 4 });
});

test('both ends of a trim come back together', () => {
  const row = entry({
    sceneId: scenes[0]?.id ?? '',
    sceneNumber: 1,
    fields: [change('trimStart', 1, 1), change('trimEnd', 5, 6, phone)],
  });
  expect(items({ entries: [row] })[0]?.replaced).toMatchObject([
    {
      before: 'From 0:01.0, To 0:05.0',
      after: 'From 0:01.0, To 0:06.0',
      restore: { values: { trimStart: 1, trimEnd: 5 } },
    },
  ]);
});

test('the former words of a character come back as a whole, unless it was deleted', () => {
  const [was, is] = ['Ines', 'Edda'].map((name) => ({ id: testId(50), name, description: 'A keeper.' }));
  const named = entry({ kind: 'edit-character', device: phone, fields: [change('character', was, is, laptop)] });
  const of = (...characterReferences: CharacterReference[]) =>
    items({ entries: [named] }, { project: projectRow({ characterReferences }) })[0];
  if (is === undefined) throw new Error('There is no character.');
  expect(of({ ...is, imageUrl: null })).toMatchObject({
    title: 'Character details replaced',
    replaced: [
      {
        ...{ before: 'Ines: A keeper.', after: 'Edda: A keeper.', isText: true, current: 'after' },
        restore: { sceneId: null, values: { character: was } },
      },
    ],
  });
  expect(of()?.replaced).toMatchObject([{ restore: { refusal: 'This character was deleted.' } }]);
});

test('a character’s former picture comes back where it is a file of the person’s own', () => {
  const [was, is] = [1, 2].map((n) => ({ id: testId(50), imageUrl: mediaUrl(testHash(n)), isOwn: true }));
  if (was === undefined || is === undefined) throw new Error('There are no pictures.');
  const ines = { id: testId(50), name: 'Ines', description: 'A keeper.', imageUrl: is.imageUrl };
  const of = (former: object, characterReferences = [ines]) => {
    const fields = [change('characterPicture', former, is, laptop)];
    const entries = [entry({ kind: 'edit-character', device: phone, fields })];
    return items({ entries }, { project: projectRow({ characterReferences }) })[0];
  };
  const restore = { sceneId: null, values: { characterPicture: { former: was, replacing: is } } };
  const pictures = { name: 'Ines', before: was, after: is };
  expect(of(was)).toMatchObject({
    title: 'Character picture replaced',
    replaced: [{ current: 'after', pictures, restore }],
  });
  expect(of(was, [{ ...ines, imageUrl: was.imageUrl }])?.replaced[0]?.current).toBe('before');
  expect(of(was, [{ ...ines, imageUrl: mediaUrl(testHash(3)) }])?.replaced[0]?.current).toBe('neither');
  const refusalOf = (item: ReturnType<typeof of>) => item?.replaced[0]?.restore;
  expect(refusalOf(of({ ...was, isOwn: false }))).toEqual({ refusal: 'This picture is no longer kept.' });
  expect(refusalOf(of(was, []))).toEqual({ refusal: 'This character was deleted.' });
});

test('what this device has overruled and the server has not told of yet is there too', () => {
  const sceneId = scenes[0]?.id ?? '';
  const patched = (patch: object) => [{ kind: 'patch-scene' as const, sceneId, patch }];
  const row = {
    ...{ seq: 3, projectId: testId(1), userId: testId(2), label: 'Edit scene 1', state: 'overruled' as const, at: NOW },
    changes: patched({ title: 'Mine', description: 'Mine alone.' }),
    inverse: patched({ title: 'Theirs' }),
  };
  expect(items({ overruled: [{ row, isUnsent: true }] })).toMatchObject([
    {
      title: 'Scene 1 title replaced',
      isUnsent: true,
      replaced: [{ before: 'Theirs', after: 'Mine', by: null, of: 'another device' }],
    },
  ]);
});

test('what the server doesn’t have yet is on the line, too, once', () => {
  const sent = entry({ kind: 'reorder-scenes', opKey: testId(204), at: NOW - 60 * MINUTE });
  const [one, two] = scenes.map(({ id }) => id);
  const of = (seq: number, change: Change): OutboxRow => ({
    ...{ seq, opId: testId(200 + seq), userId: testId(2), projectId: testId(1), label: 'Edit', change, at: NOW },
    ...{ madeOn: 1, request: null, attempts: 0, unanswered: 0, conflicts: 0, nextAt: 0 },
    ...{ state: 'waiting', refusal: null },
  });
  const unsent = [
    of(1, { kind: 'patch-scene', sceneId: one ?? '', patch: { trimStart: 1 } }),
    of(2, { kind: 'patch-scene', sceneId: two ?? '', patch: { trimEnd: 1 } }),
    of(3, { kind: 'patch-character', characterId: testId(50), patch: { name: 'Edda' } }),
    of(5, { kind: 'delete-scene', sceneId: testId(190), at: NOW }),
    // Its answer was lost.
    of(4, { kind: 'reorder-scenes', order: [] }),
  ];
  const deletedScenes = [sceneRow(7, { id: testId(190) })];
  expect(items({ entries: [sent], unsent, deletedScenes, ownDeviceId: null })).toMatchObject([
    { title: 'Deleted scene 7', isUnsent: true, deleted: { goneIds: [testId(190)] } },
    { title: 'Changed a character', isUnsent: true, device: { name: null } },
    { title: 'Trimmed scenes 1 and 2', isUnsent: true, device: { name: null } },
    { title: 'Reordered the scenes', isUnsent: false },
  ]);
});

test('the notice says whose version was replaced by whose', () => {
  expect([replacedNotice(null, 'A'), replacedNotice('A', null), replacedNotice('A', 'B')]).toEqual([
    'Your later version replaced the one from A. You can restore it.',
    'A later version from A replaced yours. You can restore it.',
    'A later version from A replaced the one from B. You can restore it.',
  ]);
});

test('values are told as people read them', () => {
  const overlay = { text: 'The end', fontSize: 32, color: '#FFFFFF', position: 'bottom', startTime: 1, endTime: 62.54 };
  expect([
    valueText('textOverlays', [overlay]),
    valueText('textOverlays', []),
    valueText('trimEnd', null),
    valueText('isPublic', true),
    valueText('negativePrompt', null),
    valueText('metadata', { cameraAngle: 'wide', mood: 'calm', lighting: null, movement: 'pan' }),
  ]).toEqual([
    '“The end” 0:01.0–1:02.5',
    'No text',
    'To the end of the clip',
    'Public',
    'None',
    'Wide shot, Calm, pan',
  ]);
});

test('deleted scenes are offered again, the last one first, unless they are back', () => {
  const deletion = (n: number, ago: number): PulledHistoryRow =>
    entry({ kind: 'delete-scene', sceneId: testId(100 + n), sceneNumber: n, at: NOW - ago * MINUTE });
  const entries = [deletion(5, 0), deletion(4, 1), deletion(2, 30)];
  expect(items({ entries }).map(({ title, deleted }) => [title, deleted])).toEqual([
    ['Deleted scenes 4 and 5', { sceneIds: [testId(105), testId(104)], goneIds: [testId(105), testId(104)] }],
    ['Deleted scene 2', { sceneIds: [testId(102)], goneIds: [] }],
  ]);
});

test('what only a newer version knows is told in general words, and what is known of it as always', () => {
  const unknown = { field: 'lens', before: 1, after: 2, replaced: { device: phone, at: NOW } };
  const entries = [
    entry({ kind: 'stabilize-scene', sceneNumber: 2, sceneId: testId(102) }),
    entry({ kind: 'rename-chapter', at: NOW - 60 * MINUTE }),
    entry({ kind: 'edit-scene', sceneNumber: 2, fields: [unknown], at: NOW - 120 * MINUTE }),
    entry({
      sceneId: testId(102),
      sceneNumber: 2,
      fields: [unknown, change('title', 'a', 'b', phone)],
      at: NOW - 180 * MINUTE,
    }),
  ];
  expect(entries.map((row) => pulledHistoryRowSchema.parse(row))).toEqual(entries);
  expect(items({ entries }).map(({ title, replaced }) => [title, replaced.map(({ key }) => key)])).toEqual([
    ['Changed scene 2', []],
    ['Changed the movie', []],
    ['Edited scene 2', []],
    ['Scene 2 title replaced', ['title']],
  ]);
});
