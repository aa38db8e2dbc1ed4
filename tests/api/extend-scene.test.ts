/** A complete scene is made longer: its clip goes on, is never made anew, and is never paid for twice. */
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { extendScene, extensionOffer, removeExtension } from '#edge-api/services/extend-scene.ts';
import { listHistory } from '#edge-api/services/history.ts';
import { setMonthlyCap } from '#edge-api/services/spending.ts';
import { cancelScene } from '#edge-api/services/stop-generation.ts';
import type { ModelId } from '#shared/catalogue/models.ts';
import { moviePlan } from '#shared/movie/movie-plan.ts';
import { projectStatus } from '#shared/rules/project-status.ts';
import { totalDuration } from '#shared/rules/totals.ts';
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

const bodies = (): unknown[] =>
  gemini.requests
    .filter(({ operation }) => operation === 'interactions.create' || operation === 'veo.create')
    .map(({ body }) => body);

type Wish = { prompt?: string; duration?: number; resolution?: '720p' | '1080p' };

/** A scene with its clip. */
async function madeScene(model: ModelId, wish?: Wish) {
  await atGoogle();
  return makeScene(model, wish);
}

/** The same where a studio is open. */
async function makeScene(model: ModelId, { prompt = 'A long harbor.', duration = 8, resolution = '720p' }: Wish = {}) {
  const projectId = await studio.addProject({ model });
  const sceneId = await studio.addScene(projectId, { prompt, duration, resolution });
  await studio.makeScene(sceneId);
  return {
    projectId,
    sceneId,
    rows: () => studio.scenes(projectId),
    offer: () => extensionOffer(studio.deps, studio.userId, sceneId),
    extend: (key: string | null = null, acceptSecondCharge = false) =>
      extendScene(studio.deps, studio.caller(key), sceneId, { acceptSecondCharge }),
    extendNow: () =>
      extendScene(studio.deps, studio.caller(), sceneId, { acceptSecondCharge: false }).then(studio.finish),
    remove: () => removeExtension(studio.deps, studio.caller(), sceneId),
  };
}

const statuses = (rows: readonly { status: string }[]): string[] => rows.map(({ status }) => status);
const refusedBySafety = {
  kind: 'json',
  status: 400,
  body: { error: { code: 'SAFETY', message: 'Blocked.', status: 'SAFETY' } },
} as const;

describe('a complete scene', () => {
  test('gets seven seconds more on Gemini Omni, asked for once, field by field, whatever is asked twice', async () => {
    const scene = await madeScene('omni', { prompt: 'A long harbor. mark-1-1.' });
    const [before] = await scene.rows();
    expect(await scene.offer()).toEqual({ available: true, error: null, seconds: 7 });
    await studio.rows(`update scenes set trim_start = 1, trim_end = 6`);
    await scene.extend('one-key');
    await scene.extend('one-key');
    await expect(scene.extend('another-key')).rejects.toMatchObject({ code: 'already_generating' });
    const running = await scene.rows();
    expect(running.map(({ duration, status, isExtension }) => [duration, status, isExtension])).toEqual([
      [15, 'complete', false],
      [7, 'generating', true],
    ]);
    // Its old clip plays until then, as it was trimmed.
    expect(totalDuration(running)).toBe(5);
    await studio.finish();

    expect(bodies()).toHaveLength(2);
    const prompt = before?.prompt ?? '';
    expect(bodies()[1]).toEqual({
      model: 'gemini-omni-1.2-flash',
      input:
        [
          'Extend this video by 7 seconds, without a cut.',
          'The same shot goes on from where it stopped, in the same place, light and motion, to the end of its action.\n',
        ].join(' ') + prompt,
      background: true,
      store: true,
      response_format: { type: 'video', duration: '7s', resolution: '720p', delivery: 'uri' },
      previous_interaction_id: gemini.jobs[0]?.id,
    });
    const rows = await scene.rows();
    expect(rows.map(({ status, frameCount }) => [status, frameCount])).toEqual([
      ['complete', 192],
      ['complete', 360],
    ]);
    expect(rows[0]).toMatchObject({ sha256: before?.sha256, trimStart: 1, trimEnd: null, version: 2 });
    const plan = moviePlan({ id: scene.projectId, title: 'Film', audio: [], levelling: false }, rows);
    expect(plan.scenes).toMatchObject([{ clip: { sha256: rows[1]?.sha256 }, inFrame: 24, outFrame: 360 }]);
    const amounts = `select entry, amount_micro_usd as amount from ledger order by created_at_ms, rowid`;
    expect(await studio.rows(amounts)).toEqual([
      { entry: 'reserve', amount: 560_000 },
      { entry: 'settle', amount: 560_000 },
      { entry: 'reserve', amount: 490_000 },
      { entry: 'settle', amount: 490_000 },
    ]);
    const { entries } = await listHistory(studio.deps, scene.projectId, null);
    expect(entries[0]).toMatchObject({
      kind: 'extend-clip',
      sceneId: scene.sceneId,
      fields: [{ field: 'trimStart' }, { field: 'trimEnd', before: 6, after: null }],
    });
  });

  test('gets seven seconds more on Veo, and seven more, each from the file before', async () => {
    const scene = await madeScene('veo-3.1');
    await scene.extendNow();
    await scene.extendNow();
    const prompt = expect.stringMatching(/^The same shot goes on/);
    const sent = (place: number) => ({
      instances: [
        {
          prompt,
          video: {
            uri: `${gemini.url}/v1beta/files/${gemini.jobs[place]?.file?.id}:download?alt=media`,
            encoding: 'video/mp4',
          },
        },
      ],
      parameters: { sampleCount: 1, personGeneration: 'allow_all', resolution: '720p' },
    });
    expect(bodies().slice(1)).toEqual([sent(0), sent(1)]);
    const rows = await scene.rows();
    expect(rows.map(({ duration, frameCount, extensionIndex }) => [duration, frameCount, extensionIndex])).toEqual([
      [22, 192, null],
      [7, 360, 1],
      [7, 528, 2],
    ]);
    expect(totalDuration(rows)).toBe(22);
  });

  test('is extended in the size that its clip has, whatever has been chosen since', async () => {
    const scene = await madeScene('omni', { resolution: '1080p' });
    await studio.rows(`update scenes set resolution = '720p'`);
    await scene.extendNow();
    expect(bodies()[1]).toMatchObject({ response_format: { resolution: '1080p' } });
  });

  test('is extended in the demo studio, at no cost', async () => {
    await inDemoStudio();
    const scene = await makeScene('veo-3.1');
    await scene.extendNow();
    expect((await scene.rows()).map(({ frameCount }) => frameCount)).toEqual([192, 360]);
    expect(await scene.offer()).toEqual({
      available: false,
      error: 'A clip can be up to 15 seconds long. This one can’t get longer.',
      seconds: 7,
    });
    await expect(scene.extend()).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

describe('a scene is never made anew to be extended, and says why it can’t be', () => {
  type Case = [string, Wish & { model?: ModelId }, (sceneId: string) => unknown, RegExp];
  test.each<Case>([
    ['is older than a day', {}, () => studio.skip(DAY_MS), /keeps clips for a day/],
    ['was made with another key', {}, () => studio.setKey(FAKE_KEYS.other), /another API key/],
    ['was made by another model', {}, () => studio.rows(`update projects set model = 'veo-3.1'`), /Another model/],
    [
      'has a model of its own that it wasn’t made by',
      {},
      () => studio.rows(`update scenes set model = 'veo-2'`),
      /Veo 2 can’t extend/,
    ],
    ['is 1080p on Veo', { model: 'veo-3.1', resolution: '1080p' }, () => undefined, /at 720p, and this one is 1080p/],
    [
      'is shorter than what is extended',
      { model: 'veo-3.1', duration: 4 },
      () => undefined,
      /only extend clips of 8 seconds/,
    ],
    [
      'is not of the model',
      {},
      () => studio.rows(`delete from ledger`).then(() => studio.rows('delete from jobs')),
      /Only clips that Storyreel generated/,
    ],
    ['failed', {}, () => studio.rows(`update scenes set status = 'failed'`), /Generate this scene first/],
  ])('where it %s', async (_, { model = 'omni', ...wish }, change, sentence) => {
    const scene = await madeScene(model, wish);
    await change(scene.sceneId);
    expect(await scene.offer()).toMatchObject({ available: false, error: expect.stringMatching(sentence) });
    await expect(scene.extend()).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(sentence),
    });
    await studio.finish();
    expect(bodies()).toHaveLength(1);
    expect(await scene.rows()).toHaveLength(1);
  });

  test('nor once it is as long as the model makes them', async () => {
    const scene = await madeScene('omni');
    for (const _ of ['15 s', '22 s', '29 s']) {
      await scene.extendNow();
    }
    await expect(scene.extend()).rejects.toMatchObject({ message: expect.stringContaining('up to 30 seconds') });
    expect(totalDuration(await scene.rows())).toBe(29);
  });

  test('nor past the monthly cap, which counts the extension alone', async () => {
    const scene = await madeScene('omni');
    await setMonthlyCap(studio.deps, studio.userId, 1);
    await expect(scene.extend()).rejects.toMatchObject({ code: 'spending_cap' });
    await setMonthlyCap(studio.deps, studio.userId, 1.05);
    await scene.extendNow();
    expect(statuses(await scene.rows())).toEqual(['complete', 'complete']);
  });
});

describe('an extension that came to nothing', () => {
  test('is removed, and the scene is complete again with the clip and the trim that it had', async () => {
    const scene = await madeScene('omni');
    await studio.rows(`update scenes set trim_end = 6`);
    const [before] = await scene.rows();
    gemini.onNext('interactions.create', refusedBySafety);
    await scene.extendNow();
    expect(projectStatus(await scene.rows())).toBe('failed');
    await scene.remove();
    await scene.remove();
    const rows = await scene.rows();
    expect(rows).toEqual([{ ...before, updatedAt: expect.any(Number) }]);
    expect(projectStatus(rows)).toBe('complete');
    const { entries } = await listHistory(studio.deps, scene.projectId, null);
    expect(entries.filter(({ kind }) => kind === 'remove-extension')).toHaveLength(1);
    // It can be extended again, by a row of its own.
    await scene.extendNow();
    expect(statuses(await scene.rows())).toEqual(['complete', 'complete']);
  });

  test('is tried again by itself, never the scene: where it can’t be any more, it says so', async () => {
    const scene = await madeScene('omni');
    gemini.onNext('interactions.create', refusedBySafety);
    await scene.extendNow();
    await scene.extendNow();
    const rows = await scene.rows();
    expect(statuses(rows)).toEqual(['complete', 'complete']);
    expect(rows[0]?.duration).toBe(15);
    await studio.rows(`update scenes set status = 'failed' where is_extension = 1`);
    studio.skip(DAY_MS);
    await expect(scene.extend()).rejects.toMatchObject({ message: expect.stringContaining('older') });
    // Nor is it by the others’ call, which names it for the price of its extension.
    await expect(studio.generate(scene.projectId, [scene.sceneId])).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(/^Scene 1 has its clip, which can’t be extended anymore/),
    });
    await studio.finish();
    expect(bodies()).toHaveLength(3);
  });

  test('whose answer was lost asks for consent, and can be removed; what it may have cost stays in the ledger', async () => {
    const scene = await madeScene('omni');
    gemini.onNext('interactions.create', { kind: 'drop' });
    await scene.extendNow();
    await expect(scene.extend()).rejects.toMatchObject({ code: 'needs_second_charge_consent' });
    expect(bodies()).toHaveLength(2);
    await scene.extend(null, true);
    await studio.finish();
    expect(bodies()).toHaveLength(3);
    expect(statuses(await scene.rows())).toEqual(['complete', 'complete']);
    const open = `select 1 from ledger r where entry = 'reserve' and not exists
      (select 1 from ledger e where e.job_id = r.job_id and e.attempt = r.attempt and e.entry <> 'reserve')`;
    expect(await studio.rows(open)).toHaveLength(1);
  });

  test('because it was canceled is removed, and not while it is generated', async () => {
    const scene = await madeScene('omni');
    await scene.extend();
    await expect(scene.remove()).rejects.toMatchObject({ code: 'already_generating' });
    await cancelScene(studio.deps, studio.caller(), scene.sceneId);
    expect(statuses(await scene.rows())).toEqual(['complete', 'pending']);
    await scene.remove();
    expect((await scene.rows()).map(({ duration, status }) => [duration, status])).toEqual([[8, 'complete']]);
    await studio.finish();
    expect(bodies()).toHaveLength(1);
  });
});
