/**
 * Two people who ask for all that they can get, and a battery of random requests, beside one who works as always, on one
 * server with the limits that it really has. Turns are counted, not timed: so the test is the same on a busy machine.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { z } from 'zod';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OpenDb } from '#edge-api/db/client.ts';
import { openFileDatabase } from '#edge-api/db/open-file.ts';
import { openDiskStore } from '#edge-api/providers/media-store/disk.ts';
import { DEMO_STUDIO_KEY } from '#shared/entities/user.ts';
import { latencies } from '#tests/bench/api/latencies.ts';
import { plantPeople, type PlantedPerson } from '#tests/bench/api/planted-people.ts';
import type { Call } from '#tests/bench/api/send.ts';
import { startServer, type ServerProcess } from '#tests/bench/api/server-process.ts';
import { startFakeGemini, type FakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { SEED } from '#tests/helpers/test-values.ts';
import { judge } from './battery/judge.ts';
import { documentedOperations } from './battery/operations.ts';
import { newOwner } from './battery/people.ts';
import { randomRequest } from './battery/random-requests.ts';
import { validRequestFor } from './battery/requests.ts';
import { sendTo } from './battery/send.ts';
import { sendOver, signIn, type PlantingApi } from './harness.ts';

/** More of both in `npm run test:long`. */
const PROJECTS_EACH = Number(process.env['TEST_GREEDY_PROJECTS'] ?? 2);
const REQUESTS_PER_CALL = Number(process.env['TEST_GREEDY_BATTERY'] ?? 3);
const SCENES = 150;
/** Of each greedy person, all of them busy all the time. */
const CONNECTIONS = 4;
/** So many calls of the battery are one person's: what they did before matters to none of them. */
const CALLS_OF_ONE = 8;
/** Whoever edits gets at least one answer for so many of a greedy person's, who has more connections. */
const MOST_FOR_ONE = 2 * CONNECTIONS;

let folder: string;
let db: OpenDb;
let gemini: FakeGemini;
let server: ServerProcess;
let api: PlantingApi;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storyreel-greedy-'));
  gemini = await startFakeGemini({ delayMs: 0 });
  server = await startServer(folder, [], { GOOGLE_GEMINI_BASE_URL: gemini.url });
  db = await openFileDatabase(`file:${join(folder, 'storyreel.db')}`);
  const { origin } = server.url;
  const randomBytes = (count: number): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(count));
  api = {
    ...{ db, folder, fetch: sendOver(origin), as: (name) => signIn(sendOver(origin), origin, name) },
    config: { publicUrl: origin },
    deps: { db, mediaStore: await openDiskStore(join(folder, 'media'), Date.now), now: Date.now, randomBytes },
  };
});
afterEach(async () => {
  db.close();
  await server.close();
  await gemini.close();
  await rm(folder, { recursive: true });
});

const patch = ({ cookie, sceneId }: PlantedPerson, title: string): Call => ({
  ...{ method: 'PATCH', path: `/api/scenes/${sceneId}`, cookie },
  body: JSON.stringify({ title }),
});
const get = ({ cookie }: PlantedPerson, path: string): Call => ({ method: 'GET', path, cookie });

/** What a person's page does while they edit. */
const editing = (person: PlantedPerson): Call[] =>
  Array.from({ length: 100 }, (_, n) => [
    patch(person, `Take ${n}`),
    get(person, `/api/projects/${person.projectId}/scenes`),
    get(person, `/api/projects/${person.projectId}`),
  ]).flat();

/** Everything that is dear, again and again. */
const grabbing = (person: PlantedPerson): Call[] =>
  Array.from({ length: 100 }, (_, n) => [
    patch(person, `Grab ${n}`),
    get(person, `/api/projects/${person.projectId}/scenes`),
    get(person, '/api/user/projects'),
    get(person, `/api/projects/${person.projectId}/history`),
    get(person, '/api/showcase/projects'),
    get(person, '/api/user/storage'),
  ]).flat();

const endedSchema = z.object({ taken: z.array(z.number()), statuses: z.record(z.string(), z.number()) });

/** Sends calls on a thread of its own, until it is told to stop. */
function startClient(calls: readonly Call[], connections = 1) {
  const workerData = { origin: server.url.origin, connections, calls, most: Infinity };
  const worker = new Worker(new URL('../helpers/endless-client.mjs', import.meta.url), { workerData });
  const ended = once(worker, 'message').then(([said]: unknown[]) => endedSchema.parse(said));
  return () => {
    worker.postMessage('stop');
    return ended;
  };
}

/** A few random requests of each call, in the order of calls; made beforehand, as that is no work of the server. */
async function prepareBattery(): Promise<(() => Promise<unknown>)[]> {
  const stranger = await newOwner(api, 'Stranger');
  const requests: (() => Promise<unknown>)[] = [];
  let sender = stranger;
  for (const [index, operation] of (await documentedOperations(api)).entries()) {
    if (index % CALLS_OF_ONE === 0) sender = await newOwner(api);
    const valid = validRequestFor(operation, sender);
    const samples = randomRequest(operation, valid, sender, stranger);
    for (const sample of fc.sample(samples, { numRuns: REQUESTS_PER_CALL, seed: SEED }))
      requests.push(async () => judge(operation, await sendTo(api, operation, valid, sample), stranger.secrets));
  }
  return requests;
}

/** Noise that this client can't put into a header isn't sent. */
function requireUnsendable(error: unknown): void {
  const isUnsendable = error instanceof TypeError && error.cause instanceof Error && /header/.test(error.cause.message);
  if (!isUnsendable) throw error;
}

/** Lets a person have the projects of others, with scenes that have no clips. */
async function giveProjects(from: readonly PlantedPerson[], to: PlantedPerson): Promise<void> {
  const owner = '(select user_id from projects where id = :to)';
  for (const { projectId } of from) {
    const args = { to: to.projectId, projectId };
    const scenes = `update scenes set user_id = ${owner}, status = 'pending', note = null where project_id = :projectId`;
    const project = `update projects set user_id = ${owner} where id = :projectId`;
    const statements = [scenes, project].map((sql) => ({ sql, args }));
    await db.batch(statements, 'write');
  }
}

test(`seed ${SEED}: leave the other their turns at requests, and at clips`, { timeout: 600_000 }, async () => {
  const [other, first, second, ...more] = await plantPeople(folder, 1 + 2 * PROJECTS_EACH, SCENES);
  if (other === undefined || first === undefined || second === undefined) throw new Error('Nobody was planted.');
  const owned: [PlantedPerson, PlantedPerson[]][] = [
    [first, [first, ...more.slice(0, PROJECTS_EACH - 1)]],
    [second, [second, ...more.slice(PROJECTS_EACH - 1)]],
  ];
  const post = async ({ cookie }: PlantedPerson, path: string, json: unknown = {}): Promise<void> => {
    const headers = { Cookie: cookie, Origin: server.url.origin, 'Content-Type': 'application/json' };
    const reply = await api.fetch(path, { method: 'POST', headers, body: JSON.stringify(json) });
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
  };
  await giveProjects([other], other);
  for (const [person, projects] of owned) {
    await giveProjects(projects, person);
    await post(person, '/api/user/save-api-key', { apiKey: DEMO_STUDIO_KEY });
    for (const { projectId } of projects) await post(person, `/api/projects/${projectId}/generate-videos`);
  }
  const battery = await prepareBattery();

  const stopGreedy = owned.map(([person]) => startClient(grabbing(person), CONNECTIONS));
  const stopOther = startClient(editing(other));
  for (const send of battery) await send().catch(requireUnsendable);
  const [edits, ...grabs] = await Promise.all([stopOther(), ...stopGreedy.map((stop) => stop())]);
  const answered = grabs.map(({ taken }) => taken.length);
  console.info(
    `${battery.length} requests of the battery: ${edits.taken.length} answers for the other, ${answered.join(' and ')} for the greedy; p99 ${latencies(edits.taken).p99.toFixed(1)} ms`,
  );
  // Whoever edits as fast as they are answered may meet a limit of their own, and nothing else.
  expect(Object.keys(edits.statuses).filter((status) => status !== '200' && status !== '429')).toEqual([]);
  for (const count of answered) {
    expect(count).toBeGreaterThan(battery.length / 4);
    expect(edits.taken.length).toBeGreaterThan(count / MOST_FOR_ONE);
  }

  const ids = JSON.stringify(owned.flatMap(([, projects]) => projects.map(({ projectId }) => projectId)));
  const sql = `select count(*) as n from jobs where state = 'done' and project_id in (select value from json_each(?))`;
  const made = async (): Promise<number> => Number((await db.execute({ sql, args: [ids] })).rows[0]?.['n']);
  const status = async () =>
    (await db.execute({ sql: 'select status from scenes where id = ?', args: [other.sceneId] })).rows[0]?.['status'];
  await post(other, '/api/user/save-api-key', { apiKey: DEMO_STUDIO_KEY });
  const before = await made();
  await post(other, `/api/scenes/${other.sceneId}/generate`);
  await expect.poll(status, { timeout: 60_000, interval: 20 }).toBe('complete');
  // Two at once of each greedy person, and those that took their place twice: of hundreds that wait.
  expect((await made()) - before).toBeLessThanOrEqual(12);
});
