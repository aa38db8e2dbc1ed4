/** All at once: people who poll, a long queue of clips, and a large showcase that visitors read. */
import { join } from 'node:path';
import { NODE_PLACES, takeTurns } from '#edge-api/jobs/take-turns.ts';
import type { OpenDb } from '#edge-api/db/client.ts';
import { openFileDatabase } from '#edge-api/db/open-file.ts';
import { plantJobs, plantPeople as plantOwners } from '#tests/helpers/plant-jobs.ts';
import { measureThroughput } from './closed-loop.ts';
import { latencies } from './latencies.ts';
import type { PlantedPerson } from './planted-people.ts';
import { measurePolling } from './polling.ts';
import { openSender } from './send.ts';
import type { ServerProcess } from './server-process.ts';

const [POLLERS, OWNERS, JOBS, PUBLIC_PROJECTS, VISITORS] = [3_000, 50, 100_000, 10_000, 20];
const CONNECTIONS = 200;
const CLAIMS = 200;
const HOUR_MS = 3_600_000;

export type Load = {
  dataDir: string;
  server: ServerProcess;
  people: readonly PlantedPerson[];
  seconds: number;
  print(line: string): void;
};

/** Measures polls and the showcase beside the queue, and then what a claim from that queue costs. */
export async function measureLoad({ dataDir, server, people, seconds, print }: Load): Promise<void> {
  const db = await openFileDatabase(`file:${join(dataDir, 'storyreel.db')}`);
  const [pollers, visitors] = [openSender(server.url, CONNECTIONS), openSender(server.url, VISITORS)];
  try {
    print(
      `\n${POLLERS} people who poll, ${JOBS} queued clips of ${OWNERS} people, a showcase of ${PUBLIC_PROJECTS} projects`,
    );
    await plantQueue(db);
    await plantShowcase(db, people);
    const [polls, pages] = await Promise.all([
      measurePolling(pollers, people.slice(0, POLLERS), { seconds, warmUpSeconds: 3, isRevalidating: true }),
      measureThroughput(visitors, VISITORS, seconds, () => ({
        method: 'GET',
        path: '/api/showcase/projects',
        cookie: '',
      })),
    ]);
    print(`polls         p50 ${ms(polls.p50)}   p99 ${ms(polls.p99)}   failed ${polls.failed}`);
    print(
      `showcase      p50 ${ms(pages.p50)}   p99 ${ms(pages.p99)}   ${pages.perSecond.toFixed(0)}/s   failed ${pages.failed}`,
    );
    const claims = await measureClaims(db);
    print(`a claim       p50 ${ms(claims.p50)}   p99 ${ms(claims.p99)}`);
  } finally {
    pollers.close();
    visitors.close();
    db.close();
  }
}

/** Everybody's two clips are at work for longer than this takes, so the server looks at the queue and sends none of it. */
async function plantQueue(db: OpenDb): Promise<void> {
  const nowMs = Date.now();
  for (const userId of await plantOwners(db, OWNERS)) {
    await plantJobs(db, { userId, count: 2, kind: 'clip', state: 'running', nowMs: nowMs + HOUR_MS });
    await plantJobs(db, { userId, count: JOBS / OWNERS, kind: 'clip', state: 'queued', nowMs });
  }
}

async function plantShowcase(db: OpenDb, people: readonly PlantedPerson[]): Promise<void> {
  const [author] = people;
  const args = { id: author?.projectId ?? '', count: PUBLIC_PROJECTS };
  await db.execute({
    sql: `with recursive n(i) as (select 1 union all select i + 1 from n where i < :count)
      insert into projects (id, user_id, title, description, is_public, genres, target_length, model, aspect_ratio, created_at_ms, updated_at_ms)
      select printf('01890000-0000-7000-8000-%012d', i), user_id, 'Movie ' || i, description, 1, genres, target_length, model, aspect_ratio, i, i
      from projects, n where id = :id`,
    args,
  });
}

/** One more of everybody's clips could be sent. By a runner of this process: the server's own does the same. */
async function measureClaims(db: OpenDb) {
  await db.execute(`update jobs set state = 'done' where work = 'watch' and next_at_ms > 0 and state = 'running'`);
  const claim = takeTurns({
    db,
    now: () => Date.now(),
    leaseBy: 'bench',
    places: { ...NODE_PLACES, send: 1 },
    atOncePerPerson: { clips: 2, aiCalls: 4 },
  });
  const taken: number[] = [];
  for (let n = 0; n < CLAIMS; n++) {
    const begunMs = performance.now();
    await claim([]);
    taken.push(performance.now() - begunMs);
  }
  return latencies(taken);
}

function ms(value: number): string {
  return `${value.toFixed(2).padStart(8)} ms`;
}
