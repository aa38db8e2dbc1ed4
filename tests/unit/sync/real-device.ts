/** Devices of one person that speak to the real API, each with a name of its own. */
import { afterEach, beforeEach } from 'vitest';
import { apiErrorOf, OfflineError } from '#api/errors.ts';
import { readJson } from '#api/client.ts';
import { rememberUser } from '#data/tables/users.ts';
import { drainProject } from '#sync/drain.ts';
import { deviceHeaders } from '#sync/device-headers.ts';
import { pullProjectWithHistory } from '#sync/pull-history.ts';
import type { CharacterReference } from '#shared/entities/character-reference.ts';
import { startTestApi, type TestApi, type TestUser } from '#tests/api/harness.ts';
import { testDevice, type TestDevice } from './test-device.ts';

const CHROME = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';

export type RealDevice = TestDevice & {
  /** Replies that will be lost on their way; 1 is that to the next call. */
  loseReplies(...places: number[]): void;
  /** Of the answers to questions, in their order. */
  statuses: number[];
  /** Sends what waits, until nothing does, and pulls. */
  settle(projectId: string): Promise<void>;
};

/** Whoever makes one closes it. */
export async function realDevice(user: TestUser, seed: number, userAgent = CHROME): Promise<RealDevice> {
  const device = await testDevice(undefined, seed);
  let lost: number[] = [];
  const statuses: number[] = [];
  const person = { firstName: 'Ines', lastName: null, email: 'ines@example.test', profileImageUrl: null };
  await rememberUser(device.db, { id: user.id, ...person, geminiApiKey: null }, 0);
  const send = async (path: string, init: RequestInit): Promise<Response> => {
    const isLost = lost.includes(1);
    lost = lost.map((place) => place - 1);
    const reply = await user.fetch(path, init);
    if (isLost) throw new OfflineError();
    if (!reply.ok && reply.status !== 304) throw await apiErrorOf(reply);
    return reply;
  };
  const real: TestDevice = {
    ...device,
    call: async ({ method, path, body, headers }) => {
      const own = await deviceHeaders(device, { userAgent, maxTouchPoints: 0 });
      return readJson(
        await send(path, { method, headers: { ...own, ...headers }, ...(body === null ? {} : { body }) }),
      );
    },
    read: async (path, known) => {
      const reply = await send(path, known === null ? {} : { headers: { 'If-None-Match': known } });
      statuses.push(reply.status);
      if (reply.status === 304) return null;
      const next = /<([^>]+)>; rel="next"/.exec(reply.headers.get('Link') ?? '')?.[1] ?? null;
      return { body: await readJson(reply), tag: reply.headers.get('ETag'), next };
    },
  };
  const settle = async (projectId: string): Promise<void> => {
    real.setNow(real.device.now() + 600_000);
    const outcome = await drainProject(real, projectId, user.id);
    if (outcome.kind === 'later') return settle(projectId);
    await pullProjectWithHistory(real, projectId, user.id);
  };
  const loseReplies = (...places: number[]): void => {
    lost = places;
  };
  return { ...real, loseReplies, statuses, settle };
}

/** What the test that runs has: see `eachWithApi`. */
export let api: TestApi;
export let user: TestUser;
export let first: RealDevice;
export let second: RealDevice;

/** Gives each test an API of its own, and a person with two devices. */
export function eachWithApi(secondAgent = CHROME): void {
  beforeEach(async () => {
    api = await startTestApi();
    user = await api.as('Ines');
    [first, second] = [await realDevice(user, 1), await realDevice(user, 2, secondAgent)];
  });
  afterEach(async () => {
    await first.close();
    await second.close();
    await api.close();
  });
}

/** Gives a project characters, as a breakdown does. */
export async function castOf(projectId: string, characters: readonly CharacterReference[]): Promise<void> {
  const sql = `update projects set character_references = :characters, version = version + 1, revision = revision + 1
    where id = :projectId`;
  await api.db.execute({ sql, args: { characters: JSON.stringify(characters), projectId } });
}

/** What the device's own list of edits has of values that another device's took the place of. */
export async function overruledOn({ db }: TestDevice) {
  const rows = await db.history.filter(({ state }) => state === 'overruled').toArray();
  return rows.map(({ inverse }) => inverse);
}
