/** What the text model is asked is in the ledger, every attempt of it, and the monthly cap stops it too. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { spendingReply, type Spending } from '#shared/api/spending.ts';
import { tokensUsd } from '#shared/catalogue/prices.ts';
import { textModelIds } from '#shared/catalogue/text-models.ts';
import type { Project } from '#shared/entities/project.ts';
import { type JobRunner } from '#edge-api/jobs/runner.ts';
import type { Db } from '#edge-api/db/client.ts';
import { payForTokens } from '#edge-api/services/pay-for-tokens.ts';
import type { FakeGeminiOptions } from '#tests/helpers/fake-gemini/options.ts';
import { FAKE_KEYS } from '#tests/helpers/fake-gemini/credentials.ts';
import { startFakeGemini, type FakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { finishJobs, runnerOf, saveKey, startTestApi, type TestApi, type TestUser } from './harness.ts';
import { newProject, addScene } from './new-project.ts';

const IDEA = 'A keeper finds a letter in a bottle at the harbour.';
const BETTER = { description: 'A keeper with a white beard finds a letter in a green bottle at the harbour.' };
const [FIRST_MODEL, SECOND_MODEL] = textModelIds;

let gemini: FakeGemini;
let api: TestApi;
let ada: TestUser;
let runner: JobRunner;
let projectId: string;
let sceneId: string;
/** What happens while the provider writes its answer. */
let meanwhile: () => Promise<unknown>;

async function start(options: FakeGeminiOptions = {}): Promise<void> {
  meanwhile = async () => undefined;
  gemini = await startFakeGemini({ delayMs: 1, wait: () => meanwhile(), ...options });
  api = await startTestApi({ environment: { GOOGLE_GEMINI_BASE_URL: gemini.url } });
  runner = runnerOf(api);
  ada = await api.as('Ada');
  await saveKey(ada, FAKE_KEYS.good);
  projectId = (await addProject('The Lighthouse')).id;
  const { scenes } = await addScene(ada, projectId, { description: 'The keeper opens the bottle.' });
  sceneId = scenes[0]?.id ?? '';
}
async function end(): Promise<void> {
  await runner.stop();
  await api.close();
  await gemini.close();
}
beforeEach(() => start());
afterEach(end);

async function startAnew(options: FakeGeminiOptions): Promise<void> {
  await end();
  await start(options);
}

const addProject = (title: string) => newProject(ada, { title, description: IDEA, model: 'omni' });
const post = (path: string, json: unknown): Promise<Response> => ada.fetch(path, { method: 'POST', json });
const improve = (description = IDEA): Promise<Response> => post('/api/improve-description', { description });
const spending = async (): Promise<Spending> => spendingReply.parse(await ada.json('/api/user/spending'));
const setCap = (monthlyCapUsd: number) => ada.json('/api/user/spending', { method: 'PATCH', json: { monthlyCapUsd } });

/** The helpers that answer within their call. */
const helpers = (): [string, unknown][] => [
  ['/api/improve-description', { description: IDEA }],
  ['/api/detect-genres', { description: IDEA }],
  [`/api/projects/${projectId}/improve-description`, {}],
  [`/api/scenes/${sceneId}/improve-description`, {}],
  [`/api/projects/${projectId}/generate-character-references`, { maxCharacters: 1 }],
];

async function breakDown(id: string): Promise<Project> {
  await post(`/api/projects/${id}/generate-scenes`, {});
  await finishJobs(api, runner);
  return ada.json<Project>(`/api/projects/${id}`);
}

type Attempt = { reservedUsd: number; end: string | null; usd: number | null; projectId: string | null };

/** Every request to the text model as the ledger has it, in the order in which they were made. */
async function attempts(): Promise<Attempt[]> {
  const { rows } = await api.db.execute(
    `select l.amount_micro_usd / 1e6 as reservedUsd, e.entry as end, e.amount_micro_usd / 1e6 as usd, l.project_id as projectId
      from ledger l left join ledger e on e.job_id = l.job_id and e.attempt = l.attempt and e.entry <> 'reserve'
      where l.entry = 'reserve' and l.job_id like 'words/%' order by l.rowid`,
  );
  return rows.map((row) => row as unknown as Attempt);
}

const textBody = z.looseObject({
  contents: z.array(z.object({ parts: z.array(z.object({ text: z.string() })) })),
  generationConfig: z.looseObject({ maxOutputTokens: z.number() }),
});

/** The requests that the text model got. */
const textRequests = () =>
  gemini.requests
    .filter(({ path }) => /flash(-lite|-latest)?:generateContent$/.test(path))
    .map(({ body }) => ({ body: textBody.parse(body), bytes: JSON.stringify(body).length }));

const tokensOf = (text: string): number => Math.max(1, Math.ceil(text.length / 4));

/** What the fake says that an answer took, with forty tokens of thought. */
function usedTokens(asked: number, answer: unknown): { inputTokens: number; outputTokens: number } {
  const prompt = textRequests()
    [asked]?.body.contents.flatMap(({ parts }) => parts.map(({ text }) => text))
    .join('\n');
  const parts = [{ text: typeof answer === 'string' ? answer : JSON.stringify(answer) }];
  return { inputTokens: tokensOf(prompt ?? ''), outputTokens: tokensOf(JSON.stringify(parts)) + 40 };
}

describe('an answer of the text model', () => {
  test('is settled at the tokens that it took, thought ones too, by the price of its model and day', async () => {
    await startAnew({ text: () => BETTER });
    expect((await improve()).status).toBe(200);
    const used = usedTokens(0, BETTER);
    const usd = (used.inputTokens * 0.75 + used.outputTokens * 3.75) / 1e6;
    const [attempt, ...others] = await attempts();
    expect([attempt?.end, attempt?.usd, others]).toEqual(['settle', expect.closeTo(usd, 6), []]);
    expect(await api.db.execute('select distinct price_list_date as day from ledger')).toMatchObject({
      rows: [{ day: '2026-11-20' }],
    });
  });

  test('never comes to more than was set aside before: what is sent, and the longest answer that was asked for', async () => {
    for (const [path, json] of helpers()) expect([path, (await post(path, json)).status]).toEqual([path, 200]);
    await breakDown((await addProject('Another')).id);
    const made = await attempts();
    const asked = textRequests();
    expect(made).toHaveLength(asked.length);
    for (const [index, { reservedUsd, usd, end: how }] of made.entries()) {
      const { body, bytes } = asked[index] ?? { body: null, bytes: 0 };
      const outputTokens = body?.generationConfig.maxOutputTokens ?? NaN;
      const model = FIRST_MODEL;
      const leastUsd = tokensUsd({ model, inputTokens: bytes * 0.8, outputTokens }, api.clock.now());
      expect([how, reservedUsd > leastUsd, (usd ?? Infinity) < reservedUsd]).toEqual(['settle', true, true]);
    }
  });

  test('that can’t be used is paid for, and so is the second', async () => {
    await improve(`${IDEA} [[not-json]]`);
    expect((await attempts()).map(({ end: how }) => how)).toEqual(['settle', 'settle']);
    expect((await spending()).openUsd).toBe(0);
  });

  test('that does not say what it took counts as all that was set aside', async () => {
    gemini.onNext('models.generateContent', {
      kind: 'json',
      status: 200,
      body: {
        candidates: [{ content: { role: 'model', parts: [{ text: JSON.stringify(BETTER) }] }, finishReason: 'STOP' }],
      },
    });
    expect((await improve()).status).toBe(200);
    const [attempt] = await attempts();
    expect([attempt?.end, attempt?.usd]).toEqual(['settle', attempt?.reservedUsd]);
  });

  test.each(['blocked', 'safety', 'safety-400', '429', '503'])(
    'that is a refusal (%s) gives the money back',
    async (marker) => {
      expect((await improve(`${IDEA} [[${marker}]]`)).status).toBeGreaterThan(400);
      expect((await attempts()).map(({ end: how }) => how)).toEqual(['release']);
      expect(await spending()).toMatchObject({ spentUsd: 0, openUsd: 0 });
    },
  );

  test.each(['drop', '500', 'html-502'])(
    'that was lost (%s) counts as all that was set aside, and is not asked for again by itself',
    async (marker) => {
      expect((await improve(`${IDEA} [[${marker}]]`)).status).toBe(502);
      const [attempt, ...others] = await attempts();
      expect([attempt?.end, attempt?.usd, others]).toEqual(['settle', attempt?.reservedUsd, []]);
      expect(textRequests()).toHaveLength(1);
    },
  );

  test('of a key that is not taken, or of a model that is gone, is not paid for', async () => {
    await saveKey(ada, FAKE_KEYS.bad);
    await improve();
    expect((await attempts()).map(({ end: how }) => how)).toEqual(['release']);
    await startAnew({ withoutModels: [FIRST_MODEL], text: () => BETTER });
    expect((await improve()).status).toBe(200);
    const usd = tokensUsd({ model: SECOND_MODEL, ...usedTokens(1, BETTER) }, api.clock.now());
    expect((await attempts()).map(({ end: how, usd: paid }) => [how, paid])).toEqual([
      ['release', expect.anything()],
      ['settle', expect.closeTo(usd, 6)],
    ]);
  });

  test('of the demo studio costs nothing', async () => {
    await saveKey(ada);
    await setCap(0);
    for (const [path, json] of helpers()) expect([path, (await post(path, json)).status]).toEqual([path, 200]);
    expect((await breakDown((await addProject('Another')).id)).breakdownStatus).toBeNull();
    expect(await attempts()).toEqual([]);
    expect(await spending()).toMatchObject({ spentUsd: 0, openUsd: 0, projects: [] });
  });
});

describe('spending by project', () => {
  test('has what was asked for a project under it, and what was asked before there was one on a line of its own', async () => {
    await improve();
    await post('/api/detect-genres', { description: IDEA });
    const before = await spending();
    expect([before.projects, before.withoutProject.spentUsd]).toEqual([[], expect.closeTo(before.spentUsd)]);
    await post(`/api/projects/${projectId}/improve-description`, {});
    await post(`/api/scenes/${sceneId}/improve-description`, {});
    const another = await addProject('Another');
    await breakDown(another.id);
    const after = await spending();
    expect(after.withoutProject).toEqual(before.withoutProject);
    expect(new Set(after.projects.map((row) => row.title))).toEqual(new Set(['The Lighthouse', 'Another']));
    const parts = [after.withoutProject, ...after.projects];
    expect(parts.reduce((sum, { spentUsd }) => sum + spentUsd, 0)).toBeCloseTo(after.spentUsd, 6);
    expect(parts.every(({ spentUsd }) => spentUsd > 0)).toBe(true);
    await ada.fetch(`/api/projects/${another.id}`, { method: 'DELETE' });
    await api.db.execute('delete from projects where deleted_at_ms is not null');
    const gone = (await spending()).projects.find((row) => row.projectId === null);
    expect(gone?.spentUsd).toBeCloseTo(after.projects.find(({ title }) => title === 'Another')?.spentUsd ?? NaN, 6);
  });

  test('counts what a process was paying for when it died', async () => {
    await improve();
    await api.db.execute(`delete from ledger where entry = 'settle'`);
    const [attempt] = await attempts();
    const { openUsd, spentUsd } = await spending();
    expect([openUsd, spentUsd]).toEqual([attempt?.reservedUsd, 0]);
  });
});

describe('the cap', () => {
  test('stops every helper that would pass it, before anything is asked', async () => {
    await setCap(0.001);
    for (const [path, json] of helpers()) {
      const reply = await post(path, json);
      const body: { code: string; message: string } = await reply.json();
      expect([path, reply.status, body.code]).toEqual([path, 429, 'spending_cap']);
      expect(body.message).toMatch(
        /^This would cost about \$0\.\d\d and go over your monthly cap of \$0\.00; you’ve used \$0\.00\./,
      );
    }
    expect(gemini.requests).toEqual([]);
    expect(await spending()).toMatchObject({ spentUsd: 0, openUsd: 0 });
    expect((await ada.json<Project>(`/api/projects/${projectId}`)).version).toBeGreaterThan(0);
  });

  test('stops a breakdown, which says why and can be begun again', async () => {
    const { id } = await addProject('Another');
    await setCap(0.001);
    expect(await breakDown(id)).toMatchObject({
      breakdownStatus: 'failed',
      breakdownError: expect.stringContaining('go over your monthly cap'),
    });
    expect(textRequests()).toEqual([]);
    await setCap(1);
    expect(await breakDown(id)).toMatchObject({ breakdownStatus: null, breakdownError: null });
  });

  test('holds a request that would pass it while another one is on its way', async () => {
    await improve();
    const [attempt] = await attempts();
    const roomFor = attempt?.reservedUsd ?? 0;
    await setCap((attempt?.usd ?? 0) + 1.5 * roomFor);
    const calls = [improve(), improve(), improve()];
    // The one that is asked is not answered before the others are.
    let answered = 0;
    const othersAnswered = new Promise<void>((resolve) => {
      for (const call of calls) void call.then(() => ++answered === calls.length - 1 && resolve());
    });
    meanwhile = () => othersAnswered;
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 429, 429]);
  });
});

test('a request that found the cap full for a moment goes through when room was made', async () => {
  let refusals = 1;
  const db: Db = {
    execute: (statement) => api.db.execute(statement),
    batch: (statements, mode) =>
      refusals-- > 0 ? Promise.reject(new Error('expectation failed')) : api.db.batch(statements, mode),
  };
  const pay = payForTokens({ ...api.deps, db }, { userId: ada.id, projectId: null });
  const use = { model: FIRST_MODEL, inputTokens: 10, outputTokens: 10 };
  expect(await pay(use, async () => ({ bill: use, text: 'An answer.' }))).toMatchObject({ text: 'An answer.' });
  expect((await attempts()).map(({ end: how }) => how)).toEqual(['settle']);
});

test('the text models all have a price, which the announced day changes', () => {
  const use = { inputTokens: 1e6, outputTokens: 1e6 };
  for (const model of textModelIds) expect(tokensUsd({ model, ...use }, api.clock.now())).toBeGreaterThan(0);
  const on = (day: string) => tokensUsd({ model: FIRST_MODEL, ...use }, Date.parse(day));
  expect([on('2026-12-31T23:59:59Z'), on('2027-01-01T00:00:00Z')]).toEqual([4.5, 9]);
  expect(() => tokensUsd({ model: 'another-model', ...use }, 0)).toThrow(RangeError);
});
