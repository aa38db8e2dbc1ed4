/** The same change sent many times at once, as a client does that lost the answer and asks again: it happens once. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startFakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { documentedOperations, type Operation } from './battery/operations.ts';
import { newOwner, type Owner } from './battery/people.ts';
import { validRequestFor, type ValidRequest } from './battery/requests.ts';
import { sendTo, type Sent } from './battery/send.ts';
import { canExport, startTestApi } from './harness.ts';

const AT_ONCE = 50;
const countRow = z.object({ n: z.number() });
const nameRow = z.object({ name: z.string() });

/** So long that every other call has come before the first is answered. */
const gemini = await startFakeGemini({ delayMs: 100 });
const api = await startTestApi({ environment: { GOOGLE_GEMINI_BASE_URL: gemini.url }, deps: canExport });
const operations = (await documentedOperations(api)).filter(({ headerParameters }) =>
  headerParameters.includes('idempotency-key'),
);
/**
 * Files are the same for all whose bytes are the same, and a call that counts throws away what has run out of other
 * counts: how many there are says nothing.
 */
const UNCOUNTED = new Set([
  ...['pictures', 'media', 'blobs', 'frames', 'blob_holds', 'blob_removals', 'dropped_files'],
  'rate_buckets',
]);
let tables: string[];

beforeAll(async () => {
  const { rows } = await api.db.execute(
    `select name from sqlite_schema where type = 'table' and name not like 'sqlite%'`,
  );
  tables = rows.map((row) => nameRow.parse(row).name).filter((name) => !UNCOUNTED.has(name));
});
afterAll(async () => {
  await api.close();
  await gemini.close();
});

/** How many rows each table has, and how often everything together was edited. */
async function traces(): Promise<Record<string, number>> {
  const count = async (sql: string): Promise<number> => countRow.parse((await api.db.execute(sql)).rows[0]).n;
  const counts: [string, number][] = [];
  for (const table of tables) counts.push([table, await count(`select count(*) as n from ${table}`)]);
  for (const table of ['projects', 'scenes'])
    counts.push([`edits of ${table}`, await count(`select coalesce(sum(version), 0) as n from ${table}`)]);
  return Object.fromEntries(counts);
}

/** How often a model was asked for something. */
function questions(): number {
  return gemini.requests.filter(({ method }) => method === 'POST').length;
}

/** What a number of equal calls leaves behind, how often the model was asked for them, and what each was answered. */
async function effectOf(operation: Operation, owner: Owner, valid: ValidRequest, times: number) {
  const headers = { 'Idempotency-Key': 'the-same' };
  const [before, askedBefore] = [await traces(), questions()];
  const replies = await Promise.all(
    Array.from({ length: times }, async () => {
      const reply = await sendTo(api, operation, valid, { cookie: owner.user.cookie, headers });
      const text = await reply.text();
      return [reply.status, text === '' ? null : JSON.parse(text)] as const;
    }),
  );
  const after = await traces();
  const left = Object.fromEntries(Object.entries(after).map(([name, count]) => [name, count - (before[name] ?? 0)]));
  return { replies, left, asked: questions() - askedBefore };
}

test.each(operations)('$name, sent 50 times at once under one key, happens once', async (operation) => {
  const [one, many] = [await newOwner(api), await newOwner(api)];
  const [asked, repeated] = [validRequestFor(operation, one), validRequestFor(operation, many)];
  const once = await effectOf(operation, one, asked, 1);
  const often = await effectOf(operation, many, repeated, AT_ONCE);
  expect(once.replies[0]?.[0]).toBe(asked.answer);
  expect(often.left).toEqual(once.left);
  expect(often.asked).toBe(once.asked);
  expect(often.replies).toEqual(Array.from(often.replies, () => often.replies[0]));
  expect(often.replies[0]?.[0]).toBe(once.replies[0]?.[0]);
  const late = await effectOf(operation, many, repeated, 1);
  expect(late.replies[0]).toEqual(often.replies[0]);
  expect(late.asked).toBe(0);
  expect(Object.values(late.left).every((count) => count === 0)).toBe(true);
});

const withWords = operations.filter(({ body }) => body?.schema.properties?.['description'] !== undefined);
test.each(withWords)('$name, sent 50 times at once under one key with other words, happens once', async (operation) => {
  const owner = await newOwner(api);
  const valid = validRequestFor(operation, owner);
  const send = async (n: number): Promise<string> => {
    const sent: Sent = {
      cookie: owner.user.cookie,
      headers: { 'Idempotency-Key': 'the-same' },
      fields: { ...valid.fields, description: `In other words, number ${n}.` },
    };
    const reply = await sendTo(api, operation, valid, sent);
    return reply.ok ? 'done' : z.object({ code: z.string() }).parse(await reply.json()).code;
  };
  const before = questions();
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => send(n)));
  expect(questions() - before).toBeLessThan(2);
  expect(answers.toSorted()).toEqual(['done', ...Array<string>(AT_ONCE - 1).fill('idempotency_mismatch')]);
});

test('the model is asked at all', () => {
  expect(questions()).toBeGreaterThan(5);
});
