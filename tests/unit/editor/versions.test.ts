/** Versions of a project: kept before what changes much and while somebody edits, bounded, and restored like any edit. */
import { beforeEach, expect, test } from 'vitest';
import { checkTables } from '#data/check-tables.ts';
import { readDocument } from '#data/tables/documents.ts';
import { versionsOf } from '#data/tables/versions.ts';
import { createActions } from '#editor/actions.ts';
import { createVersionActions } from '#editor/version-actions.ts';
import { inPlayOrder } from '#shared/rules/scene-order.ts';
import { eachOnDevice, it as device, makeMovie } from '../sync/test-device.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let versions: ReturnType<typeof createVersionActions>;
let projectId: string;
let sceneIds: string[];
eachOnDevice(null);
beforeEach(async () => {
  versions = createVersionActions(device);
  ({ projectId, sceneIds } = await makeMovie(device, ['Dawn', 'Noon', 'Dusk']));
});

const passed = (ms: number): void => device.setNow(device.device.now() + ms);
const kept = async () => (await versionsOf(device.db, projectId)).map(({ reason, name }) => name ?? reason);
const shown = async () => {
  const { project, scenes } = await readDocument(device.db, projectId);
  return {
    title: project?.title,
    scenes: inPlayOrder(scenes).map(({ title, muted, gainDb, textOverlays }) => ({
      title,
      muted,
      gainDb,
      textOverlays,
    })),
  };
};

test('while somebody edits, a version is kept before an edit every ten minutes', async () => {
  const before = await kept();
  await device.actions.editProject(projectId, { title: 'One' });
  expect(await kept()).toEqual(before);
  passed(10 * MINUTE);
  await device.actions.editProject(projectId, { title: 'Two' });
  await device.actions.editProject(projectId, { title: 'Three' });
  expect(await kept()).toEqual(['editing', ...before]);
  const [newest] = await versionsOf(device.db, projectId);
  expect(newest?.project.title).toBe('One');
  await checkTables(device.db, 1);
  expect(await device.db.quarantine.count()).toBe(0);
});

/** The browser's refusal of rows of one table, until `isFull` says that there is room. */
function fill(table: 'versions' | 'outbox', isFull: () => boolean): void {
  device.db[table].hook('creating', () => {
    if (isFull()) throw new DOMException('Full.', 'QuotaExceededError');
  });
}

test('an edit that has no room is made once files that can be made again have gone, or else without its version', async () => {
  passed(10 * MINUTE);
  let isFull = true;
  let timesFreed = 0;
  fill('versions', () => isFull);
  const actions = createActions({
    ...device,
    makeRoom: async () => {
      timesFreed += 1;
      if (timesFreed === 2) isFull = false;
    },
  });
  const before = await kept();
  await actions.editProject(projectId, { title: 'One' });
  expect((await shown()).title).toBe('One');
  expect({ timesFreed, versions: await kept() }).toEqual({ timesFreed: 1, versions: before });
  await actions.editProject(projectId, { title: 'Two' });
  expect({ timesFreed, versions: await kept() }).toEqual({ timesFreed: 2, versions: ['editing', ...before] });
});

test('without room, a risky step isn’t taken without its version, and an edit that doesn’t fit says so', async () => {
  fill('versions', () => true);
  const start = await shown();
  await expect(device.actions.deleteScenes(projectId, sceneIds.slice(1))).rejects.toMatchObject({
    code: 'storage_full',
  });
  fill('outbox', () => true);
  const makeRoom = () => Promise.reject(new Error('Held.'));
  const edit = createActions({ ...device, makeRoom }).editProject(projectId, { title: 'One' });
  await expect(edit).rejects.toMatchObject({ code: 'storage_full' });
  expect(await shown()).toEqual(start);
});

test('before several scenes are deleted a version is kept, before one isn’t', async () => {
  passed(MINUTE);
  const before = await kept();
  await device.actions.deleteScenes(projectId, sceneIds.slice(0, 1));
  expect(await kept()).toEqual(before);
  await device.actions.deleteScenes(projectId, sceneIds.slice(1));
  expect(await kept()).toEqual(['delete', ...before]);
});

test('a named version is restored with one edit, which undo takes back, and what was there is kept', async () => {
  const start = await shown();
  passed(MINUTE);
  await versions.nameVersion(projectId, '  Before the recut ');
  passed(MINUTE);
  await device.actions.deleteScenes(projectId, sceneIds.slice(1));
  await device.actions.editScene(sceneIds[0] ?? '', { title: 'Morning' });
  const recut = await shown();
  const [named] = (await versionsOf(device.db, projectId)).filter(({ name }) => name === 'Before the recut');
  passed(MINUTE);
  expect(await versions.restoreVersion(named?.id ?? '', 'Before the recut')).toEqual([]);
  expect(await shown()).toEqual(start);
  expect((await kept())[0]).toBe('restore');
  expect(await device.actions.undo(projectId)).toBe('Restore “Before the recut”');
  expect(await shown()).toEqual(recut);
  await device.actions.redo(projectId);
  expect(await shown()).toEqual(start);
});

test('versions go after thirty days, and until then those of editing stay further and further apart', async () => {
  await versions.nameVersion(projectId, 'First');
  const start = Math.ceil(device.device.now() / DAY) * DAY + 9 * 60 * MINUTE;
  for (const day of [0, 1]) {
    for (let minute = 0; minute < 270; minute += 10) {
      device.setNow(start + day * DAY + minute * MINUTE);
      await device.actions.editProject(projectId, { title: `Day ${day}, minute ${minute}` });
    }
  }
  const many = await versionsOf(device.db, projectId);
  const hours = many
    .filter(({ reason }) => reason === 'editing')
    .map(({ at }) => Math.floor((at - start) / (60 * MINUTE)));
  expect(hours.filter((hour) => hour >= 0 && hour < 24).toReversed()).toEqual([0, 1, 2, 3, 4]);
  expect(hours.filter((hour) => hour >= 24)).toHaveLength(27);
  expect(await kept()).toContain('First');
  passed(31 * DAY);
  await device.actions.editProject(projectId, { title: 'Much later' });
  expect(await kept()).toEqual(['editing']);
});

test('sixty named versions are kept, whatever is kept by itself after them', async () => {
  for (let turn = 0; turn < 61; turn += 1) {
    passed(MINUTE);
    await versions.nameVersion(projectId, `Cut ${turn}`);
  }
  await device.actions.editProject(projectId, { title: 'After all' });
  passed(10 * MINUTE);
  await device.actions.editProject(projectId, { title: 'And later' });
  const all = await kept();
  expect(all[0]).toBe('editing');
  expect(all.filter((one) => one.startsWith('Cut '))).toHaveLength(60);
  expect(all).not.toContain('Cut 0');
  expect(all).toContain('Cut 1');
});

test('a version without a name, or one that is gone, is refused with a sentence', async () => {
  await expect(versions.nameVersion(projectId, ' ')).rejects.toThrow('Give the version a name');
  await expect(versions.restoreVersion(projectId, 'x')).rejects.toThrow('no longer kept');
});

test('naming a version counts as done only if the browser kept it, and says so where it has no room', async () => {
  device.db.versions.hook('creating', () => {
    throw new DOMException('No room.', 'QuotaExceededError');
  });
  await expect(versions.nameVersion(projectId, 'Here')).rejects.toMatchObject({ code: 'storage_full' });
  expect(await kept()).not.toContain('Here');
});

test('a browser that says it wrote a named version, and didn’t, is found out', async () => {
  const { db } = device;
  const get = db.versions.get.bind(db.versions);
  Object.assign(db.versions, { get: async () => undefined });
  await expect(versions.nameVersion(projectId, 'Here')).rejects.toThrow('didn’t keep the change');
  Object.assign(db.versions, { get });
});
