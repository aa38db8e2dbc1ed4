/** Keys whose polls upstream refuses: a clip is asked for by one request that stays open until it is there. */
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { queuedTurns } from '#edge-api/jobs/queued-turns.ts';
import type { VideoModelFor } from '#edge-api/providers/video-model/port.ts';
import { reachOf, rememberRefusedPolls } from '#edge-api/services/models.ts';
import { smallClips } from '#tests/helpers/fake-gemini/options.ts';
import { FAKE_KEYS } from '#tests/helpers/fake-gemini/credentials.ts';
import { startFakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { startStudio, type Studio } from './generation-harness.ts';

let studio: Studio;
let sceneId: string;
let projectId: string;

const gemini = await startFakeGemini({
  clips: smallClips(1),
});
afterAll(() => gemini.close());
beforeEach(async () => {
  gemini.reset();
  studio = await startStudio({ apiKey: FAKE_KEYS.pollRefused, baseUrl: gemini.url });
  await reachOf(studio.deps, studio.userId, FAKE_KEYS.pollRefused);
  await rememberRefusedPolls(studio.deps, studio.userId, FAKE_KEYS.pollRefused);
  projectId = await studio.addProject();
});
afterEach(() => studio.close());

async function generate(prompt: string) {
  sceneId = await studio.addScene(projectId, { prompt });
  await studio.make(projectId);
  const asked = gemini.requests.filter(({ operation }) => operation === 'interactions.create');
  expect(asked.every(({ body }) => !JSON.stringify(body).includes('background'))).toBe(true);
  expect(gemini.requests.filter(({ operation }) => operation === 'interactions.get')).toEqual([]);
  const ledger = (await studio.rows('select entry from ledger order by attempt, entry')).map(({ entry }) => entry);
  return { scene: await studio.scene(projectId, sceneId), requests: asked.length, ledger };
}

test.each([
  ['a refusal', 'Draw this. [[refuse]]', /refused to generate this clip/],
  ['a failure', 'Draw this. [[fail]]', /could not be generated/],
  ['a clip that was left incomplete', 'Draw this. [[incomplete]]', /stopped before/],
  ['a prompt that is not safe', 'Draw this. [[safety-400]]', /refused this prompt/],
])('%s ends the scene with a sentence, and nothing is charged', async (_, prompt, sentence) => {
  const { scene, requests, ledger } = await generate(prompt);
  expect(scene).toMatchObject({ status: 'failed', answerLost: false, errorMessage: expect.stringMatching(sentence) });
  expect([requests, ledger]).toEqual([1, ['release', 'reserve']]);
});

test.each([
  ['breaks', 'Lost. [[drop]]'],
  ['breaks after the clip was begun', 'Lost. [[drop-after-accept]]'],
  ['ends with a page', 'Lost. [[html-502]]'],
])('a request that %s is told as a lost answer and never sent again', async (_, prompt) => {
  const { scene, requests, ledger } = await generate(prompt);
  expect(scene).toMatchObject({ status: 'failed', answerLost: true });
  expect([requests, ledger]).toEqual([1, ['reserve']]);
});

test('an overloaded model is asked a second time, and the clip is charged once', async () => {
  const { scene, requests, ledger } = await generate('Wait. [[503-once]]');
  expect(scene.status).toBe('complete');
  expect([requests, ledger]).toEqual([2, ['release', 'reserve', 'reserve', 'settle']]);
});

test('where a step is ended after 15 minutes, its lease ends before, so that the answer counts as lost by then', async () => {
  sceneId = await studio.addScene(projectId, { prompt: 'Wait.' });
  await studio.generate(projectId);
  const leases: unknown[] = [];
  const videoModelFor: VideoModelFor = (key) => {
    const model = studio.deps.videoModelFor(key);
    return {
      ...model,
      submit: async (request, way, signal) => {
        leases.push(...(await studio.rows('select lease_until_ms as untilMs from jobs')).map(({ untilMs }) => untilMs));
        return model.submit(request, way, signal);
      },
    };
  };
  const turns = queuedTurns({ ...studio.deps, videoModelFor }, { send: async () => undefined });
  await turns.take({ dueMs: 0, jobId: null });
  expect(leases).toEqual([studio.now() + 13 * 60_000]);
});
