/** A finished movie as long as movies get, on a server of its own: 150 scenes of 4 s, texts on a third of them, music under all. */
import { randomBytes } from 'node:crypto';
import { uuidv7 } from '#shared/entities/id.ts';
import type { MovieAudio } from '#shared/entities/movie-audio.ts';
import type { TextOverlay } from '#shared/entities/text-overlay.ts';
import { DEMO_STUDIO_KEY } from '#shared/entities/user.ts';
import { limits } from '#shared/limits.ts';
import { audioPiece, textOverlay } from '#tests/helpers/rows.ts';
import { swellingWav } from '#tests/helpers/wav.ts';
import { newProject, scenesOf, signIn, uploadFile, type Send } from '../worker/bench-person.ts';
import { until } from '../worker/measure.ts';

const SCENE_SECONDS = 4;
/** Two pieces of it cover the movie. */
const MUSIC_SECONDS = 300;
const MUSIC_RATE = 8_000;

const newId = (): string => uuidv7(Date.now(), randomBytes(10));

/** @returns the path of its project, and the session of whose it is. @throws Error that names the call which failed */
export async function plantLongMovie(url: string): Promise<{ path: string; cookie: string }> {
  const { send, cookie } = await signIn(url);
  await send('/api/user/save-api-key', { method: 'POST', json: { apiKey: DEMO_STUDIO_KEY } });
  const path = await newProject(send, 0, '', 'veo-3.1');
  await makeShort(send, path);
  await lengthen(send, path);
  await write(send, path);
  await bringMusic(send, path);
  return { path, cookie };
}

/** Some scenes, each with a clip of its own. */
async function makeShort(send: Send, path: string): Promise<void> {
  await send(`${path}/generate-scenes`, { method: 'POST', json: {} });
  await until(async () => (await scenesOf(send, path)).length > 0);
  for (const { id } of await scenesOf(send, path))
    await send(`/api/scenes/${id}`, { method: 'PATCH', json: { duration: SCENE_SECONDS } });
  await send(`${path}/generate-videos`, { method: 'POST', json: {} });
  await until(async () => (await scenesOf(send, path)).every(({ status }) => status === 'complete'));
}

/** The same scenes again and again, until there are as many as a project can have. */
async function lengthen(send: Send, path: string): Promise<void> {
  const scenes = await scenesOf(send, path);
  for (let count = scenes.length; count < limits.scenesPerProject; count += 1) {
    const json = { newSceneId: newId() };
    await send(`/api/scenes/${scenes[count % scenes.length]?.id}/duplicate`, { method: 'POST', json });
  }
  const seconds = (await scenesOf(send, path)).reduce((sum, { duration }) => sum + duration, 0);
  if (seconds !== limits.scenesPerProject * SCENE_SECONDS) throw new Error(`The movie is ${seconds} s long.`);
}

/** A text on every third scene, and a second one at the same time on every ninth. */
async function write(send: Send, path: string): Promise<void> {
  const text = (words: string): TextOverlay =>
    textOverlay({ id: newId(), text: words, fontSize: 48, startTime: 0.5, endTime: 3 });
  for (const [index, { id }] of (await scenesOf(send, path)).entries()) {
    if (index % 3 !== 0) continue;
    const textOverlays = [text(`A town forgets ${index}`), ...(index % 9 === 0 ? [text('2:40 a.m.')] : [])];
    await send(`/api/scenes/${id}`, { method: 'PATCH', json: { textOverlays } });
  }
}

async function bringMusic(send: Send, path: string): Promise<void> {
  const bytes = Uint8Array.from(swellingWav({ seconds: MUSIC_SECONDS, sampleRate: MUSIC_RATE }));
  const sound = { codec: 'pcm-s16', sampleRate: MUSIC_RATE, channels: 1, durationSeconds: MUSIC_SECONDS };
  const mediaId = await uploadFile(send, bytes, { kind: 'sound', facts: { sound } });
  const piece = (startSeconds: number): MovieAudio =>
    audioPiece({ id: newId(), mediaId, outSeconds: MUSIC_SECONDS, startSeconds, gainDb: -9, duckDb: 8 });
  await send(path, { method: 'PATCH', json: { audio: [piece(0), piece(MUSIC_SECONDS)] } });
}
