/** A scene between two others: it starts where the one before it ends, and ends where the one after it begins. */
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { keepFrame } from '#edge-api/services/media.ts';
import type { ModelId } from '#shared/catalogue/models.ts';
import { smallClips } from '#tests/helpers/fake-gemini/options.ts';
import { FAKE_KEYS } from '#tests/helpers/fake-gemini/credentials.ts';
import { startFakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { jpegOf } from '#tests/helpers/pictures.ts';
import { startStudio, type Studio } from './generation-harness.ts';

/** The starts of two JPEG files; nobody here looks further. */
const [FIRST, LAST] = [1, 2].map((n) => jpegOf(`${n}`)) as [Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>];
const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

let studio: Studio;
const gemini = await startFakeGemini({
  veo: true,
  clips: smallClips(4),
});
afterAll(() => gemini.close());
afterEach(() => studio.close());

/** Three scenes; the one in the middle is bound to both of its neighbours. */
async function three(options: { model?: ModelId; duration?: number; firstPrompt?: string } = {}) {
  gemini.reset();
  studio = await startStudio({ apiKey: FAKE_KEYS.good, baseUrl: gemini.url });
  const { model = 'omni', duration = 8, firstPrompt = 'A quiet harbour.' } = options;
  const projectId = await studio.addProject({ model });
  const before = await studio.addScene(projectId, { prompt: firstPrompt, duration });
  const middle = await studio.addScene(projectId, { prompt: 'The boat crosses.', duration });
  const after = await studio.addScene(projectId, { prompt: 'A far shore.', duration });
  await studio.rows(`update scenes set continue_from_previous = 1, continue_into_next = 1 where id = '${middle}'`);
  return { projectId, before, middle, after };
}

const generate = (projectId: string) => studio.generate(projectId);

async function sendFrame(projectId: string, sceneId: string, place: 'first' | 'last'): Promise<void> {
  const { sha256 } = await studio.scene(projectId, sceneId);
  await keepFrame(studio.deps, studio.userId, sha256 ?? '', place, place === 'first' ? FIRST : LAST);
}

/** The request that was sent for the scene in the middle. */
const asked = () =>
  gemini.requests.find(({ method, body }) => method === 'POST' && JSON.stringify(body).includes('The boat crosses.'))
    ?.body;

describe('a scene between two others', () => {
  test('waits for both, says for which, and is asked with both pictures', async () => {
    const { projectId, before, middle, after } = await three({ firstPrompt: 'A quiet harbour. [[slow:1]]' });
    await generate(projectId);
    const note = async () => (await studio.scene(projectId, middle)).note;
    await studio.runner.runUntilIdle();
    expect(await note()).toBe('Waiting for scene 1. This scene starts where it ends.');
    await studio.work();
    expect(await note()).toContain('Waiting for the last frame of scene 1.');
    await sendFrame(projectId, before, 'last');
    await studio.work();
    expect(await note()).toContain('Waiting for the first frame of scene 3.');
    expect(asked()).toBeUndefined();
    await sendFrame(projectId, after, 'first');
    await studio.finish();
    expect(await studio.scene(projectId, middle)).toMatchObject({ status: 'complete', note: null });
    expect(asked()).toMatchObject({
      input: [
        { type: 'image', data: textOf(LAST) },
        { type: 'image', data: textOf(FIRST) },
        { type: 'text', text: expect.stringMatching(/^<FIRST_FRAME> <LAST_FRAME> .*The boat crosses\./s) },
      ],
      generation_config: { video_config: { task: 'image_to_video' } },
    });
  });

  test('is asked of Veo with an image and a last frame', async () => {
    const { projectId, before, after } = await three({ model: 'veo-3.1' });
    await generate(projectId);
    await studio.work();
    await sendFrame(projectId, before, 'last');
    await sendFrame(projectId, after, 'first');
    await studio.finish();
    expect(asked()).toMatchObject({
      instances: [
        {
          image: { bytesBase64Encoded: textOf(LAST), mimeType: 'image/jpeg' },
          lastFrame: { bytesBase64Encoded: textOf(FIRST), mimeType: 'image/jpeg' },
        },
      ],
      parameters: { durationSeconds: 8, personGeneration: 'allow_adult' },
    });
  });

  test.each([
    [
      'at a length that Veo does not take one for',
      { model: 'veo-3.1', duration: 6 },
      '',
      'doesn’t accept one for a 16:9 clip of 6 s',
    ],
    ['without a first frame', {}, 'update scenes set continue_from_previous = 0', 'a last frame needs a first frame'],
    [
      'as the last scene',
      {},
      `update scenes set deleted_at_ms = 1 where scene_number = 3`,
      'No scene comes after this one',
    ],
    [
      'before a scene that starts where it ends',
      {},
      `update scenes set continue_from_previous = 1 where scene_number = 3`,
      'because scene 3 starts where this one ends',
    ],
  ] as const)('is made without the last picture %s, and the card says so', async (_, options, change, note) => {
    const { projectId, before, middle, after } = await three(options);
    if (change !== '') await studio.rows(change);
    await generate(projectId);
    await studio.work();
    await sendFrame(projectId, before, 'last');
    await studio.work();
    const isThere = (await studio.scenes(projectId)).some(({ id, sha256 }) => id === after && sha256 !== null);
    if (isThere) await sendFrame(projectId, after, 'first');
    await studio.work();
    expect(await studio.scene(projectId, middle)).toMatchObject({
      status: 'complete',
      note: expect.stringContaining(note),
    });
    expect(JSON.stringify(asked())).not.toMatch(/LAST_FRAME|lastFrame/);
  });

  test('that is longer than a clip ends by itself, because another clip follows it', async () => {
    const { projectId, before, middle, after } = await three();
    await studio.addExtension(projectId, middle);
    await generate(projectId);
    await studio.work();
    await sendFrame(projectId, before, 'last');
    await sendFrame(projectId, after, 'first');
    await studio.finish();
    expect((await studio.scene(projectId, middle)).note).toContain('longer than one clip');
    expect(JSON.stringify(asked())).not.toContain('LAST_FRAME');
  });

  test('fails at no cost where the one after it was not made', async () => {
    const { projectId, before, middle, after } = await three();
    await studio.rows(`update scenes set description = 'Draw this. [[refuse]]' where id = '${after}'`);
    await generate(projectId);
    await studio.work();
    await sendFrame(projectId, before, 'last');
    await studio.finish();
    expect(await studio.scene(projectId, middle)).toMatchObject({
      status: 'failed',
      errorMessage: expect.stringMatching(/ends where scene 3 starts, and scene 3 has no clip.* You weren’t charged/),
    });
    expect(asked()).toBeUndefined();
  });
});
