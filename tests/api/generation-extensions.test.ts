import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { cancelGeneration, dismissFailure } from '#edge-api/services/stop-generation.ts';
import { setMonthlyCap } from '#edge-api/services/spending.ts';
import type { ModelId } from '#shared/catalogue/models.ts';
import { moviePlan } from '#shared/movie/movie-plan.ts';
import { generationCounts, projectStatus, sceneWithSegmentsStatus } from '#shared/rules/project-status.ts';
import { totalDuration } from '#shared/rules/totals.ts';
import { makeClip } from '#tests/helpers/clips/make-clip.ts';
import { smallClips } from '#tests/helpers/fake-gemini/options.ts';
import { FAKE_KEYS } from '#tests/helpers/fake-gemini/credentials.ts';
import { startFakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { startDemoStudio, startStudio, type Studio } from './generation-harness.ts';

const DAY_MS = 24 * 60 * 60_000;

let studio: Studio;
const gemini = await startFakeGemini({
  veo: true,
  clips: smallClips(3),
});
afterAll(() => gemini.close());
afterEach(() => studio.close());

async function atGoogle(): Promise<void> {
  gemini.reset();
  studio = await startStudio({ apiKey: FAKE_KEYS.good, baseUrl: gemini.url });
}

async function inDemoStudio(): Promise<void> {
  studio = await startDemoStudio();
}

const posts = (): number => gemini.posts.of('veo.create') + gemini.posts.of('interactions.create');

/** A scene of 8 + 7 s. */
async function longScene(model: ModelId, prompt?: string, resolution?: '720p' | '1080p') {
  await atGoogle();
  return addLongScene(model, prompt, resolution);
}

/** The same where a studio is open. */
async function addLongScene(model: ModelId, prompt = 'A long harbour.', resolution: '720p' | '1080p' = '720p') {
  const projectId = await studio.addProject({ model });
  const sceneId = await studio.addScene(projectId, { prompt, duration: 8, resolution });
  const extensionId = await studio.addExtension(projectId, sceneId);
  return {
    projectId,
    sceneId,
    extensionId,
    rows: () => studio.scenes(projectId),
    again: () => studio.generateScene(sceneId),
  };
}

describe.each([
  ['Gemini Omni', 'omni', 560_000, 490_000],
  ['Veo', 'veo-3.1', 3_200_000, 2_800_000],
] as const)('an extended scene by %s', (_, model, firstPrice, extensionPrice) => {
  test('is made piece by piece, and plays the last piece’s file from its start', async () => {
    const scene = await longScene(model);
    expect(totalDuration(await scene.rows())).toBe(15);
    await studio.generate(scene.projectId);
    await studio.runner.runUntilIdle();
    const waiting = await studio.scene(scene.projectId, scene.extensionId);
    expect(waiting).toMatchObject({
      status: 'generating',
      note: expect.stringContaining('Waiting for the previous part'),
    });
    await studio.finish();

    const rows = await scene.rows();
    expect(rows.map(({ status, frameCount }) => [status, frameCount])).toEqual([
      ['complete', 192],
      ['complete', 360],
    ]);
    expect(posts()).toBe(2);
    expect(gemini.jobs[1]?.request).toMatchObject({ durationSeconds: 15, newSeconds: 7 });
    expect(gemini.jobs[1]?.prompt).toContain('goes on from where it stopped');
    expect(totalDuration(rows)).toBe(15);
    expect(generationCounts(rows)).toMatchObject({ total: 1, complete: 1, isFinished: true });
    const plan = moviePlan({ id: scene.projectId, title: 'Film', audio: [], levelling: false }, rows);
    expect(plan.scenes).toMatchObject([
      { clip: { sha256: rows[1]?.sha256, frameCount: 360 }, inFrame: 0, outFrame: 360 },
    ]);
    expect(
      await studio.rows(`select amount_micro_usd as amount from ledger where entry = 'settle' order by created_at_ms`),
    ).toEqual([{ amount: firstPrice }, { amount: extensionPrice }]);
  });

  test('whose second piece fails keeps the first, and Retry pays for the second alone', async () => {
    const scene = await longScene(model);
    await studio.generate(scene.projectId);
    const refusal = {
      kind: 'json',
      status: 400,
      body: { error: { code: 'SAFETY', message: 'Blocked.', status: 'SAFETY' } },
    } as const;
    await studio.runner.runUntilIdle();
    gemini.onNext(model === 'omni' ? 'interactions.create' : 'veo.create', refusal);
    await studio.finish();
    const rows = await scene.rows();
    expect(rows.map(({ status }) => status)).toEqual(['complete', 'failed']);
    expect(projectStatus(rows)).toBe('failed');
    expect(totalDuration(rows)).toBe(8);
    await scene.again();
    await studio.finish();
    expect((await scene.rows()).map(({ frameCount }) => frameCount)).toEqual([192, 360]);
    expect(posts()).toBe(3);
    expect(gemini.jobs).toHaveLength(2);
  });
});

describe('an extended scene', () => {
  test('is made at 720p where the model extends at 720p only, and says so', async () => {
    const scene = await longScene('veo-3.1', 'A long harbour.', '1080p');
    await studio.make(scene.projectId);
    const [first] = await scene.rows();
    expect(first).toMatchObject({
      status: 'complete',
      note: expect.stringContaining('can only extend scenes at 720p'),
    });
    expect(gemini.jobs.map(({ request }) => request.resolution)).toEqual(['720p', '720p']);
  });

  test('of which nothing came fails whole: the second piece costs nothing', async () => {
    const scene = await longScene('omni', 'Draw this. [[fail]]');
    await studio.make(scene.projectId);
    const rows = await scene.rows();
    expect(rows.map(({ status }) => status)).toEqual(['failed', 'failed']);
    expect(rows[1]?.errorMessage).toMatch(/previous part of this scene wasn’t generated.* You weren’t charged/);
    expect(posts()).toBe(1);
  });

  test('whose first piece is no longer kept upstream is made anew as a whole', async () => {
    const scene = await longScene('omni');
    await studio.make(scene.projectId);
    await studio.rows(`update scenes set status = 'failed' where id = '${scene.extensionId}'`);
    studio.skip(DAY_MS);
    await scene.again();
    await studio.finish();
    expect(posts()).toBe(4);
    expect(await studio.statuses(scene.projectId)).toEqual(['complete', 'complete']);
  });

  test.each([
    ['by another key', async () => studio.setKey(FAKE_KEYS.other)],
    ['by another model', async () => studio.rows(`update projects set model = 'veo-3.1'`)],
  ])('whose first piece was made %s is made anew as a whole', async (_, change) => {
    const scene = await longScene('omni');
    await studio.make(scene.projectId);
    await studio.rows(`update scenes set status = 'failed' where id = '${scene.extensionId}'`);
    await change();
    await scene.again();
    await studio.finish();
    expect(posts()).toBe(4);
    expect(await studio.statuses(scene.projectId)).toEqual(['complete', 'complete']);
  });

  test('that is complete is generated again with all its pieces, the old file playing until a new one is stored', async () => {
    const scene = await longScene('omni');
    await studio.make(scene.projectId);
    const before = await scene.rows();
    await scene.again();
    const running = await scene.rows();
    expect(running.map(({ status }) => status)).toEqual(['generating', 'generating']);
    expect(totalDuration(running)).toBe(15);
    await studio.finish();
    const after = await scene.rows();
    expect(after.map(({ sha256 }, index) => sha256 !== before[index]?.sha256)).toEqual([true, true]);
    expect(after[0]?.version).toBe((before[0]?.version ?? 0) + 1);
    expect(posts()).toBe(4);
  });

  test('whose second piece’s answer was lost asks for consent, and is left alone by Generate Videos', async () => {
    const scene = await longScene('omni');
    await studio.generate(scene.projectId);
    await studio.runner.runUntilIdle();
    gemini.onNext('interactions.create', { kind: 'drop' });
    await studio.finish();
    expect((await scene.rows()).map(({ status, answerLost }) => [status, answerLost])).toEqual([
      ['complete', false],
      ['failed', true],
    ]);
    await expect(scene.again()).rejects.toMatchObject({ code: 'needs_second_charge_consent' });
    await expect(studio.generate(scene.projectId)).rejects.toMatchObject({
      code: 'invalid_input',
    });
    await studio.makeScene(scene.sceneId, { acceptSecondCharge: true });
    expect(await studio.statuses(scene.projectId)).toEqual(['complete', 'complete']);
  });

  test('whose failure is dismissed is as it was, piece by piece', async () => {
    const scene = await longScene('omni', 'Draw this. [[fail]]');
    await studio.make(scene.projectId);
    await dismissFailure(studio.deps, studio.caller(), scene.sceneId);
    expect(await studio.statuses(scene.projectId)).toEqual(['pending', 'pending']);
  });

  test('that is cancelled asks for nothing more', async () => {
    const scene = await longScene('omni', 'A long harbour. [[slow:9]]');
    await studio.generate(scene.projectId);
    await studio.runner.runUntilIdle();
    await cancelGeneration(studio.deps, studio.caller(), scene.projectId);
    await studio.finish();
    expect(await studio.statuses(scene.projectId)).toEqual(['pending', 'pending']);
    expect(posts()).toBe(1);
  });

  test('counts with all its pieces against the monthly cap', async () => {
    const scene = await longScene('omni');
    await setMonthlyCap(studio.deps, studio.userId, 1);
    await expect(studio.generate(scene.projectId)).rejects.toMatchObject({
      code: 'spending_cap',
    });
    expect(await studio.statuses(scene.projectId)).toEqual(['pending', 'pending']);
  });

  test('on a model that can’t extend ends after its first clip, is complete, and says so', async () => {
    await inDemoStudio();
    const scene = await addLongScene('veo-2');
    await studio.make(scene.projectId);
    const rows = await scene.rows();
    expect(rows.map(({ status, frameCount }) => [status, frameCount])).toEqual([
      ['complete', 192],
      ['complete', 192],
    ]);
    expect(rows[0]?.note).toContain('Generated without its extension');
    expect(rows[1]?.note).toContain('ends here');
    expect(totalDuration(rows)).toBe(8);
  });

  test('of which only the new part comes back is not taken for the whole', async () => {
    const short = await startFakeGemini({
      clips: ({ newSeconds, index }) => makeClip({ seconds: newSeconds, size: '360p', sceneNumber: (index % 3) + 1 }),
    });
    studio = await startStudio({ apiKey: FAKE_KEYS.good, baseUrl: short.url });
    try {
      const scene = await addLongScene('omni');
      await studio.make(scene.projectId);
      expect((await scene.rows())[1]).toMatchObject({
        status: 'failed',
        errorMessage: expect.stringMatching(/without the footage before it.* You were charged/),
      });
      expect(await studio.storedFiles()).toBe(1);
    } finally {
      await short.close();
    }
  });
});

describe('an extended scene by the demo studio', () => {
  test.each(['veo-3.1', 'omni'] as const)('is one film of fifteen seconds with its pictures, on %s', async (model) => {
    await inDemoStudio();
    const scene = await addLongScene(model);
    await studio.make(scene.projectId);
    const rows = await scene.rows();
    expect(rows.map(({ frameCount, isDemo, hasAudio }) => [frameCount, isDemo, hasAudio])).toEqual([
      [192, true, true],
      [360, true, true],
    ]);
    expect(await studio.rows(`select place from frames where sha256 = '${rows[1]?.sha256}' order by place`)).toEqual([
      { place: 'first' },
      { place: 'last' },
    ]);
  });

  test('fails and loses its second piece when the prompt says so', async () => {
    await inDemoStudio();
    const failing = await addLongScene('omni', 'Broken [fail extension].');
    const lost = await addLongScene('omni', 'Lost [lose extension].');
    await studio.generate(failing.projectId);
    await studio.make(lost.projectId);
    expect((await failing.rows()).map(({ status }) => status)).toEqual(['complete', 'failed']);
    expect((await lost.rows()).map(({ answerLost }) => answerLost)).toEqual([false, true]);
    const [scene] = await lost.rows();
    expect(scene && sceneWithSegmentsStatus(scene, await lost.rows())).toBe('failed');
  });

  test('has no film that goes on any further', async () => {
    await inDemoStudio();
    const scene = await addLongScene('omni');
    await studio.addExtension(scene.projectId, scene.sceneId);
    await studio.make(scene.projectId);
    const rows = await scene.rows();
    expect(rows.map(({ status }) => status)).toEqual(['complete', 'complete', 'failed']);
    expect(totalDuration(rows)).toBe(15);
  });
});
