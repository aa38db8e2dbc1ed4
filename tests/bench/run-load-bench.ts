/**
 * Many people at once, on Node with its database file and beside it in workerd with a libSQL server: who polls, who has five
 * hundred projects, and who reads a showcase of a hundred thousand movies.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Db, OpenDb } from '#edge-api/db/client.ts';
import { openFileDatabase } from '#edge-api/db/open-file.ts';
import { remoteDatabase } from '#edge-api/db/open-remote.ts';
import { freePort } from '#scripts/free-port.mjs';
import { startLocalEdge } from '#scripts/edge/local-edge.mjs';
import { latencies } from './api/latencies.ts';
import { plantPeopleInto, type PlantedPerson } from './api/planted-people.ts';
import { measurePolling } from './api/polling.ts';
import { openSender, type Call, type Sender } from './api/send.ts';
import { startServer } from './api/server-process.ts';
import { machineLine } from './report.ts';

const [SCENES, OWN_PROJECTS, PUBLIC_PROJECTS] = [5, 500, 100_000];
const [AUTHORS, SCENES_OF_PLANTED] = [1_000, 3];
const CONNECTIONS = 200;
const P99_LIMIT_MS = 100;
/** Of any page of a list, p95. */
const PAGE_LIMIT_MS = 50;
/** Of those who read a list, each again after so long. */
const READ_EVERY_MS = 250;
const AS_MANY_CALLS = { REQUESTS_PER_MINUTE: '1000000', WRITES_PER_MINUTE: '1000000' };

type Host = {
  name: string;
  url: URL;
  db: OpenDb;
  pollers: readonly number[];
  close(): Promise<void>;
};
export type LoadBenchOptions = {
  seconds: number;
  /** Measures Node alone, and fails where an aim is missed. */
  isGate: boolean;
  print(line: string): void;
};

/** @throws Error where it is a gate, and an aim is missed */
export async function runLoadBench({ seconds, isGate, print }: LoadBenchOptions): Promise<void> {
  print(`${machineLine()}, Node ${process.versions.node}; the generator runs on the same machine`);
  for (const open of isGate ? [openNode] : [openNode, openEdge]) {
    const host = await open();
    const missed: string[] = [];
    try {
      print(`\n${host.name}, ${PUBLIC_PROJECTS} public projects`);
      const people = await plantPeopleInto(host.db, Math.max(...host.pollers, AUTHORS), SCENES);
      const [model, owner] = people;
      if (model === undefined || owner === undefined) throw new Error('There is nobody.');
      const authors = people.slice(0, AUTHORS);
      await plantProjects(host.db, model, { first: 1, count: PUBLIC_PROJECTS, isPublic: 1, owners: authors });
      await plantProjects(host.db, model, { first: 900_000, count: OWN_PROJECTS, isPublic: 0, owners: [owner] });
      const held = await polling(host, people, { seconds, print });
      const most = Math.max(...host.pollers);
      if (held < most) missed.push(`${most} people who poll`);
      missed.push(...(await lists(host, people, { seconds, print, pollers: 0 })));
      if (held > 0) missed.push(...(await lists(host, people, { seconds, print, pollers: Math.floor(held / 2) })));
      print(missed.length === 0 ? 'Every aim is met.' : `Missed: ${missed.join('; ')}`);
      if (isGate && missed.length > 0) throw new Error(`Too slow: ${missed.join('; ')}.`);
    } finally {
      await host.close();
    }
  }
}

async function openNode(): Promise<Host> {
  const folder = await mkdtemp(join(tmpdir(), 'storyreel-load-'));
  const server = await startServer(folder, [], AS_MANY_CALLS);
  const db = await openFileDatabase(`file:${join(folder, 'storyreel.db')}`);
  return {
    name: 'Node with a database file',
    url: server.url,
    db,
    pollers: [1_000, 2_000, 3_000],
    close: async () => {
      db.close();
      await server.close();
      await rm(folder, { recursive: true });
    },
  };
}

async function openEdge(): Promise<Host> {
  const folder = await mkdtemp(join(tmpdir(), 'storyreel-load-'));
  const edge = await startLocalEdge({ folder, port: await freePort(), environment: AS_MANY_CALLS });
  return {
    name: 'One isolate of workerd with sqld over HTTP',
    url: new URL(edge.url),
    db: { ...remoteDatabase({ url: edge.databaseUrl, authToken: null }), close: () => undefined },
    pollers: [100, 200, 400, 600, 800],
    close: async () => {
      await edge.close();
      await rm(folder, { recursive: true });
    },
  };
}

type Planted = { first: number; count: number; isPublic: 0 | 1; owners: readonly PlantedPerson[] };

/** Copies of a person's project with its first scenes, of several people in turn. */
async function plantProjects(db: Db, model: PlantedPerson, { first, count, isPublic, owners }: Planted): Promise<void> {
  const STEP = 2_000;
  const { rows } = await db.execute({
    sql: 'select user_id as owner from projects where id in (select value from json_each(?))',
    args: [JSON.stringify(owners.map(({ projectId }) => projectId))],
  });
  const scenes = await copiedColumns(db);
  const numbers = 'with recursive n(i) as (select cast(:from as integer) union all select i + 1 from n where i < :to)';
  const id = `printf('01890000-0000-7000-8000-%012d', i)`;
  const owner = `json_extract(:owners, '$[' || cast(i % :count as integer) || ']')`;
  for (let at = first; at < first + count; at += STEP) {
    const args = {
      from: at,
      to: Math.min(at + STEP, first + count) - 1,
      owners: JSON.stringify(rows.map((row) => row['owner'])),
      count: rows.length,
      model: model.projectId,
    };
    await db.execute({
      sql: `${numbers} insert into projects (id, user_id, title, description, is_public, genres, target_length, model, aspect_ratio, created_at_ms, updated_at_ms)
        select ${id}, ${owner}, 'Movie ' || i, description, :isPublic, genres, target_length, model, aspect_ratio,
          1700000000000 + i, 1700000000000 + i
        from projects, n where id = :model`,
      args: { ...args, isPublic },
    });
    await db.execute({
      sql: `${numbers} insert into scenes (id, project_id, user_id, ${scenes})
        select printf('01890000-0000-7000-%04d-%012d', 8000 + scene_number, i), ${id}, ${owner}, ${scenes}
        from scenes, n where project_id = :model and scene_number <= :scenes`,
      args: { ...args, scenes: SCENES_OF_PLANTED },
    });
  }
}

/** What a copy of a scene has in common with it. */
async function copiedColumns(db: Db): Promise<string> {
  const { rows } = await db.execute(`select name from pragma_table_info('scenes')`);
  return rows
    .flatMap(({ name }) => (typeof name === 'string' ? [name] : []))
    .filter((name) => !['id', 'project_id', 'user_id'].includes(name))
    .join(', ');
}

type Measuring = { seconds: number; print(line: string): void };

/** @returns how many people's polls were answered in time */
async function polling(host: Host, people: readonly PlantedPerson[], { seconds, print }: Measuring): Promise<number> {
  let held = 0;
  for (const count of host.pollers) {
    const sender = openSender(host.url, CONNECTIONS);
    const measured = await measurePolling(sender, people.slice(0, count), {
      seconds,
      warmUpSeconds: 6,
      isRevalidating: true,
    });
    sender.close();
    print(line(`${count} people who poll every 3 s`, measured.taken, measured.failed));
    if (latencies(measured.taken).p99 >= P99_LIMIT_MS || measured.failed > 0) break;
    held = count;
  }
  print(`Held with p99 under ${P99_LIMIT_MS} ms: ${held}`);
  return held;
}

/** @returns the lists whose pages came too late */
async function lists(
  host: Host,
  people: readonly PlantedPerson[],
  { seconds, print, pollers }: Measuring & { pollers: number },
): Promise<string[]> {
  const sender = openSender(host.url, 20);
  const pollSender = openSender(host.url, CONNECTIONS);
  try {
    const own = await pagesOf(sender, '/api/user/projects', people[1]?.cookie ?? '');
    // Anywhere in the showcase: most of these pages nobody has asked for before.
    const anywhere = (): string =>
      `/api/showcase/projects?after=01890000-0000-7000-8000-${String(1 + Math.floor(Math.random() * PUBLIC_PROJECTS)).padStart(12, '0')}`;
    const beside = pollers === 0 ? 'alone' : `beside ${pollers} people who poll`;
    const polls = measurePolling(pollSender, people.slice(0, pollers), {
      seconds,
      warmUpSeconds: 0,
      isRevalidating: true,
    });
    const [firsts, lastPages, showcase, elsewhere] = await Promise.all([
      paced(sender, seconds, () => ({ path: own[0] ?? '', cookie: people[1]?.cookie ?? '' })),
      paced(sender, seconds, (n) => ({ path: own[n % own.length] ?? '', cookie: people[1]?.cookie ?? '' })),
      paced(sender, seconds, () => ({ path: '/api/showcase/projects', cookie: '' })),
      paced(sender, seconds, () => ({ path: anywhere(), cookie: '' })),
    ]);
    await polls;
    const measured = [
      [`first page of ${OWN_PROJECTS} own projects, ${beside}`, firsts],
      [`any of its ${own.length} pages, ${beside}`, lastPages],
      [`first page of the showcase, ${beside}`, showcase],
      [`any page of the showcase, ${beside}`, elsewhere],
    ] as const;
    for (const [what, { taken, failed }] of measured) print(line(what, taken, failed));
    return measured.flatMap(([what, { taken, failed }]) =>
      latencies(taken).p95 >= PAGE_LIMIT_MS || failed > 0 ? [what] : [],
    );
  } finally {
    sender.close();
    pollSender.close();
  }
}

/** The addresses of a list's pages. */
async function pagesOf(sender: Sender, first: string, cookie: string): Promise<string[]> {
  const pages: string[] = [];
  for (let path: string | null = first; path !== null;) {
    pages.push(path);
    const { link, status } = await sender.send({ method: 'GET', path, cookie });
    if (status !== 200) throw new Error(`${path} was answered with ${status}.`);
    path = /<([^>]+)>; rel="next"/.exec(link ?? '')?.[1] ?? null;
  }
  return pages;
}

/** One reader who asks again and again, whether the last answer is there or not. */
async function paced(sender: Sender, seconds: number, callOf: (n: number) => Pick<Call, 'path' | 'cookie'>) {
  const taken: number[] = [];
  let failed = 0;
  const asked: Promise<void>[] = [];
  const startedAt = performance.now();
  for (let n = 0; n * READ_EVERY_MS < seconds * 1000; n++) {
    const dueAt = startedAt + n * READ_EVERY_MS;
    await new Promise((resolve) => setTimeout(resolve, Math.max(dueAt - performance.now(), 0)));
    const answered = sender.send({ method: 'GET', ...callOf(n) }).then(({ status }) => {
      taken.push(performance.now() - dueAt);
      if (status !== 200) failed++;
    });
    asked.push(answered);
  }
  await Promise.all(asked);
  return { taken, failed };
}

function line(what: string, taken: readonly number[], failed: number): string {
  const { p50, p95, p99, max } = latencies(taken);
  const ms = (value: number): string => `${value.toFixed(1).padStart(7)} ms`;
  return `${what.padEnd(60)} p50 ${ms(p50)}   p95 ${ms(p95)}   p99 ${ms(p99)}   max ${ms(max)}   ${taken.length} asked   failed ${failed}`;
}
