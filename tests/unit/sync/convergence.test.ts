import fc from 'fast-check';
import { expect, test } from 'vitest';
import { discardRefused, retryRefused } from '#editor/refused-changes.ts';
import { pullProject } from '#sync/pull.ts';
import { PROJECT, testDevice, USER_ID, type TestDevice } from './test-device.ts';
import type { Fault, MemoryServer } from './memory-server.ts';
import { byId, catchUp, edits, freshServer, held, isEdit, network, shown, steps, take, type Step } from './walk.ts';

import { retryFiles } from './walk-files.ts';

/** How many random runs; more by `TEST_RUNS`. fast-check prints seed and path of a run that fails. */
const RUNS = Number(process.env.TEST_RUNS ?? 30);
const drain = fc.constant({ kind: 'drain' as const });

/** Holds for each random value, with devices that have the project; as many servers as are wanted, one each or one for all. */
async function holds<T>(
  values: fc.Arbitrary<T>,
  check: (value: T, first: TestDevice, second: TestDevice) => Promise<void>,
  { server, examples = [] }: { server?: () => MemoryServer; examples?: [T][] } = {},
): Promise<void> {
  const play = async (value: T): Promise<void> => {
    const shared = server?.();
    const [first, second] = [
      await testDevice(shared ?? freshServer(), 1),
      await testDevice(shared ?? freshServer(), 2),
    ];
    try {
      for (const device of [first, second]) await pullProject(device, PROJECT, USER_ID);
      await check(value, first, second);
    } finally {
      for (const device of [first, second]) await device.close();
    }
  };
  await fc.assert(fc.asyncProperty(values, play), { numRuns: RUNS, examples });
}

test('whatever the network does, one device ends where it would have without one, and the server with it', async () => {
  await holds(steps, async (walk, device, twin) => {
    for (const [turn, step] of walk.entries()) {
      await take(device, step, turn);
      if (isEdit(step)) await take(twin, step, turn);
      expect(await shown(device)).toEqual(await shown(twin));
    }
    await catchUp(device);
    expect(await device.db.outbox.count()).toBe(0);
    expect(await shown(device)).toEqual(await shown(twin));
    expect(held(device.server)).toEqual(await shown(device));
  });
});

test('what the server refuses without a reason is all there once it is retried, whatever passed it meanwhile', async () => {
  const refusal = fc.constant({ kind: 'fault' as const, fault: { status: 409, code: 'quota_reached' as const } });
  // Refused edits of the project and its music meet with later ones of the same.
  const ofProject = edits.filter(({ kind }) => kind === 'level' || kind === 'publish' || kind === 'audio');
  const refused: fc.Arbitrary<Step[]> = fc.array(fc.oneof(edits, ofProject, network, refusal, drain), {
    minLength: 3,
    maxLength: 25,
  });
  const isComplete = async (walk: Step[], device: TestDevice, twin: TestDevice): Promise<void> => {
    for (const [turn, step] of walk.entries()) {
      await take(device, step, turn, { isByAge: true });
      if (isEdit(step)) await take(twin, step, turn, { isByAge: true });
    }
    for (let times = 0; times <= walk.length && (await device.db.outbox.count()) > 0; times += 1) {
      await retryFiles(device);
      for (const { opId } of await parkedOn(device)) await retryRefused(opId, device);
      await catchUp(device);
    }
    expect(await device.db.outbox.count()).toBe(0);
    const end = await shown(device);
    expect(held(device.server)).toEqual(end);
    expect(withoutPlaces(end)).toEqual(withoutPlaces(await shown(twin)));
  };
  await holds(refused, isComplete, { examples: [[passedByLater], [cameThroughUnheard], [refusedBesideEarlier]] });
});

const parkedOn = ({ db }: TestDevice) => db.outbox.filter(({ state }) => state === 'parked').toArray();

const fault = (of: Fault): Step => ({ kind: 'fault', fault: of });
/** The later change of the same field isn't sent first: it would be overwritten. */
const passedByLater: Step[] = [
  { kind: 'level', isOn: true },
  fault({ status: 409, code: 'quota_reached' }),
  { kind: 'drain' },
  { kind: 'level', isOn: false },
  { kind: 'drain' },
];
/** What was refused had come through before. */
const cameThroughUnheard: Step[] = [
  { kind: 'add' },
  fault('lost-reply'),
  { kind: 'drain' },
  fault({ status: 409, code: 'quota_reached' }),
  { kind: 'drain' },
];
/** A later change isn't merged into an earlier one across a request of the same field that was built before and refused. */
const refusedBesideEarlier: Step[] = [
  { kind: 'level', isOn: true },
  fault({ status: 409, code: 'quota_reached' }),
  { kind: 'drain' },
  { kind: 'level', isOn: false },
  { kind: 'publish', isPublic: true },
  { kind: 'publish', isPublic: false },
  fault({ status: 409, code: 'quota_reached' }),
  { kind: 'drain' },
  { kind: 'publish', isPublic: true },
  { kind: 'drain' },
];

/**
 * Changes that a refused one doesn't hold up come before it: scenes and music keep what they are, but not their order, nor
 * the joins, which the last scene has none of.
 */
function withoutPlaces({ rows, audio, ...project }: Awaited<ReturnType<typeof shown>>) {
  return {
    ...project,
    audio: byId(audio),
    rows: byId(rows).map((row) => ({ ...row, sceneNumber: null, transition: null })),
  };
}

test('two devices that edit the same project end with the same rows as the server', async () => {
  const turns = fc.array(
    fc.record({ who: fc.nat(1), step: fc.oneof({ arbitrary: edits, weight: 3 }, { arbitrary: network, weight: 2 }) }),
    { minLength: 3, maxLength: 25 },
  );
  const endEqual = async (walk: { who: number; step: Step }[], first: TestDevice, second: TestDevice) => {
    const devices = [first, second];
    for (const [turn, { who, step }] of walk.entries()) await take(who === 0 ? first : second, step, turn);
    // Twice, because what one sends last the other has not seen; what was deleted under an edit is given up.
    for (const device of [...devices, ...devices]) {
      await catchUp(device);
      const parked = await parkedOn(device);
      expect(parked.filter(({ refusal }) => !refusal?.sentence)).toEqual([]);
      for (const row of parked) await discardRefused(row.opId, device);
      await catchUp(device);
    }
    for (const device of devices) {
      expect(await device.db.outbox.count()).toBe(0);
      expect(await shown(device)).toEqual(held(first.server));
    }
  };
  await holds(turns, endEqual, { server: freshServer });
});

test('an outbox that is sent twice leaves the server as it was', async () => {
  await holds(fc.array(edits, { minLength: 1, maxLength: 10 }), async (walk, device) => {
    for (const [turn, step] of walk.entries()) await take(device, step, turn);
    await catchUp(device);
    const { server } = device;
    const once = structuredClone(server.documents.get(PROJECT));
    for (const change of server.changes) await server.call(change);
    expect(server.documents.get(PROJECT)).toEqual(once);
  });
});
