import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { generateScene, generateVideos } from '#edge-api/services/generation.ts';
import { listModels } from '#edge-api/services/models.ts';
import { makeClip } from '#tests/helpers/clips/make-clip.ts';
import { FAKE_KEYS } from '#tests/helpers/fake-gemini/credentials.ts';
import type { Outcome } from '#tests/helpers/fake-gemini/state.ts';
import { startFakeGemini, type FakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { startStudio, type Studio } from './generation-harness.ts';

let gemini: FakeGemini;
let studio: Studio;

beforeAll(async () => {
  gemini = await startFakeGemini({
    veo: true,
    clips: ({ durationSeconds, index }) =>
      makeClip({ seconds: durationSeconds, size: '360p', sceneNumber: (index % 3) + 1 }),
  });
});
afterAll(() => gemini.close());
beforeEach(async () => {
  gemini.reset();
  studio = await startStudio({ apiKey: FAKE_KEYS.good, baseUrl: gemini.url });
});
afterEach(() => studio.close());

const caller = () => ({ userId: studio.userId, idempotencyKey: null });
const submits = (): number => gemini.posts.of('veo.create');

async function generate(prompt: string, options: { resolution?: '720p' | '1080p'; duration?: number } = {}) {
  const projectId = await studio.addProject({ model: 'veo-3.1' });
  const sceneId = await studio.addScene(projectId, { prompt, ...options });
  await generateVideos(studio.deps, caller(), projectId);
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
    ['refused for safety at once', 'Draw this. [[safety-400]]', /refused this prompt.* You weren’t charged/],
    [
      'denied in an array',
      'Draw this. [[array-error]]',
      /doesn’t allow this API key.* You weren’t charged\. Change the key/,
    ],
    ['not paid for', 'Draw this. [[402]]', /credit.* You weren’t charged/],
    ['beyond the free tier', 'Draw this. [[429-freetier]]', /paid plan.* You weren’t charged/],
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
    ['asks for patience', 'Wait. [[429-retryinfo-once:34]]', 2],
    ['is overloaded once', 'Wait. [[503-once]]', 2],
    ['breaks while a poll is answered', 'Wait. [[poll-html-502-once]]', 1],
    ['forgets a poll', 'Wait. [[poll-drop-once]]', 1],
    ['cuts the file off once', 'Wait. [[cut-download-once]]', 1],
    ['prepares the file first', 'Wait. [[file-processing:2]]', 1],
    ['sends the file from elsewhere', 'Wait. [[redirect]]', 1],
  ])('that %s brings the clip in the end', async (_, prompt, asks) => {
    const { read } = await generate(prompt);
    await studio.finish();
    expect((await read()).status).toBe('complete');
    expect(submits()).toBe(asks);
    expect(gemini.jobs).toHaveLength(1);
    expect(gemini.redirects.some(({ hadKey }) => hadKey)).toBe(false);
  });

  test.each([
    ['drops the connection before an answer', 'Lost. [[drop]]', 0],
    ['drops it after accepting', 'Lost. [[drop-after-accept]]', 1],
    ['answers 500', 'Lost. [[500]]', 0],
    ['answers HTML', 'Lost. [[html-502]]', 0],
    ['forgets the work', 'Lost. [[poll-gone]]', 1],
  ])('that %s is told as a lost answer, and nothing is sent again by itself', async (_, prompt, accepted) => {
    const { sceneId, read } = await generate(prompt);
    await studio.finish();
    expect(await read()).toMatchObject({ status: 'failed', answerLost: true });
    expect(submits()).toBe(1);
    expect(gemini.jobs).toHaveLength(accepted);
    await expect(generateScene(studio.deps, caller(), sceneId, { acceptSecondCharge: false })).rejects.toMatchObject({
      code: 'needs_second_charge_consent',
    });
  });

  test('that answers without a name is told as a lost answer', async () => {
    gemini.onNext('veo.create', answer({}));
    const { read } = await generate('Lost.');
    await studio.finish();
    expect(await read()).toMatchObject({ status: 'failed', answerLost: true });
    expect(submits()).toBe(1);
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
    await expect(generateVideos(studio.deps, caller(), projectId)).rejects.toMatchObject({
      code: 'model_unreachable',
      message: expect.stringContaining('You can use Veo 3.1 instead.'),
    });
  });
});
