/** How much one server process of the embedded default bears, and for how many people at once. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureThroughput, type Throughput } from './api/closed-loop.ts';
import { plantPeople, type PlantedPerson } from './api/planted-people.ts';
import { measurePolling } from './api/polling.ts';
import { openSender } from './api/send.ts';
import { startServer, type ServerProcess } from './api/server-process.ts';
import { machineLine } from './report.ts';

const SCENES = 30;
const CONNECTIONS = 200;
const POLLING_STEPS = [250, 500, 1_000, 2_000, 3_000, 4_500, 6_000];
/** A page that waits longer than this for a poll feels slow. */
const P99_LIMIT_MS = 100;

export type ApiBenchOptions = {
  seconds: number;
  /** Passed on to the server's process, such as `--cpu-prof`. */
  nodeOptions: string[];
  print(line: string): void;
};

export async function runApiBench({ seconds, nodeOptions, print }: ApiBenchOptions): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'storyreel-bench-'));
  try {
    const server = await startServer(dataDir, nodeOptions);
    try {
      const people = await plantPeople(dataDir, Math.max(...POLLING_STEPS), SCENES);
      print(`${machineLine()}, Node ${process.versions.node}; the generator runs on the same machine`);
      await throughput(server, people, seconds, print);
      for (const isRevalidating of [false, true]) await polling(server, people, { seconds, isRevalidating, print });
    } finally {
      await server.close();
    }
  } finally {
    await rm(dataDir, { recursive: true });
  }
}

async function throughput(
  server: ServerProcess,
  people: readonly PlantedPerson[],
  seconds: number,
  print: (line: string) => void,
): Promise<void> {
  const sender = openSender(server.url, CONNECTIONS);
  const personFor = (n: number): PlantedPerson => people[n % CONNECTIONS]!;
  const read = (n: number) => {
    const { projectId, cookie } = personFor(n);
    return { method: 'GET' as const, path: `/api/projects/${projectId}/scenes`, cookie };
  };
  const write = (n: number) => {
    const { sceneId, cookie } = personFor(n);
    return { method: 'PATCH' as const, path: `/api/scenes/${sceneId}`, cookie, body: `{"title":"Take ${n}"}` };
  };
  const line = (name: string, { perSecond, p50, p99, failed }: Throughput): string =>
    `${name.padEnd(40)} ${perSecond.toFixed(0).padStart(6)}/s   p50 ${ms(p50)}   p99 ${ms(p99)}   failed ${failed}`;
  try {
    print(`\n${CONNECTIONS} connections, each asking again when it is answered`);
    await measureThroughput(sender, CONNECTIONS, seconds / 3, read);
    print(line(`GET a project's ${SCENES} scenes`, await measureThroughput(sender, CONNECTIONS, seconds, read)));
    print(line('PATCH a scene', await measureThroughput(sender, CONNECTIONS, seconds, write)));
  } finally {
    sender.close();
  }
}

async function polling(
  server: ServerProcess,
  people: readonly PlantedPerson[],
  options: { seconds: number; isRevalidating: boolean; print: (line: string) => void },
): Promise<void> {
  const { seconds, isRevalidating, print } = options;
  print(
    `\nPeople whose pages pull their project every 3 s, ${isRevalidating ? 'which has not changed (one 304)' : 'which is new each time'}`,
  );
  let held = 0;
  for (const count of POLLING_STEPS) {
    const sender = openSender(server.url, CONNECTIONS);
    const [cpuBefore, startedAt] = [await server.cpuSeconds(), performance.now()];
    const warmUpSeconds = 3;
    const measured = await measurePolling(sender, people.slice(0, count), { seconds, warmUpSeconds, isRevalidating });
    const cpu = (await server.cpuSeconds()) - cpuBefore;
    sender.close();
    const { p50, p99, max, failed } = measured;
    const share = ((100_000 * cpu) / (performance.now() - startedAt)).toFixed(0);
    print(
      `${String(count).padStart(6)} people   p50 ${ms(p50)}   p99 ${ms(p99)}   max ${ms(max)}   failed ${failed}   server's processor ${share} %   ${machineLine().replace(/^.*, /, '')}`,
    );
    if (p99 >= P99_LIMIT_MS || failed > 0) break;
    held = count;
  }
  print(`Held with p99 under ${P99_LIMIT_MS} ms: ${held} people`);
}

function ms(value: number): string {
  return `${value.toFixed(1).padStart(7)} ms`;
}
