/** A finished movie as long as movies get, on a server of its own: 150 scenes of 4 s, texts on a third of them, music under all. */
import { createHash, randomBytes } from 'node:crypto';
import { request, type APIRequestContext } from 'playwright';
import type { StartUploadReply } from '#shared/api/uploads.ts';
import { uuidv7 } from '#shared/entities/id.ts';
import type { MovieAudio } from '#shared/entities/movie-audio.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import type { TextOverlay } from '#shared/entities/text-overlay.ts';
import { DEMO_STUDIO_KEY } from '#shared/entities/user.ts';
import { limits } from '#shared/limits.ts';
import { audioPiece } from '#tests/helpers/rows.ts';
import { swellingWav } from '#tests/helpers/wav.ts';

export type LongMovie = {
  projectId: string;
  cookies: Awaited<ReturnType<APIRequestContext['storageState']>>['cookies'];
};

const SCENE_SECONDS = 4;
/** Two pieces of it cover the movie. */
const MUSIC_SECONDS = 300;
const MUSIC_RATE = 8_000;
const POLL_MS = 200;
const LONGEST_WAIT_MS = 120_000;

const newId = (): string => uuidv7(Date.now(), randomBytes(10));

/** @throws Error that names the call which failed */
export async function plantLongMovie(url: string): Promise<LongMovie> {
  const context = await request.newContext();
  try {
    const call = callerOf(context, url);
    await call('POST', '/api/login', { form: { email: 'long@example.org', firstName: 'Ada', lastName: 'Long' } });
    await call('POST', '/api/user/save-api-key', { data: { apiKey: DEMO_STUDIO_KEY } });
    const projectId = await shortMovie(call);
    await lengthen(call, projectId);
    await write(call, projectId);
    await bringMusic(call, projectId);
    return { projectId, cookies: (await context.storageState()).cookies };
  } finally {
    await context.dispose();
  }
}

type Sent = { data?: unknown; form?: Record<string, string>; headers?: Record<string, string> };
type Call = <T>(method: 'GET' | 'POST' | 'PATCH' | 'PUT', path: string, sent?: Sent) => Promise<T>;

function callerOf(context: APIRequestContext, url: string): Call {
  return async (method, path, { headers, ...sent } = {}) => {
    const reply = await context.fetch(`${url}${path}`, { method, ...sent, headers: { Origin: url, ...headers } });
    if (!reply.ok()) throw new Error(`${method} ${path} was answered with ${reply.status()}: ${await reply.text()}`);
    return reply.headers()['content-type']?.includes('json') ? await reply.json() : undefined;
  };
}

/** Some scenes, each with a clip of its own. */
async function shortMovie(call: Call): Promise<string> {
  const { id } = await call<Project>('POST', '/api/projects', {
    data: {
      title: 'The Long Lighthouse',
      description: 'A harbor town has forgotten its lighthouse. Ines finds the logbook of the keeper.',
      genres: ['drama'],
      targetLength: 30,
      model: 'veo-3.1',
      aspectRatio: '16:9',
    },
  });
  await call('POST', `/api/projects/${id}/generate-scenes`, { data: {} });
  await until(async () => (await scenesOf(call, id)).length > 0);
  for (const scene of await scenesOf(call, id))
    await call('PATCH', `/api/scenes/${scene.id}`, { data: { duration: SCENE_SECONDS } });
  await call('POST', `/api/projects/${id}/generate-videos`, { data: {} });
  await until(async () => (await scenesOf(call, id)).every(({ status }) => status === 'complete'));
  return id;
}

/** The same scenes again and again, until there are as many as a project can have. */
async function lengthen(call: Call, projectId: string): Promise<void> {
  const scenes = await scenesOf(call, projectId);
  for (let count = scenes.length; count < limits.scenesPerProject; count += 1)
    await call('POST', `/api/scenes/${scenes[count % scenes.length]?.id}/duplicate`, { data: { newSceneId: newId() } });
  const seconds = (await scenesOf(call, projectId)).reduce((sum, { duration }) => sum + duration, 0);
  if (seconds !== limits.scenesPerProject * SCENE_SECONDS) throw new Error(`The movie is ${seconds} s long.`);
}

/** A text on every third scene, and a second one at the same time on every ninth. */
async function write(call: Call, projectId: string): Promise<void> {
  const text = (words: string): TextOverlay => ({
    id: newId(),
    text: words,
    fontSize: 48,
    color: '#FFFFFF',
    position: 'center',
    startTime: 0.5,
    endTime: 3,
  });
  for (const [index, scene] of (await scenesOf(call, projectId)).entries()) {
    if (index % 3 !== 0) continue;
    const textOverlays = [text(`A town forgets ${index}`), ...(index % 9 === 0 ? [text('2:40 a.m.')] : [])];
    await call('PATCH', `/api/scenes/${scene.id}`, { data: { textOverlays } });
  }
}

async function bringMusic(call: Call, projectId: string): Promise<void> {
  const bytes = swellingWav({ seconds: MUSIC_SECONDS, sampleRate: MUSIC_RATE });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const facts = {
    sound: { codec: 'pcm-s16', sampleRate: MUSIC_RATE, channels: 1, durationSeconds: MUSIC_SECONDS },
  };
  const data = { sha256, sizeBytes: bytes.length, kind: 'sound', name: 'Harbor.wav', facts };
  const { upload } = await call<StartUploadReply>('POST', '/api/uploads', { data });
  const parts = Math.ceil(bytes.length / limits.uploadPartBytes);
  for (let part = 0; part < parts; part += 1) {
    const from = part * limits.uploadPartBytes;
    await call('PUT', `/api/uploads/${upload?.id}/parts/${part + 1}`, {
      data: bytes.subarray(from, from + limits.uploadPartBytes),
      headers: { 'Content-Type': 'application/octet-stream' },
    });
  }
  await call('POST', `/api/uploads/${upload?.id}/complete`);
  const piece = (startSeconds: number): MovieAudio =>
    audioPiece({ id: newId(), mediaId: sha256, outSeconds: MUSIC_SECONDS, startSeconds, gainDb: -9, duckDb: 8 });
  await call('PATCH', `/api/projects/${projectId}`, { data: { audio: [piece(0), piece(MUSIC_SECONDS)] } });
}

function scenesOf(call: Call, projectId: string): Promise<Scene[]> {
  return call<Scene[]>('GET', `/api/projects/${projectId}/scenes`);
}

/** @throws Error when it is never so */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  const endMs = Date.now() + LONGEST_WAIT_MS;
  while (!(await isSo())) {
    if (Date.now() > endMs) throw new Error('The demo studio did not finish in time.');
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
