/** What the Worker takes of what its platform limits: processor time, and memory while large things pass. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '#scripts/free-port.mjs';
import { startLocalEdge } from '#scripts/edge/local-edge.mjs';
import { makeClip } from '#tests/helpers/clips/make-clip.ts';
import { FAKE_KEYS } from '#tests/helpers/fake-gemini/credentials.ts';
import { startFakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { openInspector, type Inspector } from './inspector.ts';
import { machineLine } from './report.ts';
import { newProject, signIn, type Send } from './worker/bench-person.ts';
import { completeLargeUpload } from './worker/large-upload.ts';
import { startOfLong } from './worker/long-clip.ts';
import { each, until, workOf } from './worker/measure.ts';
import { CLIPS_AT_ONCE, LARGE_CLIP_BYTES, memoryRows } from './worker/memory-rows.ts';

const [POLLS, SCENES, POLLED_CLIPS] = [300, 30, 4];
/** What a prompt says whose clip is as large as a clip may be. */
const LARGE = /A large one/;

export async function runWorkerBench({ print }: { print(line: string): void }): Promise<void> {
  print(
    `${machineLine()}; our code by V8's profiler, and all of the process of workerd, with what stands in for the platform`,
  );
  const folder = await mkdtemp(join(tmpdir(), 'storyreel-worker-'));
  const small = await makeClip({ seconds: 4, size: '360p', sceneNumber: 1 });
  const large = startOfLong(small, LARGE_CLIP_BYTES, LARGE_CLIP_BYTES);
  const gemini = await startFakeGemini({
    clips: ({ prompt }) => (LARGE.test(prompt) ? large : small),
    slowPolls: 0,
  });
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
      WRITES_PER_MINUTE: '1000000',
      AI_CALLS_PER_MINUTE: '1000',
    },
  });
  const inspector = await openInspector(inspectorPort, async () => {
    await (await fetch(`${edge.url}/api/metrics`)).arrayBuffer();
  });
  try {
    const { send } = await signIn(edge.url);
    await send('/api/user/save-api-key', { method: 'POST', json: { apiKey: FAKE_KEYS.good } });
    await pagePolls(inspector, send, print);
    await clipPolls(inspector, send, { print, asked: () => gemini.requests.filter(isPoll).length });
    await completeLargeUpload(small, { inspector, send, print });
    await memoryRows({ edge, gemini, inspector, send, print });
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
  const polling = (headers: Record<string, string>) => async (): Promise<void> => {
    for (let n = 0; n < POLLS; n++) await (await send(path, { headers })).arrayBuffer();
  };
  const unchanged = { 'If-None-Match': etag };
  await polling(unchanged)();
  for (const [what, headers] of [
    [`a page's poll, nothing new`, unchanged],
    [`a page's poll, ${SCENES} scenes told`, {}],
  ] as const) {
    const worked = await workOf(inspector, polling(headers));
    print(each(what, worked, POLLS));
  }
}

/** Turns that ask the provider about a clip, with every message that they send for. */
async function clipPolls(
  inspector: Inspector,
  send: Send,
  { print, asked }: { print(line: string): void; asked(): number },
): Promise<void> {
  const project = await newProject(send, POLLED_CLIPS, 'Slow. [[slow:100000]]');
  await send(`${project}/generate-videos`, { method: 'POST' });
  await until(() => asked() > 0);
  const before = asked();
  const worked = await workOf(inspector, () => until(() => asked() >= before + POLLS / 5));
  print(each('a turn that asks about a clip', worked, asked() - before));
  await send(`${project}/cancel-generation`, { method: 'POST' });
  await pause(3_000);
}
