/** Two people who ask for all that they can get, beside one who works as always. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openFileDatabase } from '#edge-api/db/open-file.ts';
import { DEMO_STUDIO_KEY } from '#shared/entities/user.ts';
import { measureThroughput } from '#tests/bench/api/closed-loop.ts';
import { plantPeople, type PlantedPerson } from '#tests/bench/api/planted-people.ts';
import { openSender, type Call, type Sender } from '#tests/bench/api/send.ts';
import { startServer, type ServerProcess } from '#tests/bench/api/server-process.ts';

/** More of both in `npm run test:long`. */
const PROJECTS_EACH = Number(process.env['TEST_GREEDY_PROJECTS'] ?? 4);
const SECONDS = Number(process.env['TEST_GREEDY_SECONDS'] ?? 3);
const SCENES = 150;
/** Each greedy person's requests at once: one after the other, as a server of one thread answers them all. */
const CONNECTIONS = 1;
/** On a machine that does other things too, idle is no steady measure. A claim that reads the whole queue takes longer. */
const UNSTEADY_MS = 250;

let folder: string;
let server: ServerProcess;
let url: URL;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storyreel-greedy-'));
  server = await startServer(folder);
  ({ url } = server);
}, 60_000);
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const post = async (person: PlantedPerson, path: string, json: unknown = {}): Promise<void> => {
  const headers = { Cookie: person.cookie, Origin: url.origin, 'Content-Type': 'application/json' };
  const reply = await fetch(new URL(path, url), { method: 'POST', headers, body: JSON.stringify(json) });
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
};

/** What a person's page does while they edit. */
const editing = ({ cookie, projectId, sceneId }: PlantedPerson, n: number): Call =>
  n % 3 === 0
    ? { method: 'PATCH', path: `/api/scenes/${sceneId}`, cookie, body: `{"title":"Take ${n}"}` }
    : { method: 'GET', path: n % 3 === 1 ? `/api/projects/${projectId}/scenes` : `/api/projects/${projectId}`, cookie };

const p99 = async (sender: Sender, person: PlantedPerson): Promise<number> =>
  (await measureThroughput(sender, 1, SECONDS, (n) => editing(person, n))).p99;

/** Lets the first of the people have the projects of all, so that each has many. */
async function giveProjects(from: readonly PlantedPerson[], to: PlantedPerson): Promise<void> {
  const db = await openFileDatabase(`file:${join(folder, 'storyreel.db')}`);
  const owner = '(select user_id from projects where id = :to)';
  for (const { projectId } of from) {
    const args = { to: to.projectId, projectId };
    const scenes = `update scenes set user_id = ${owner}, status = 'pending', note = null where project_id = :projectId`;
    await db.batch(
      [
        { sql: scenes, args },
        { sql: `update projects set user_id = ${owner} where id = :projectId`, args },
      ],
      'write',
    );
  }
  db.close();
}

test('leave the other’s requests as quick as five times idle at the worst, and their clip within seconds', async () => {
  const [other, first, second, ...more] = await plantPeople(folder, 1 + 2 * PROJECTS_EACH, SCENES);
  if (other === undefined || first === undefined || second === undefined) throw new Error('Nobody was planted.');
  const owned = [
    { person: first, projects: [first, ...more.slice(0, PROJECTS_EACH - 1)] },
    { person: second, projects: [second, ...more.slice(PROJECTS_EACH - 1)] },
  ];
  await giveProjects([other], other);
  const sender = openSender(url, 1);
  const idleMs = Math.max(await p99(sender, other), await p99(sender, other));

  for (const { person, projects } of owned) {
    await giveProjects(projects, person);
    await post(person, '/api/user/save-api-key', { apiKey: DEMO_STUDIO_KEY });
    for (const { projectId } of projects) await post(person, `/api/projects/${projectId}/generate-videos`);
  }
  const greedy = openSender(url, 2 * CONNECTIONS);
  const hammering = measureThroughput(greedy, 2 * CONNECTIONS, 4 * SECONDS, (n) => {
    const { person, projects } = owned[n % 2] ?? { person: first, projects: [first] };
    const path = n % 4 < 2 ? '/api/user/projects' : `/api/projects/${projects[n % projects.length]?.projectId}/scenes`;
    return { method: 'GET', path, cookie: person.cookie };
  });
  // What else the machine does only ever adds to it.
  const busyMs = Math.min(await p99(sender, other), await p99(sender, other));

  await post(other, '/api/user/save-api-key', { apiKey: DEMO_STUDIO_KEY });
  await post(other, `/api/scenes/${other.sceneId}/generate`);
  const db = await openFileDatabase(`file:${join(folder, 'storyreel.db')}`);
  const begunMs = performance.now();
  const status = async () =>
    (await db.execute({ sql: 'select status from scenes where id = ?', args: [other.sceneId] })).rows[0]?.['status'];
  await expect.poll(status, { timeout: 60_000, interval: 100 }).toBe('complete');
  const clipMs = performance.now() - begunMs;
  db.close();
  await hammering;
  sender.close();
  greedy.close();
  console.info(
    `${2 * PROJECTS_EACH * SCENES} clips queued: the other’s p99 ${busyMs.toFixed(1)} ms (idle ${idleMs.toFixed(1)} ms), a clip in ${(clipMs / 1000).toFixed(1)} s`,
  );
  expect(busyMs).toBeLessThan(Math.max(5 * idleMs, UNSTEADY_MS));
  // In the demo studio a clip takes three seconds, and is asked about every five.
  expect(clipMs).toBeLessThan(20_000);
}, 180_000);
