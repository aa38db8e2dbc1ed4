import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { generateVideos } from '#edge-api/services/generation.ts';
import { listModels } from '#edge-api/services/models.ts';
import { makeClip } from '#tests/helpers/clips/make-clip.ts';
import { smallClips } from '#tests/helpers/fake-gemini/options.ts';
import { FAKE_KEYS } from '#tests/helpers/fake-gemini/credentials.ts';
import type { Outcome } from '#tests/helpers/fake-gemini/state.ts';
import { startFakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { startStudio, type Studio } from './generation-harness.ts';

let studio: Studio;

const gemini = await startFakeGemini({
  veo: true,
  clips: smallClips(3),
});
afterAll(() => gemini.close());
beforeEach(async () => {
  gemini.reset();
  studio = await startStudio({ apiKey: FAKE_KEYS.good, baseUrl: gemini.url });
});
afterEach(() => studio.close());

const submits = (): number => gemini.posts.of('veo.create');

async function generate(prompt: string, options: { resolution?: '720p' | '1080p'; duration?: number } = {}) {
  const projectId = await studio.addProject({ model: 'veo-3.1' });
  const sceneId = await studio.addScene(projectId, { prompt, ...options });
  await studio.generate(projectId);
  return { projectId, sceneId, read: () => studio.scene(projectId, sceneId) };
}

const answer = (body: unknown): Outcome => ({ kind: 'json', status: 200, body });

describe('a clip by Veo', () => {
  test('is made, fetched and stored with its facts, and costs its price', async () => {
    const { read } = await generate('A slow harbour. [[slow:2]]', { duration: 6 });
    await studio.finish();
    expect(await read()).toMatchObject({ status: 'complete', frameCount: 144, note: null });
    expect(submits()).toBe(1);
    expect(await studio.rows('select entry, amount_micro_usd as amount from ledger order by entry')).toEqual([
      { entry: 'reserve', amount: 2_400_000 },
      { entry: 'settle', amount: 2_400_000 },
    ]);
  });

  test('is asked of the first upstream model that the key reaches, at that model’s price', async () => {
    const other = await startFakeGemini({ veo: true, withoutModels: ['veo-3.1-generate-preview'] });
    const elsewhere = await startStudio({ apiKey: FAKE_KEYS.good, baseUrl: other.url });
    try {
      const projectId = await elsewhere.addProject({ model: 'veo-3.1' });
      await elsewhere.addScene(projectId, { prompt: 'A harbour.', duration: 8 });
      await generateVideos(elsewhere.deps, { userId: elsewhere.userId, idempotencyKey: null }, projectId);
      await elsewhere.runner.runUntilIdle();
      expect(other.jobs[0]?.model).toBe('veo-3.1-fast-generate-preview');
      expect(await elsewhere.rows('select amount_micro_usd as amount from ledger')).toEqual([{ amount: 800_000 }]);
    } finally {
      await elsewhere.close();
      await other.close();
    }
  });

  test('of six seconds is made at 720p, and the card says so', async () => {
    const { read } = await generate('A harbour.', { duration: 6, resolution: '1080p' });
    await studio.finish();
    expect((await read()).note).toContain('can’t generate a 16:9 clip of 6 s at 1080p');
    expect(gemini.jobs[0]?.request).toMatchObject({ durationSeconds: 6, resolution: '720p' });
  });

  test.each([
    ['refused', 'Draw this. [[refuse]]', /refused .* You weren’t charged\. Change the scene/],
    ['failed', 'Draw this. [[fail]]', /could not be generated.* You weren’t charged\. Try again/],
  ])('that is %s fails with a sentence, costs nothing and was asked for once', async (_, prompt, sentence) => {
    const { read } = await generate(prompt);
    await studio.finish();
    expect(await read()).toMatchObject({
      status: 'failed',
      errorMessage: expect.stringMatching(sentence),
      answerLost: false,
    });
    expect(submits()).toBe(1);
    expect(await studio.rows('select entry from ledger order by entry desc')).toEqual([
      { entry: 'reserve' },
      { entry: 'release' },
    ]);
  });

  test.each([
    [
      'ended with an error of the request',
      { done: true, error: { code: 3, message: 'Bad pictures.' } },
      /Bad pictures/,
    ],
    ['ended with an error of no words', { done: true, error: { code: 13 } }, /couldn’t generate/],
    ['ran out of quota', { done: true, error: { code: 8, message: 'Exhausted.' } }, /quota/],
    ['brought nothing at all', { done: true, response: { generateVideoResponse: {} } }, /without a clip/],
    [
      'names no file',
      {
        done: true,
        response: { generateVideoResponse: { generatedSamples: [{ video: { uri: 'https://x.example/' } }] } },
      },
      /didn’t say where/,
    ],
  ])('whose operation %s fails with a sentence', async (_, ending, sentence) => {
    const { read } = await generate('A harbour.');
    gemini.onNext('operations.get', answer({ name: 'models/veo-3.1-generate-preview/operations/x', ...ending }));
    await studio.finish();
    expect(await read()).toMatchObject({ status: 'failed', errorMessage: expect.stringMatching(sentence) });
    expect(submits()).toBe(1);
  });

  test('that comes inside its answer is stored', async () => {
    const { read } = await generate('A harbour.');
    const bytes = await makeClip({ seconds: 4, size: '360p', sceneNumber: 2 });
    const video = { encodedVideo: Buffer.from(bytes).toString('base64'), encoding: 'video/mp4' };
    const ended = { done: true, response: { generateVideoResponse: { generatedSamples: [{ video }] } } };
    gemini.onNext('operations.get', answer({ name: 'models/veo-3.1-generate-preview/operations/x', ...ended }), 2);
    await studio.finish();
    expect(await read()).toMatchObject({ status: 'complete', frameCount: 96, mediaBytes: bytes.length });
  });
});

describe('a busy or broken line', () => {
  test.each([
    ['breaks while a poll is answered', 'Wait. [[poll-html-502-once]]'],
    ['forgets a poll', 'Wait. [[poll-drop-once]]'],
    ['cuts the file off once', 'Wait. [[cut-download-once]]'],
    ['prepares the file first', 'Wait. [[file-processing:2]]'],
    ['sends the file from elsewhere', 'Wait. [[redirect]]'],
  ])('that %s brings the clip in the end', async (_, prompt) => {
    const { read } = await generate(prompt);
    await studio.finish();
    expect((await read()).status).toBe('complete');
    expect(submits()).toBe(1);
    expect(gemini.jobs).toHaveLength(1);
    expect(gemini.redirects.some(({ hadKey }) => hadKey)).toBe(false);
  });

  test.each([
    ['drops it after accepting', 'Lost. [[drop-after-accept]]'],
    ['forgets the work', 'Lost. [[poll-gone]]'],
  ])('that %s is told as a lost answer, and nothing is sent again by itself', async (_, prompt) => {
    const { sceneId, read } = await generate(prompt);
    await studio.finish();
    expect(await read()).toMatchObject({ status: 'failed', answerLost: true });
    expect(submits()).toBe(1);
    expect(gemini.jobs).toHaveLength(1);
    await expect(studio.generateScene(sceneId)).rejects.toMatchObject({
      code: 'needs_second_charge_consent',
    });
  });
});

describe('the models that a key reaches', () => {
  test('are asked upstream by name', async () => {
    const rows = await listModels(studio.deps, studio.userId, async () => undefined);
    expect(rows.map(({ id, reachable }) => [id, reachable])).toEqual([
      ['veo-3.1', true],
      ['veo-3', false],
      ['veo-2', false],
      ['omni', true],
    ]);
    expect(rows[1]?.reason).toContain('doesn’t offer Veo 3');
  });

  test('name the one that is most alike where the wanted one is gone', async () => {
    const projectId = await studio.addProject({ model: 'veo-3' });
    await studio.addScene(projectId, { prompt: 'A harbour.' });
    await expect(studio.generate(projectId)).rejects.toMatchObject({
      code: 'model_unreachable',
      message: expect.stringContaining('You can use Veo 3.1 instead.'),
    });
  });
});
