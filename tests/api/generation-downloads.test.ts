/** Files of clips whose length nobody announces. */
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { limits } from '#shared/limits.ts';
import { makeClip } from '#tests/helpers/clips/make-clip.ts';
import { FAKE_KEYS } from '#tests/helpers/fake-gemini/credentials.ts';
import { startFakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { startStudio, type Studio } from './generation-harness.ts';

const MEGABYTE = 1024 * 1024;

let studio: Studio;

const clip = await makeClip({ seconds: 4, size: '360p', sceneNumber: 1 });
const gemini = await startFakeGemini({ clips: () => clip });
afterAll(() => gemini.close());
beforeEach(async () => {
  gemini.reset();
  studio = await startStudio({ apiKey: FAKE_KEYS.good, baseUrl: gemini.url });
});
afterEach(() => studio.close());

/** Generates a scene whose file is these bytes, so many times. */
async function generate(bytes: Uint8Array, chunks: number) {
  const projectId = await studio.addProject();
  const sceneId = await studio.addScene(projectId, { prompt: 'A quiet harbour.' });
  await studio.generate(projectId);
  gemini.onNext('files.download', { kind: 'bytes', status: 200, contentType: 'video/mp4', bytes, chunks });
  await studio.finish();
  return studio.scene(projectId, sceneId);
}

test('a file without a length is stored whole', async () => {
  const scene = await generate(clip, 1);
  expect(scene).toMatchObject({ status: 'complete', mediaBytes: clip.byteLength, frameCount: 96 });
  expect(gemini.posts.of('interactions.create')).toBe(1);
});

test('a file that goes on and on is given up at the limit, charged, and leaves nothing behind', async () => {
  const scene = await generate(new Uint8Array(MEGABYTE).fill(7), limits.clipBytes / MEGABYTE + 8);
  expect(scene).toMatchObject({
    status: 'failed',
    answerLost: false,
    errorMessage: expect.stringMatching(/too large to be a clip.* You were charged/),
  });
  expect(await studio.storedFiles()).toBe(0);
  expect(gemini.posts.of('interactions.create')).toBe(1);
  expect(await studio.rows('select entry from ledger order by entry')).toEqual([
    { entry: 'reserve' },
    { entry: 'settle' },
  ]);
});
