/**
 * Two devices of one person and the real API, whatever the network does between them: calls and answers that are lost,
 * refusals, tabs that die, days without a network, sessions that end, other people at the same device, and clocks that are
 * wrong. Changes and own files are sent by the loops that a page runs.
 */
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { OfflineError } from '#api/errors.ts';
import { discardRefused, retryRefused } from '#editor/refused-changes.ts';
import type { HistoryEntry } from '#shared/entities/history.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import type { Refusal } from '#data/tables/rows.ts';
import { pauseUploads } from '#data/tables/uploads-paused.ts';
import { pullProject, pullProjects } from '#sync/pull.ts';
import { pullVersions } from '#sync/pull-versions.ts';
import { startTestApi, type TestApi, type TestUser } from '#tests/api/harness.ts';
import { newProject } from '#tests/api/new-project.ts';
import { dropRefusals, passLine, TabCrash } from './memory-server.ts';
import { realDevice } from './real-device.ts';
import { PROJECT, type TestDevice } from './test-device.ts';
import { madeClip, madeSound, type MadeFile } from '#tests/helpers/own-files.ts';
import { testId } from '#tests/helpers/rows.ts';
import { randomFrom } from '#tests/helpers/seeded-random.ts';
import { uploadCallsOf } from './send-own-file.ts';
import type { UploadCalls } from '#sync/uploads.ts';
import { changesOf, expectNothingLost, valuesOf, type Fact, type Values } from './walk-facts.ts';
import { leaveTabOpen, type Net } from './walk-tab.ts';
import { retryFiles } from './walk-files.ts';
import { lend, openSeat, type Seat } from './walk-guest.ts';
import {
  expectMoviesEverywhere,
  expectVersionsEverywhere,
  isWider,
  noDeeds,
  takeWider,
  widerSteps,
  type WiderStep,
} from './walk-wider.ts';
import { edits, isEdit, network, ofItsOwn, shown, take, takeNetworkStep, visible, type Step } from './walk.ts';
import { SEED } from '#tests/helpers/test-values.ts';

/** How many random runs; `npm run test:long` sets it to a thousand. fast-check prints seed and path of a run that fails. */
const RUNS = Number(process.env['TEST_INTERLEAVINGS'] ?? 8);
/** A device may have so long to send what waits, before the next thing happens. */
const TAB_OPEN_MS = [0, 4_000, 90_000] as const;
const MINUTE_MS = 60_000;

/** Somebody else signs in on the device, edits a movie of their own, and leaves. */
type GuestStep = { kind: 'guest'; edit: 'rename' | 'add'; openMs: number };
type Turn = { who: number; step: Step | WiderStep | GuestStep };
const guests: fc.Arbitrary<GuestStep> = fc.record({
  kind: fc.constant('guest' as const),
  edit: fc.constantFrom('rename' as const, 'add' as const),
  openMs: fc.constantFrom(0, 4_000, 90_000),
});
const plainRefusal = fc.constant<Step>({ kind: 'fault', fault: { status: 409, code: 'quota_reached' } });
const walks: fc.Arbitrary<Turn[]> = fc.array(
  fc.record({
    who: fc.nat(1),
    step: fc.oneof(
      { arbitrary: edits, weight: 6 },
      { arbitrary: network, weight: 5 },
      { arbitrary: widerSteps, weight: 3 },
      plainRefusal,
      guests,
    ),
  }),
  { minLength: 3, maxLength: 25 },
);

type Wanderer = { device: TestDevice; net: Net; uploads: UploadCalls; isWatching: boolean; projectId: string };
/** A device, and the other person who now and then sits there. */
type Place = Wanderer & { seat: Seat; guest: Wanderer };

/** A device whose calls may come to nothing. What hangs is given up in the end, as if it had been lost. */
async function wanderer(api: TestApi, user: TestUser, seed: number, projectId = PROJECT): Promise<Wanderer> {
  const real = await realDevice(user, seed);
  const net: Net = { isReachable: true, isSignedIn: true, faults: [], asking: 0 };
  const accepted = new Set<string>();
  const pass = async <T>(ask: () => Promise<T>, key?: string): Promise<T> => {
    net.asking += 1;
    if (key !== undefined && accepted.has(key)) dropRefusals(net);
    const asking = async (): Promise<T> => {
      const reply = await ask();
      if (key !== undefined) accepted.add(key);
      return reply;
    };
    const hang = () => Promise.reject(new OfflineError());
    try {
      return await passLine(net, asking, { hang, die, editEverything: () => editEverything(api) });
    } finally {
      net.asking -= 1;
    }
  };
  /** A tab that is gone writes nothing more. */
  const die = (): never => {
    real.db.close();
    throw new TabCrash();
  };
  const device: TestDevice = {
    ...real,
    call: (outgoing, signal) => pass(() => real.call(outgoing, signal), outgoing.headers['Idempotency-Key']),
    read: (path, known, signal) => pass(() => real.read(path, known, signal)),
  };
  return { device, net, uploads: uploadCallsOf(user, pass), isWatching: seed === 2, projectId };
}

/** Somebody has changed and changed back everything. */
async function editEverything({ db }: TestApi): Promise<void> {
  await db.batch(
    [
      { sql: 'update projects set version = version + 1', args: {} },
      { sql: 'update scenes set version = version + 1', args: {} },
    ],
    'write',
  );
}

function move(one: Wanderer, userId: string, { step, turn }: { step: Step; turn: number }): Promise<void> {
  const { device, net } = one;
  return takeNetworkStep(device, step, net, {
    sendAway: () => sendFor(one, userId, MINUTE_MS / 3),
    upload: () => sendFor(one, userId, MINUTE_MS / 15),
    pull: () => pullAll(device, userId),
    // As long as uploads pause, changes are sent that don't need them.
    async send() {
      await pauseUploads(device.db, turn % 2 === 0);
      await sendFor(one, userId, TAB_OPEN_MS[turn % TAB_OPEN_MS.length] ?? 0);
      await pauseUploads(device.db, false);
    },
  });
}

async function pullAll(device: TestDevice, userId: string): Promise<void> {
  await pullProject(device, PROJECT, userId);
  await pullProjects(device, userId);
  await pullVersions(device, PROJECT, userId);
}

function sendFor({ device, net, isWatching, uploads, projectId }: Wanderer, userId: string, ms: number): Promise<void> {
  return leaveTabOpen({ device, net, isWatching, projectId, userId, uploads: { calls: uploads, files } }, ms);
}

/** The network stays what it is, whoever sits there. Without one, nobody can sign in. */
async function beGuest(place: Place, owner: TestUser, guest: TestUser, { edit, openMs }: GuestStep): Promise<void> {
  const { device, net } = place;
  const { device: guests, projectId } = place.guest;
  if (!net.isReachable) return;
  Object.assign(place.guest.net, { isReachable: true, isSignedIn: true, faults: net.faults.splice(0) });
  guests.setNow(device.device.now());
  await lend(place.seat, { device, userId: owner.id }, { device: guests, userId: guest.id }, async () => {
    if (edit === 'add')
      await guests.actions.addScene(projectId, { title: 'Theirs', description: 'Not mine.', duration: 8 });
    else await guests.actions.editProject(projectId, { title: `Theirs ${device.device.now()}` });
    await sendFor(place.guest, guest.id, openMs);
  });
  device.setNow(guests.device.now());
  net.faults.push(...place.guest.net.faults.splice(0));
  net.isSignedIn = true;
}

/** Everything is well again: what can be sent is sent within a minute of the device's clock. */
async function catchUp(one: Wanderer, userId: string): Promise<void> {
  const { device, net } = one;
  Object.assign(net, { isReachable: true, isSignedIn: true, faults: [] });
  await retryFiles(device);
  await sendFor(one, userId, 2 * MINUTE_MS);
  await pullProject(device, one.projectId, userId);
}

let files: MadeFile[];
beforeAll(async () => {
  const random = randomFrom(SEED);
  const sound = madeSound(Uint8Array.from({ length: 5_000 }, () => random() * 256));
  files = [await madeClip(1), await madeClip(2), sound];
});

test(`two devices and the real API end equal, and no edit is lost or made twice (${RUNS} runs, seed ${SEED})`, async () => {
  await fc.assert(fc.asyncProperty(walks, walkTogether), { numRuns: RUNS, seed: SEED, endOnFailure: RUNS > 100 });
}, 3_600_000);

async function walkTogether(turns: Turn[]): Promise<void> {
  const api = await startTestApi();
  const user = await api.as('Ines');
  await plant(user);
  const other = await api.as('Omar');
  const { id: otherProject } = await newProject(other);
  const both = await Promise.all([1, 2].map((seed) => placeOf(api, { user, other, otherProject }, seed)));
  const given: Fact[] = [];
  const deeds = noDeeds();
  try {
    for (const { device } of both) await pullProject(device, PROJECT, user.id);
    for (const [turn, { who, step }] of turns.entries()) {
      const one = both[who];
      if (one === undefined) continue;
      if (step.kind === 'guest') {
        await beGuest(one, user, other, step);
        continue;
      }
      deeds.latestMs = Math.max(deeds.latestMs, ...both.map(({ device }) => device.device.now()));
      if (!isWider(step) && !isEdit(step)) {
        await move(one, user.id, { step, turn });
        continue;
      }
      const before = await writtenOn(one.device);
      if (isWider(step)) await takeWider(one.device, step, turn, deeds);
      else await take(one.device, ofItsOwn(step, turn), turn, { files, userId: user.id });
      given.push(...changesOf(who, before, await writtenOn(one.device)));
    }
    const refused = await settleAll(both, user.id);
    const project = await user.json<Project>(`/api/projects/${PROJECT}`);
    const scenes = await user.json<Scene[]>(`/api/projects/${PROJECT}/scenes`);
    const held = visible(project, scenes);
    for (const { device } of both) {
      expect(await device.db.outbox.count()).toBe(0);
      expect(await shown(device)).toEqual(held);
    }
    const devices = both.map(({ device }) => device);
    deeds.latestMs = Math.max(deeds.latestMs, ...devices.map(({ device }) => device.now()));
    await expectVersionsEverywhere(devices, user, deeds);
    await expectMoviesEverywhere(devices, user, deeds, refused);
    await expectGuestsEqual(both, other);
    await expectOnce(api);
    expectNothingLost({ project, scenes }, await wholeHistory(user), { given, refused });
  } finally {
    for (const { device, seat, guest } of both) await Promise.all([device.close(), seat.close(), guest.device.close()]);
    await api.close();
  }
}

async function placeOf(
  api: TestApi,
  { user, other, otherProject }: { user: TestUser; other: TestUser; otherProject: string },
  seed: number,
): Promise<Place> {
  const [owner, guest] = [await wanderer(api, user, seed), await wanderer(api, other, seed + 2, otherProject)];
  await pullProject(guest.device, otherProject, other.id);
  const seat = openSeat();
  await seat.signIn({ device: owner.device, userId: user.id });
  return { ...owner, seat, guest };
}

/** What the other person did on either device is everywhere, and nothing of it waits. */
async function expectGuestsEqual(places: readonly Place[], { id, json }: TestUser): Promise<void> {
  for (const { guest } of [...places, ...places]) {
    await catchUp(guest, id);
    await retryRefusals(guest.device, () => true);
    await catchUp(guest, id);
  }
  for (const { guest } of places) {
    const { db } = guest.device;
    expect(await db.outbox.count()).toBe(0);
    const project = await json<Project>(`/api/projects/${guest.projectId}`);
    const scenes = await json<Scene[]>(`/api/projects/${guest.projectId}/scenes`);
    expect((await db.projects.get(guest.projectId))?.title).toBe(project.title);
    const here = await db.scenes.where('projectId').equals(guest.projectId).toArray();
    expect(here.map((scene) => scene.id).toSorted()).toEqual(scenes.map((scene) => scene.id).toSorted());
  }
}

async function plant(user: TestUser): Promise<void> {
  const idea = { title: 'Harbor', description: 'At night.', targetLength: 30, genres: ['drama'] };
  const json = { id: PROJECT, ...idea, model: 'omni', aspectRatio: '16:9' };
  await user.json('/api/projects', { method: 'POST', json });
  for (const [place, name] of ['Ines', 'Noor'].entries())
    await user.json(`/api/projects/${PROJECT}/characters`, {
      method: 'POST',
      json: { id: testId(300 + place), name, description: 'A keeper.' },
    });
  for (const title of ['One', 'Two', 'Three'])
    await user.json(`/api/projects/${PROJECT}/scenes`, {
      method: 'POST',
      json: { title, description: `${title}.`, duration: 8 },
    });
}

async function writtenOn({ db }: TestDevice): Promise<Values> {
  const project = await db.projects.get(PROJECT);
  return valuesOf({
    project: project ?? { audio: [], characterReferences: [] },
    scenes: await db.scenes.where('projectId').equals(PROJECT).toArray(),
  });
}

/** Twice, because what one sends last the other has not seen. @returns whose refused edits were given up: see `expectNothingLost` */
async function settleAll(both: readonly Wanderer[], userId: string): Promise<Set<string | null>> {
  const refused = new Set<string | null>();
  for (const one of [...both, ...both]) {
    await catchUp(one, userId);
    const { device } = one;
    await retryRefusals(device, ({ code }) => code === null);
    await catchUp(one, userId);
    const parked = await device.db.outbox.filter(({ state }) => state === 'parked').toArray();
    expect(parked.filter(({ refusal }) => !refusal?.sentence)).toEqual([]);
    for (const { opId, change, projectId } of parked) {
      if (projectId === PROJECT) refused.add('sceneId' in change ? change.sceneId : null);
      else refused.add(projectId);
      await discardRefused(opId, device);
    }
    await catchUp(one, userId);
  }
  return refused;
}

/** What something in between has refused is sent again; what the server itself has refused is given up, but by guests. */
async function retryRefusals(device: TestDevice, isWanted: (refusal: Refusal) => boolean): Promise<void> {
  const parked = await device.db.outbox.filter(({ refusal }) => refusal !== null && isWanted(refusal)).toArray();
  for (const { opId } of parked) await retryRefused(opId, device);
}

/** Each call that changed something is in the history once. */
async function expectOnce({ db }: TestApi): Promise<void> {
  const { rows } = await db.execute({
    sql: 'select op_key, count(*) as times from history where op_key is not null group by project_id, op_key having count(*) > 1',
    args: {},
  });
  expect(rows).toEqual([]);
}

async function wholeHistory(user: TestUser): Promise<HistoryEntry[]> {
  const entries: HistoryEntry[] = [];
  let path: string | null = `/api/projects/${PROJECT}/history`;
  while (path !== null) {
    const reply: Response = await user.fetch(path);
    entries.push(...((await reply.json()) as HistoryEntry[]));
    path = /<([^>]+)>; rel="next"/.exec(reply.headers.get('Link') ?? '')?.[1] ?? null;
  }
  return entries;
}
