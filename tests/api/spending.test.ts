import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ModelOffer } from '#shared/api/models.ts';
import type { ProjectAndScenes } from '#shared/api/projects.ts';
import { spendingReply, type Spending } from '#shared/api/spending.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { reservedUsd } from '#shared/rules/reserved-cost.ts';
import { type JobRunner } from '#edge-api/jobs/runner.ts';
import { expectWithinMonthlyCap } from '#edge-api/services/spending.ts';
import { FAKE_KEYS } from '#tests/helpers/fake-gemini/credentials.ts';
import { startFakeGemini, type FakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { finishJobs, runnerOf, saveKey, startTestApi, type TestApi, type TestUser } from './harness.ts';
import { newProject, addScene } from './new-project.ts';

/** Omni at 720p by the price list. */
const USD_PER_SECOND = 0.07;
const SECONDS = 4;
const CLIP_USD = SECONDS * USD_PER_SECOND;

let gemini: FakeGemini;
let api: TestApi;
let ada: TestUser;
let runner: JobRunner;

beforeEach(async () => {
  gemini = await startFakeGemini();
  api = await startTestApi({ environment: { GOOGLE_GEMINI_BASE_URL: gemini.url } });
  runner = runnerOf(api);
  ada = await api.as('Ada');
  await saveKey(ada, FAKE_KEYS.good);
});
afterEach(async () => {
  await runner.stop();
  await api.close();
  await gemini.close();
});

const spending = async (user = ada): Promise<Spending> => spendingReply.parse(await user.json('/api/user/spending'));
const setCap = (monthlyCapUsd: number | null): Promise<Spending> =>
  ada.json<Spending>('/api/user/spending', { method: 'PATCH', json: { monthlyCapUsd } });
const submits = (): number => gemini.requests.filter(({ operation }) => operation === 'interactions.create').length;

async function projectWithScenes(descriptions: readonly string[]): Promise<{ project: Project; scenes: Scene[] }> {
  const project = await newProject(ada, { title: 'Costly', model: 'omni' });
  let rows: ProjectAndScenes = { project, scenes: [] };
  for (const description of descriptions) rows = await addScene(ada, project.id, { description, duration: SECONDS });
  return rows;
}

const generate = (projectId: string): Promise<Response> =>
  ada.fetch(`/api/projects/${projectId}/generate-videos`, { method: 'POST' });

const finish = (): Promise<void> => finishJobs(api, runner);

describe('what a month costs', () => {
  test('begins at nothing, without a cap', async () => {
    expect(await spending()).toEqual({
      month: '2026-11',
      spentUsd: 0,
      openUsd: 0,
      monthlyCapUsd: null,
      projects: [],
      withoutProject: { spentUsd: 0, openUsd: 0 },
    });
  });

  test('is what was charged for clips; what failed and what the demo studio makes is free', async () => {
    const { project } = await projectWithScenes(['A quiet harbour.', 'Storm. [[fail]]']);
    expect((await generate(project.id)).status).toBe(202);
    await runner.runUntilIdle();
    expect((await spending()).openUsd).toBeCloseTo(2 * CLIP_USD);
    await finish();
    const month = await spending();
    expect(month.spentUsd).toBeCloseTo(CLIP_USD);
    expect(month.openUsd).toBe(0);
    await saveKey(ada);
    const demo = await projectWithScenes(['A quiet harbour.']);
    await generate(demo.project.id);
    await finish();
    expect(await spending()).toEqual(month);
  });

  test('is reserved as the page reckons it: by the price list, the seconds and the size that are asked for', async () => {
    const { project } = await projectWithScenes(['A quiet harbour.', 'The bay.', 'The tower.']);
    const [, second, third] = await ada.json<Scene[]>(`/api/projects/${project.id}/scenes`);
    await ada.json(`/api/scenes/${second?.id}`, { method: 'PATCH', json: { resolution: '1080p' } });
    // A length that the model lacks is made as the next longer one.
    await api.db.execute({ sql: 'update scenes set duration = 5 where id = :id', args: { id: third?.id ?? '' } });
    const rows = await ada.json<Scene[]>(`/api/projects/${project.id}/scenes`);
    const offers = await ada.json<ModelOffer[]>('/api/models');
    const prices = offers.find(({ id }) => id === project.model)?.usdPerSecond;
    expect(prices).toEqual({ '720p': USD_PER_SECOND, '1080p': 0.105 });
    const reckoned = reservedUsd(project, rows, rows, () => prices ?? null);
    expect(reckoned).toBeCloseTo(4 * 0.07 + 4 * 0.105 + 6 * 0.07);
    await setCap(reckoned - 0.01);
    expect((await generate(project.id)).status).toBe(429);
    await setCap(reckoned);
    expect((await generate(project.id)).status).toBe(202);
    await finish();
    const ledger = await api.db.execute(
      `select sum(amount_micro_usd) as reserved from ledger where entry = 'reserve' and job_id not like 'words/%'`,
    );
    expect(Number(ledger.rows[0]?.['reserved']) / 1e6).toBeCloseTo(reckoned);
  });

  test('has no price where a key can’t reach the model, and none in the demo studio', async () => {
    const priceOf = async (): Promise<unknown> =>
      (await ada.json<ModelOffer[]>('/api/models')).find(({ id }) => id === 'veo-2')?.usdPerSecond;
    expect(await priceOf()).toBeNull();
    await saveKey(ada);
    expect(await priceOf()).toEqual({ '720p': 0, '1080p': 0 });
  });

  test('counts a request whose answer was lost, because it may have been charged', async () => {
    const { project } = await projectWithScenes(['A quiet harbour. [[drop]]']);
    await generate(project.id);
    await finish();
    const month = await spending();
    expect([month.spentUsd, month.openUsd]).toEqual([0, expect.closeTo(CLIP_USD)]);
  });

  test('is told by project, the dearest first, and what deleted ones cost is not forgotten', async () => {
    const cheap = await projectWithScenes(['One.']);
    const dear = await projectWithScenes(['One.', 'Two.', 'Three. [[drop]]']);
    for (const { project } of [cheap, dear]) await generate(project.id);
    await finish();
    const row = (clips: number, lost: number) => ({
      title: 'Costly',
      spentUsd: expect.closeTo(clips * CLIP_USD),
      openUsd: expect.closeTo(lost * CLIP_USD),
    });
    expect((await spending()).projects).toEqual([
      { projectId: dear.project.id, ...row(2, 1) },
      { projectId: cheap.project.id, ...row(1, 0) },
    ]);
    await ada.fetch(`/api/projects/${dear.project.id}`, { method: 'DELETE' });
    expect((await spending()).projects).toEqual([
      { projectId: null, ...row(2, 1), title: null },
      { projectId: cheap.project.id, ...row(1, 0) },
    ]);
  });

  test('is each person’s own, and over when the month is', async () => {
    const { project } = await projectWithScenes(['A quiet harbour.']);
    await generate(project.id);
    await finish();
    expect((await spending(await api.as('Bob'))).spentUsd).toBe(0);
    api.clock.advance(20 * 24 * 60 * 60 * 1000);
    expect(await spending()).toMatchObject({ month: '2026-12', spentUsd: 0 });
  });
});

describe('the cap', () => {
  test('is set, raised and taken away by its owner', async () => {
    expect(await setCap(5)).toMatchObject({ monthlyCapUsd: 5 });
    expect(await setCap(0.5)).toMatchObject({ monthlyCapUsd: 0.5 });
    expect((await spending(await api.as('Bob'))).monthlyCapUsd).toBeNull();
    expect(await setCap(null)).toMatchObject({ monthlyCapUsd: null });
    for (const monthlyCapUsd of [-1, '5', 1e9])
      expect((await ada.fetch('/api/user/spending', { method: 'PATCH', json: { monthlyCapUsd } })).status).toBe(422);
  });

  test('blocks the call that would pass it, before anything is asked, and lets through what it has room for', async () => {
    const { project, scenes } = await projectWithScenes(['One.', 'Two.']);
    await setCap(CLIP_USD * 1.5);
    const refused = await generate(project.id);
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({
      code: 'spending_cap',
      message: expect.stringMatching(/cost about \$0\.56 and go over your monthly cap of \$0\.42/),
    });
    expect(submits()).toBe(0);
    const one = await ada.fetch(`/api/scenes/${scenes[0]?.id}/generate`, { method: 'POST' });
    expect(one.status).toBe(202);
    await finish();
    expect((await spending()).spentUsd).toBeCloseTo(CLIP_USD);
    expect((await ada.fetch(`/api/scenes/${scenes[1]?.id}/generate`, { method: 'POST' })).status).toBe(429);
  });

  test('that is lowered while clips wait stops those that were not sent', async () => {
    const { project } = await projectWithScenes(['One.', 'Two.', 'Three.']);
    await generate(project.id);
    await setCap(CLIP_USD * 1.5);
    await finish();
    const scenes = await ada.json<Scene[]>(`/api/projects/${project.id}/scenes`);
    expect(scenes.filter(({ status }) => status === 'complete')).toHaveLength(1);
    const failed = scenes.filter(({ status }) => status === 'failed');
    expect(failed.map(({ errorMessage }) => errorMessage)).toEqual(
      Array.from({ length: 2 }, () => expect.stringContaining('go over your monthly cap')),
    );
    expect(submits()).toBe(1);
  });

  test('holds against two requests that look at the same moment', async () => {
    await setCap(1);
    const write = (id: string) =>
      api.db.batch(
        [
          expectWithinMonthlyCap(ada.id, api.clock.now(), 0.6),
          {
            sql: `insert into ledger (id, user_id, job_id, attempt, entry, amount_micro_usd, price_list_date, created_at_ms)
              values (:id, :userId, :id, 1, 'reserve', 600000, '2026-11-20', :nowMs)`,
            args: { id, userId: ada.id, nowMs: api.clock.now() },
          },
        ],
        'write',
      );
    const both = await Promise.allSettled([write('a'), write('b')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('lets through what costs nothing', async () => {
    await setCap(0);
    await saveKey(ada);
    const { project } = await projectWithScenes(['One.']);
    expect((await generate(project.id)).status).toBe(202);
  });
});
