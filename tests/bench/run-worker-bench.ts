/** What the Worker takes of what its platform limits: processor time of a poll, and memory while clips are stored. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { freePort } from '#scripts/edge/local-database.mjs';
import { startLocalEdge } from '#scripts/edge/local-edge.mjs';
import { makeClip } from '#tests/helpers/clips/make-clip.ts';
import { FAKE_KEYS } from '#tests/helpers/fake-gemini/credentials.ts';
import { startFakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { openInspector, type Inspector } from './inspector.ts';
import { machineLine } from './report.ts';

const [POLLS, SCENES] = [300, 30];
/** As large as a clip may be, but for what is left of the last megabyte. */
const CLIP_BYTES = 99 * 1024 * 1024;
const CLIPS_AT_ONCE = 4;
const LOOK_MS = 20;
const HEAP_LOOK_MS = 150;
const PATIENCE_MS = 180_000;

type Send = (path: string, init?: { method?: string; json?: unknown; etag?: string }) => Promise<Response>;
const idOf = z.object({ id: z.string() });
const sceneStates = z.array(z.object({ status: z.string() }));

export async function runWorkerBench({ print }: { print(line: string): void }): Promise<void> {
  print(
    `${machineLine()}; our code by V8's profiler, and all of the process of workerd, with what stands in for the platform`,
  );
  const folder = await mkdtemp(join(tmpdir(), 'storyreel-worker-'));
  const clip = padded(await makeClip({ seconds: 4, size: '360p', sceneNumber: 1 }), CLIP_BYTES);
  const gemini = await startFakeGemini({ clips: async () => clip, slowPolls: 0 });
  const inspectorPort = await freePort();
  const edge = await startLocalEdge({
    folder,
    port: await freePort(),
    inspectorPort,
    environment: {
      GOOGLE_GEMINI_BASE_URL: gemini.url,
      GENERATION_POLL_MS: '1000',
      CLIPS_AT_ONCE: String(CLIPS_AT_ONCE),
      REQUESTS_PER_MINUTE: '1000000',
    },
  });
  const inspector = await openInspector(inspectorPort);
  try {
    const send = await signIn(edge.url);
    await send('/api/user/save-api-key', { method: 'POST', json: { apiKey: FAKE_KEYS.good } });
    await pagePolls(inspector, send, print);
    await clipPolls(inspector, send, { print, asked: () => gemini.requests.filter(isPoll).length });
    for (const count of [1, CLIPS_AT_ONCE]) await storing(inspector, send, { print, count });
  } finally {
    inspector.close();
    await edge.close();
    await gemini.close();
    await rm(folder, { recursive: true });
  }
}

const isPoll = ({ operation }: { operation: string }): boolean => operation === 'interactions.get';

/** A page that asks what is new of its project, and is told: nothing, or everything. */
async function pagePolls(inspector: Inspector, send: Send, print: (line: string) => void): Promise<void> {
  const path = `${await newProject(send, SCENES, 'Quiet.')}/scenes`;
  const etag = (await send(path)).headers.get('etag') ?? '';
  const polling = (init: { etag?: string }) => async (): Promise<void> => {
    for (let n = 0; n < POLLS; n++) await (await send(path, init)).arrayBuffer();
  };
  await polling({ etag })();
  for (const [what, init] of [
    [`a page's poll, nothing new`, { etag }],
    [`a page's poll, ${SCENES} scenes told`, {}],
  ] as const) {
    const worked = await workOf(inspector, polling(init));
    print(each(what, worked, POLLS));
  }
}

/** Turns that ask the provider about a clip, with every message that they send for. */
async function clipPolls(
  inspector: Inspector,
  send: Send,
  { print, asked }: { print(line: string): void; asked(): number },
): Promise<void> {
  const project = await newProject(send, CLIPS_AT_ONCE, 'Slow. [[slow:100000]]');
  await send(`${project}/generate-videos`, { method: 'POST' });
  const before = await until(() => asked() > 0, asked);
  const worked = await workOf(inspector, async () => void (await until(() => asked() >= before + POLLS / 5, asked)));
  print(each('a turn that asks about a clip', worked, asked() - before));
  await send(`${project}/cancel-generation`, { method: 'POST' });
  await pause(3_000);
}

/** Clips of the largest size on their way from the provider to the bucket. */
async function storing(
  inspector: Inspector,
  send: Send,
  { print, count }: { print(line: string): void; count: number },
): Promise<void> {
  const project = await newProject(send, count, 'A large one.');
  const base = await inspector.heapBytes();
  let peak = base;
  const startedMs = performance.now();
  await send(`${project}/generate-videos`, { method: 'POST' });
  const states = async (): Promise<string[]> =>
    sceneStates.parse(await (await send(`${project}/scenes`)).json()).map(({ status }) => status);
  for (let look = 1; ; look++) {
    peak = Math.max(peak, await inspector.heapBytes());
    if (look % 5 === 0 && (await states()).every((status) => status === 'complete' || status === 'failed')) break;
    if (performance.now() - startedMs > PATIENCE_MS) throw new Error('The clips were not stored in time.');
    await pause(HEAP_LOOK_MS);
  }
  const stored = (await states()).filter((status) => status === 'complete').length;
  const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;
  print(
    `${`${stored} of ${count} clips of ${megabytes(CLIP_BYTES)} stored`.padEnd(44)} before ${megabytes(base)}, at most ${megabytes(peak)}, ${((performance.now() - startedMs) / 1000).toFixed(1)} s`,
  );
}

/** @returns the path of a project with so many scenes */
async function newProject(send: Send, scenes: number, description: string): Promise<string> {
  const project = {
    title: 'Bench',
    description: 'A keeper sees a light at sea and rows out into the storm.',
    genres: ['drama'],
    targetLength: 30,
    model: 'omni',
    aspectRatio: '16:9',
  };
  const { id } = idOf.parse(await (await send('/api/projects', { method: 'POST', json: project })).json());
  for (let n = 1; n <= scenes; n++)
    await send(`/api/projects/${id}/scenes`, {
      method: 'POST',
      json: { title: `Scene ${n}`, description, duration: 4 },
    });
  return `/api/projects/${id}`;
}

async function signIn(origin: string): Promise<Send> {
  const reply = await fetch(`${origin}/api/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Origin: origin },
    body: new URLSearchParams({ email: 'ada@example.test', firstName: 'Ada', lastName: 'Bench' }),
  });
  const cookie = reply.headers.get('set-cookie')?.split(';')[0] ?? '';
  return async (path, { method = 'GET', json, etag } = {}) => {
    const answer = await fetch(`${origin}${path}`, {
      method,
      headers: {
        Cookie: cookie,
        Origin: origin,
        ...(etag === undefined ? {} : { 'If-None-Match': etag }),
        ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
}

/** A clip that is as long as asked, by a box behind it that players skip. */
function padded(clip: Uint8Array, size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  bytes.set(clip);
  const box = new DataView(bytes.buffer, clip.length);
  box.setUint32(0, size - clip.length);
  bytes.set(new TextEncoder().encode('free'), clip.length + 4);
  return bytes;
}

async function until(isOver: () => boolean, count: () => number): Promise<number> {
  const startedMs = performance.now();
  while (!isOver()) {
    if (performance.now() - startedMs > PATIENCE_MS) throw new Error('Nothing happens.');
    await pause(LOOK_MS);
  }
  return count();
}

type Work = { oursMs: number; processMs: number };

async function workOf(inspector: Inspector, run: () => Promise<void>): Promise<Work> {
  const before = await workerdCpuMs();
  const oursMs = await inspector.workedMs(run);
  return { oursMs, processMs: (await workerdCpuMs()) - before };
}

/** The kernel counts processor time in hundredths of a second. */
const TICK_MS = 10;

/** Processor time of the workerd that this process started. */
async function workerdCpuMs(): Promise<number> {
  for (const name of await readdir('/proc')) {
    const stat = /^\d+$/.test(name) ? await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '') : '';
    const [, program = '', rest = ''] = /^\d+ \((.*)\) (.*)$/s.exec(stat) ?? [];
    const fields = rest.split(' ');
    if (program === 'workerd' && Number(fields[1]) === process.pid)
      return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  }
  throw new Error('There is no workerd.');
}

function each(what: string, { oursMs, processMs }: Work, count: number): string {
  const ms = (total: number): string => `${(total / count).toFixed(2)} ms`;
  return `${what.padEnd(44)} ours ${ms(oursMs)}, the process ${ms(processMs)} (each of ${count})`;
}
