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
import { freePort } from '#scripts/edge/local-database.mjs';
import { startLocalEdge } from '#scripts/edge/local-edge.mjs';
import { latencies } from './api/latencies.ts';
import { plantPeopleInto, type PlantedPerson } from './api/planted-people.ts';
import { measurePolling } from './api/polling.ts';
import { openSender, type Call, type Sender } from './api/send.ts';
import { startServer } from './api/server-process.ts';
import { machineLine } from './report.ts';

const [SCENES, OWN_PROJECTS, PUBLIC_PROJECTS] = [5, 500, 100_000];
const CONNECTIONS = 200;
const P99_LIMIT_MS = 100;
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
export type LoadBenchOptions = { seconds: number; print(line: string): void };

export async function runLoadBench({ seconds, print }: LoadBenchOptions): Promise<void> {
  print(`${machineLine()}, Node ${process.versions.node}; the generator runs on the same machine`);
  for (const open of [openNode, openEdge]) {
    const host = await open();
    try {
      print(`\n${host.name}, ${PUBLIC_PROJECTS} public projects`);
      const people = await plantPeopleInto(host.db, Math.max(...host.pollers), SCENES);
      const [author] = people;
      if (author === undefined) throw new Error('There is nobody.');
      await plantProjects(host.db, author, { first: 1, count: PUBLIC_PROJECTS, isPublic: 1 });
      await plantProjects(host.db, author, { first: 900_000, count: OWN_PROJECTS, isPublic: 0, owner: people[1] });
      const held = await polling(host, people, { seconds, print });
      await lists(host, people, { seconds, print, pollers: 0 });
      if (held > 0) await lists(host, people, { seconds, print, pollers: Math.floor(held / 2) });
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

type Planted = { first: number; count: number; isPublic: 0 | 1; owner?: PlantedPerson | undefined };

/** Copies of a person's project, of that person or of another. */
async function plantProjects(db: Db, model: PlantedPerson, { first, count, isPublic, owner }: Planted): Promise<void> {
  const STEP = 5_000;
  for (let at = first; at < first + count; at += STEP)
    await db.execute({
      sql: `with recursive n(i) as (select :from union all select i + 1 from n where i < :to)
        insert into projects (id, user_id, title, description, is_public, genres, target_length, model, aspect_ratio, created_at_ms, updated_at_ms)
        select printf('01890000-0000-7000-8000-%012d', i), (select user_id from projects where id = :owner), 'Movie ' || i, description,
          :isPublic, genres, target_length, model, aspect_ratio, 1700000000000 + i, 1700000000000 + i
        from projects, n where id = :model`,
      args: {
        from: at,
        to: Math.min(at + STEP, first + count) - 1,
        isPublic,
        owner: (owner ?? model).projectId,
        model: model.projectId,
      },
    });
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

async function lists(
  host: Host,
  people: readonly PlantedPerson[],
  { seconds, print, pollers }: Measuring & { pollers: number },
): Promise<void> {
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
    print(line(`first page of ${OWN_PROJECTS} own projects, ${beside}`, firsts.taken, firsts.failed));
    print(line(`any of its ${own.length} pages, ${beside}`, lastPages.taken, lastPages.failed));
    print(line(`first page of the showcase, ${beside}`, showcase.taken, showcase.failed));
    print(line(`any page of the showcase, ${beside}`, elsewhere.taken, elsewhere.failed));
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
