/** Calls that ask a model, under one Idempotency-Key: what becomes of those that wait when the first fails, or dies. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { demoTextModel } from '#edge-api/providers/text-model/demo.ts';
import { claimOp, endClaim } from '#edge-api/repos/idempotency.ts';
import { tidyUp } from '#edge-api/services/housekeeping.ts';
import { saveKey, startTestApi, type TestApi, type TestUser } from './harness.ts';

type Question = { answer(text: string): void; fail(error: unknown): void };

const LONGEST_MS = 90_000;
const HELD = { requestHash: 'another process’s', takesFailed: true };

let api: TestApi;
let ada: TestUser;
/** Questions that wait for their answer, in the order in which they came. */
let open: Question[];
let whenAsked: () => void;

beforeEach(async () => {
  open = [];
  whenAsked = () => {};
  const improveIdea = () =>
    new Promise<string>((answer, fail) => {
      open.push({ answer, fail });
      whenAsked();
    });
  api = await startTestApi({ deps: { textModelFor: () => ({ ...demoTextModel(), improveIdea }) } });
  ada = await api.as('Ada');
  await saveKey(ada, 'demo-studio');
});
afterEach(() => api.close());

const improve = async (key: string, description = 'An idea.') => {
  const headers = { 'Idempotency-Key': key };
  const reply = await ada.fetch('/api/improve-description', { method: 'POST', headers, json: { description } });
  const body: { improvedDescription?: string; code?: string; message?: string } = await reply.json();
  return [reply.status, body.improvedDescription ?? body.code];
};

/** Resolves when the model is asked for the next time. */
const nextQuestion = () =>
  new Promise<void>((resolve) => {
    whenAsked = resolve;
  });

/** Resolves when so many calls have asked the database whose turn it is. */
const looksAtWhoseTurn = (count: number) =>
  new Promise<void>((resolve) => {
    const { batch } = api.deps.db;
    let left = count;
    vi.spyOn(api.deps.db, 'batch').mockImplementation(async (statements, mode) => {
      const results = await batch(statements, mode);
      const isLook = statements.some((one) => typeof one !== 'string' && one.sql.startsWith('insert into claimed_ops'));
      if (isLook && --left === 0) resolve();
      return results;
    });
  });

test('those who wait get the one answer, and so does who comes later', async () => {
  const asked = nextQuestion();
  const calls = [improve('a'), improve('a'), improve('a')];
  await asked;
  open[0]?.answer('A better idea.');
  expect(await Promise.all(calls)).toEqual(Array.from(calls, () => [200, 'A better idea.']));
  expect(await improve('a')).toEqual([200, 'A better idea.']);
  expect(open).toHaveLength(1);
});

test('those who wait for a call that fails get its failure; who comes later asks anew', async () => {
  const asked = nextQuestion();
  const looked = looksAtWhoseTurn(3);
  const calls = [improve('a'), improve('a'), improve('a')];
  await Promise.all([asked, looked]);
  open[0]?.fail(new AppError('provider_failed', 'The provider is down.'));
  expect(await Promise.all(calls)).toEqual(Array.from(calls, () => [502, 'provider_failed']));
  expect(open).toHaveLength(1);
  const askedAgain = nextQuestion();
  const again = improve('a');
  await askedAgain;
  open[1]?.answer('A better idea.');
  expect(await again).toEqual([200, 'A better idea.']);
});

test('those who wait only read', async () => {
  const asked = nextQuestion();
  const looked = looksAtWhoseTurn(2);
  const calls = [improve('a'), improve('a')];
  await Promise.all([asked, looked]);
  const write = vi.spyOn(api.deps.db, 'batch');
  const { execute } = api.deps.db;
  await new Promise<void>((resolve) => {
    let left = 3;
    vi.spyOn(api.deps.db, 'execute').mockImplementation((statement) => {
      if (typeof statement !== 'string' && statement.sql.includes('from claimed_ops') && --left === 0) resolve();
      return execute(statement);
    });
  });
  const writes = write.mock.calls.filter(([statements]) => JSON.stringify(statements).includes('claimed_ops'));
  // Each asked for its turn once.
  expect(writes).toHaveLength(2);
  open[0]?.answer('A better idea.');
  expect(await Promise.all(calls)).toEqual(Array.from(calls, () => [200, 'A better idea.']));
});

test('other words under a key that is being served are refused at once', async () => {
  const asked = nextQuestion();
  const first = improve('a');
  await asked;
  expect(await improve('a', 'Another idea.')).toEqual([409, 'idempotency_mismatch']);
  open[0]?.answer('A better idea.');
  expect(await first).toEqual([200, 'A better idea.']);
});

test('other keys, and calls without one, wait for nobody', async () => {
  const calls = [improve('a'), improve('b')];
  while (open.length < 2) await nextQuestion();
  open[1]?.answer('Two.');
  open[0]?.answer('One.');
  expect(await Promise.all(calls)).toEqual(
    expect.arrayContaining([
      [200, 'One.'],
      [200, 'Two.'],
    ]),
  );
});

test('a key whose call has died is free when no call can last that long', async () => {
  const claim = { userId: ada.id, key: 'a', claimId: 'died' };
  const nowMs = api.clock.now();
  await claimOp(api.db, claim, { ...HELD, nowMs, untilMs: nowMs + LONGEST_MS });
  expect(await improve('a')).toEqual([409, 'idempotency_mismatch']);
  api.clock.advance(LONGEST_MS);
  const asked = nextQuestion();
  const call = improve('a');
  await asked;
  // It is no matter of the dead one any more.
  await api.db.batch([endClaim(claim)], 'write');
  open[0]?.answer('A better idea.');
  expect(await call).toEqual([200, 'A better idea.']);
  expect((await api.db.execute(`select op_key from claimed_ops where user_id = '${ada.id}'`)).rows).toEqual([]);
});

test('what was left of dead calls is thrown away', async () => {
  const nowMs = api.clock.now();
  await claimOp(api.db, { userId: ada.id, key: 'a', claimId: 'died' }, { ...HELD, nowMs, untilMs: nowMs + 1 });
  api.clock.advance(1);
  await tidyUp(api.deps);
  expect((await api.db.execute(`select op_key from claimed_ops where user_id = '${ada.id}'`)).rows).toEqual([]);
});

test('a long answer is remembered in a fraction of its size, and given again to the letter', async () => {
  const asked = nextQuestion();
  const call = improve('a');
  await asked;
  const words = 'The keeper climbs the stairs. '.repeat(1_000);
  open[0]?.answer(words);
  expect(await call).toEqual([200, words]);
  const sql = `select length(reply) + length(packed_reply) as bytes from applied_ops where user_id = '${ada.id}'`;
  expect(Number((await api.db.execute(sql)).rows[0]?.['bytes'])).toBeLessThan(words.length / 50);
  expect(await improve('a')).toEqual([200, words]);
});
