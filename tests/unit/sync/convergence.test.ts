import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { discardRefused } from '#editor/problems.ts';
import { drainProject } from '#sync/drain.ts';
import { pullProject } from '#sync/pull.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { inPlayOrder } from '#shared/rules/scene-order.ts';
import { projectRow, sceneRow, testId } from '#tests/helpers/rows.ts';
import { MemoryServer, type Fault } from './memory-server.ts';
import { testDevice, USER_ID, type TestDevice } from './test-device.ts';

/** How many random runs; more by `TEST_RUNS`. fast-check prints seed and path of a run that fails. */
const RUNS = Number(process.env.TEST_RUNS ?? 30);
const PROJECT = testId(1);

type Step =
  | { kind: 'edit'; scene: number; field: 'title' | 'description'; text: string }
  | { kind: 'trim'; scene: number; start: number }
  | { kind: 'delete' | 'restore'; scene: number }
  | { kind: 'reorder'; from: number; to: number }
  | { kind: 'add' | 'undo' | 'redo' | 'drain' | 'pull' | 'reload' }
  | { kind: 'network'; isReachable: boolean }
  | { kind: 'fault'; fault: Fault };

const place = fc.nat(5);
const text = fc.stringMatching(/^[a-z]{1,4}$/);
const edits: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('edit' as const),
    scene: place,
    field: fc.constantFrom('title' as const, 'description' as const),
    text,
  }),
  fc.record({ kind: fc.constant('trim' as const), scene: place, start: fc.nat(4) }),
  fc.record({ kind: fc.constantFrom('delete' as const, 'restore' as const), scene: place }),
  fc.record({ kind: fc.constant('reorder' as const), from: place, to: place }),
  fc.record({ kind: fc.constantFrom('add' as const, 'undo' as const, 'redo' as const) }),
);
const network: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom('drain' as const, 'drain' as const, 'pull' as const, 'reload' as const) }),
  fc.record({ kind: fc.constant('network' as const), isReachable: fc.boolean() }),
  fc.record({
    kind: fc.constant('fault' as const),
    fault: fc.constantFrom<Fault>('lost-request', 'lost-reply', { status: 503 }, { status: 429 }),
  }),
);
const steps = fc.array(fc.oneof({ arbitrary: edits, weight: 3 }, { arbitrary: network, weight: 2 }), {
  minLength: 3,
  maxLength: 25,
});

/** What a person could tell apart. */
function visible(scenes: readonly Scene[]) {
  return inPlayOrder(scenes).map(({ id, sceneNumber, title, description, trimStart }) => ({
    id,
    sceneNumber,
    title,
    description,
    trimStart,
  }));
}

async function shown(device: TestDevice) {
  return visible(await device.db.scenes.where('projectId').equals(PROJECT).toArray());
}

/** @param turn number of the step: what it makes has the same id on every device */
async function take(device: TestDevice, step: Step, turn: number): Promise<void> {
  const rows = inPlayOrder(await device.db.scenes.where('projectId').equals(PROJECT).toArray());
  const graves = await device.db.buried.toArray();
  const scene = 'scene' in step ? rows[step.scene % Math.max(1, rows.length)] : undefined;
  switch (step.kind) {
    case 'edit':
      return scene && device.actions.editScene(scene.id, { [step.field]: step.text });
    case 'trim':
      return scene && device.actions.trimScene(scene.id, { trimStart: step.start, trimEnd: 6 });
    case 'delete':
      return scene && device.actions.deleteScene(scene.id);
    case 'restore': {
      const grave = graves[step.scene % Math.max(1, graves.length)];
      return grave && device.actions.restoreScene(grave.sceneId);
    }
    case 'reorder':
      return rows.length > 0
        ? device.actions.reorderScenes(PROJECT, step.from % rows.length, step.to % rows.length)
        : undefined;
    case 'add':
      await device.actions.addScene(PROJECT, {
        id: testId(5_000 + turn),
        title: 'Own',
        description: 'Mine',
        duration: 8,
      });
      return;
    case 'undo':
    case 'redo':
      await device.actions[step.kind](PROJECT);
      return;
    default:
      return takeNetworkStep(device, step);
  }
}

async function takeNetworkStep(device: TestDevice, step: Step): Promise<void> {
  const { server } = device;
  if (step.kind === 'network') server.isReachable = step.isReachable;
  if (step.kind === 'fault') server.faults.push(step.fault);
  if (step.kind === 'drain') {
    device.setNow(device.device.now() + 600_000);
    await drainProject(device, PROJECT, USER_ID);
  }
  // What a closed tab leaves is what is on the disk.
  if (step.kind === 'reload') {
    device.db.close();
    await device.db.open();
  }
  if (step.kind === 'pull') await pullProject(device, PROJECT, USER_ID).catch(() => undefined);
}

async function settle(device: TestDevice): Promise<void> {
  device.server.isReachable = true;
  device.server.faults.length = 0;
  device.setNow(device.device.now() + 600_000);
  await drainProject(device, PROJECT, USER_ID);
  await pullProject(device, PROJECT, USER_ID);
}

function freshServer(): MemoryServer {
  const server = new MemoryServer(USER_ID);
  server.seed(projectRow({ userId: USER_ID }), [sceneRow(1), sceneRow(2), sceneRow(3)]);
  return server;
}

test('whatever the network does, one device ends where it would have without one, and the server with it', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (walk) => {
      const device = await testDevice(freshServer());
      const twin = await testDevice(freshServer());
      try {
        await pullProject(device, PROJECT, USER_ID);
        await pullProject(twin, PROJECT, USER_ID);
        const isEdit = (step: Step): boolean => !['drain', 'pull', 'reload', 'network', 'fault'].includes(step.kind);
        for (const [turn, step] of walk.entries()) {
          await take(device, step, turn);
          if (isEdit(step)) await take(twin, step, turn);
          expect(await shown(device)).toEqual(await shown(twin));
        }
        await settle(device);
        expect(await device.db.outbox.count()).toBe(0);
        expect(await shown(device)).toEqual(await shown(twin));
        expect(visible(device.server.documents.get(PROJECT)?.scenes ?? [])).toEqual(await shown(device));
      } finally {
        await device.close();
        await twin.close();
      }
    }),
    { numRuns: RUNS },
  );
});

test('two devices that edit the same project end with the same rows as the server', async () => {
  const turns = fc.array(
    fc.record({ who: fc.nat(1), step: fc.oneof({ arbitrary: edits, weight: 3 }, { arbitrary: network, weight: 2 }) }),
    { minLength: 3, maxLength: 25 },
  );
  await fc.assert(
    fc.asyncProperty(turns, async (walk) => {
      const server = freshServer();
      const devices = [await testDevice(server, 1), await testDevice(server, 2)] as const;
      try {
        for (const device of devices) await pullProject(device, PROJECT, USER_ID);
        for (const [turn, { who, step }] of walk.entries()) {
          const device = devices[who === 0 ? 0 : 1];
          await take(device, step, turn);
        }
        // Twice, because what one sends last the other has not seen; what was deleted under an edit is given up.
        for (const device of [...devices, ...devices]) {
          await settle(device);
          for (const row of await device.db.outbox.filter(({ state }) => state === 'parked').toArray())
            await discardRefused(row.opId, device);
          await settle(device);
        }
        for (const device of devices) {
          expect(await device.db.outbox.count()).toBe(0);
          expect(await shown(device)).toEqual(visible(server.documents.get(PROJECT)?.scenes ?? []));
        }
      } finally {
        for (const device of devices) await device.close();
      }
    }),
    { numRuns: RUNS },
  );
});

test('an outbox that is sent twice leaves the server as it was', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(edits, { minLength: 1, maxLength: 10 }), async (walk) => {
      const device = await testDevice(freshServer());
      try {
        await pullProject(device, PROJECT, USER_ID);
        for (const [turn, step] of walk.entries()) await take(device, step, turn);
        await settle(device);
        const { server } = device;
        const once = structuredClone(server.documents.get(PROJECT));
        for (const change of server.changes) await server.call(change);
        expect(server.documents.get(PROJECT)).toEqual(once);
      } finally {
        await device.close();
      }
    }),
    { numRuns: RUNS },
  );
});
