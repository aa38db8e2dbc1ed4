import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ledgerReply, spendingDaysReply, type LedgerAttempt, type SpendingDay } from '#shared/api/spending.ts';
import type { Project } from '#shared/entities/project.ts';
import { limits } from '#shared/limits.ts';
import { type JobRunner } from '#edge-api/jobs/runner.ts';
import { FAKE_KEYS } from '#tests/helpers/fake-gemini/credentials.ts';
import { startFakeGemini, type FakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { testId } from '#tests/helpers/rows.ts';
import { finishJobs, runnerOf, saveKey, startTestApi, type TestApi, type TestUser } from './harness.ts';
import { newProject, addScene } from './new-project.ts';

const CLIP_USD = 4 * 0.07;
const OMNI = 'gemini-omni-1.2-flash';
const DAY_MS = 24 * 60 * 60 * 1000;

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

async function makeClips(descriptions: readonly string[], title = 'Costly'): Promise<Project> {
  const project = await newProject(ada, { title, model: 'omni' });
  for (const description of descriptions) await addScene(ada, project.id, { description, duration: 4 });
  expect((await ada.fetch(`/api/projects/${project.id}/generate-videos`, { method: 'POST' })).status).toBe(202);
  await finishJobs(api, runner);
  return project;
}

const ledger = async (user = ada): Promise<LedgerAttempt[]> =>
  ledgerReply.parse(await user.json('/api/user/spending/ledger'));
const days = async (from: string, until: string): Promise<SpendingDay[]> =>
  spendingDaysReply.parse(await ada.json(`/api/user/spending/days?from=${from}&until=${until}`));
/** The ids on a page of the ledger and on those that follow it. */
async function idsFrom(path: string): Promise<string[]> {
  const ids: string[] = [];
  let next: string | null = path;
  for (let pages = 0; next !== null && pages < 9; pages++) {
    const reply: Response = await ada.fetch(next);
    ids.push(...ledgerReply.parse(await reply.json()).map(({ id }) => id));
    next = /<([^>]+)>; rel="next"/.exec(reply.headers.get('link') ?? '')?.[1] ?? null;
  }
  return ids;
}

/** A request that was reserved. */
const reserved = (n: number, at: number, projectId: string | null = null) => ({
  sql: `insert into ledger (id, user_id, project_id, job_id, attempt, entry, amount_micro_usd, price_list_date, created_at_ms)
    values (:id, :userId, :projectId, :id, 1, 'reserve', 1000, '2026-11-20', :at)`,
  args: { id: testId(n), userId: ada.id, projectId, at },
});

const today = (): string => new Date(api.clock.now()).toISOString().slice(0, 10);

describe('the ledger', () => {
  test('names every paid request with its scene, its model, and what became of the money', async () => {
    const project = await makeClips(['A quiet harbour.', 'Storm. [[fail]]', 'The bay. [[drop]]']);
    const entries = (await ledger()).filter(({ kind }) => kind === 'clip');
    const row = (sceneNumber: number, rest: Partial<LedgerAttempt>) => ({
      ...{ id: expect.any(String), at: expect.any(Number), projectId: project.id, title: 'Costly', kind: 'clip' },
      ...{ model: OMNI, sceneNumber, reservedUsd: expect.closeTo(CLIP_USD), priceListDate: '2026-11-20' },
      ...rest,
    });
    expect(entries.toSorted((a, b) => (a.sceneNumber ?? 0) - (b.sceneNumber ?? 0))).toEqual([
      row(1, { state: 'charged', amountUsd: expect.closeTo(CLIP_USD) }),
      row(2, { state: 'released', amountUsd: 0 }),
      row(3, { state: 'open', amountUsd: expect.closeTo(CLIP_USD) }),
    ]);
  });

  test('holds what words and portraits cost, and nothing that the demo studio made', async () => {
    await ada.json('/api/improve-description', { method: 'POST', json: { description: 'A quiet harbour.' } });
    expect(await ledger()).toMatchObject([
      { kind: 'text', model: 'gemini-3.8-flash', projectId: null, state: 'charged' },
    ]);
    await saveKey(ada);
    await makeClips(['A quiet harbour.']);
    expect(await ledger()).toHaveLength(1);
  });

  test('is read in pages that neither repeat nor leave out anything, also where many began in one moment', async () => {
    const count = 2 * limits.ledgerPage + 3;
    const at = (n: number): number => api.clock.now() - Math.floor(n / 90);
    await api.db.batch(
      Array.from({ length: count }, (_, n) => reserved(n, at(n))),
      'write',
    );
    const seen = await idsFrom('/api/user/spending/ledger');
    expect(seen).toHaveLength(count);
    expect(new Set(seen).size).toBe(count);
  });

  test('of one project holds what was asked for in it, page by page', async () => {
    const [one, other] = [testId(70_001), testId(70_002)];
    const count = limits.ledgerPage + 3;
    const rows = Array.from({ length: 2 * count }, (_, n) =>
      reserved(n, api.clock.now() - n, n % 2 === 0 ? one : other),
    );
    await api.db.batch(rows, 'write');
    const seen = await idsFrom(`/api/user/spending/ledger?projectId=${one}`);
    expect(seen).toEqual(Array.from({ length: count }, (_, n) => testId(2 * n)));
  });

  test('is its owner’s alone', async () => {
    const project = await makeClips(['A quiet harbour.']);
    const bob = await api.as('Bob');
    expect(await ledger(bob)).toEqual([]);
    expect((await bob.fetch(`/api/projects/${project.id}/spending`)).status).toBe(404);
    for (const path of ['ledger', 'days?from=2026-11-01&until=2026-11-02'])
      expect((await api.fetch(`/api/user/spending/${path}`)).status).toBe(401);
  });
});

describe('the days', () => {
  test('add up to the month, by project and model', async () => {
    const dear = await makeClips(['One.', 'Two. [[drop]]'], 'Dear');
    api.clock.advance(DAY_MS);
    const later = today();
    const cheap = await makeClips(['One.'], 'Cheap');
    const rows = await days('2026-11-01', later);
    const clips = rows.filter(({ kind }) => kind === 'clip');
    expect(clips.map(({ projectId, title, model }) => [projectId, title, model])).toEqual([
      [dear.id, 'Dear', OMNI],
      [cheap.id, 'Cheap', OMNI],
    ]);
    expect(clips.map(({ spentUsd }) => spentUsd)).toEqual([expect.closeTo(CLIP_USD), expect.closeTo(CLIP_USD)]);
    expect(clips.map(({ openUsd }) => openUsd)).toEqual([expect.closeTo(CLIP_USD), 0]);
    expect(clips[1]?.day).toBe(later);
    const month = await ada.json<{ spentUsd: number; openUsd: number }>('/api/user/spending');
    const sum = (of: 'spentUsd' | 'openUsd'): number => rows.reduce((total, row) => total + row[of], 0);
    expect([sum('spentUsd'), sum('openUsd')]).toEqual([expect.closeTo(month.spentUsd), expect.closeTo(month.openUsd)]);
  });

  test('are asked for in order, and a year at most', async () => {
    expect((await ada.fetch('/api/user/spending/days')).status).toBe(200);
    for (const query of [
      '?from=2025-01-01',
      '?from=2026-11-02&until=2026-11-01',
      '?from=2025-01-01&until=2026-11-01',
      '?from=x&until=y',
    ])
      expect((await ada.fetch(`/api/user/spending/days${query}`)).status).toBe(422);
  });
});

test('what a project cost can be asked for since a time', async () => {
  const project = await makeClips(['One.']);
  const since = api.clock.now() + 1;
  api.clock.advance(DAY_MS);
  const [scene] = await ada.json<{ id: string }[]>(`/api/projects/${project.id}/scenes`);
  await ada.fetch(`/api/scenes/${scene?.id}/generate`, { method: 'POST', json: {} });
  await runner.runUntilIdle();
  const spent = (query: string): Promise<unknown> => ada.json(`/api/projects/${project.id}/spending${query}`);
  expect(await spent('')).toEqual({ spentUsd: expect.closeTo(CLIP_USD), openUsd: expect.closeTo(CLIP_USD) });
  expect(await spent(`?since=${since}`)).toEqual({ spentUsd: 0, openUsd: expect.closeTo(CLIP_USD) });
  expect(await spent(`?since=${api.clock.now() + 1}`)).toEqual({ spentUsd: 0, openUsd: 0 });
});
