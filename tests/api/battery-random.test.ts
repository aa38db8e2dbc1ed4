/**
 * Random and mutated requests over every call: 100 of each, 10,000 by `npm run test:long`. A failure prints its seed, and
 * TEST_SEED sends the same requests again.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import '#tests/helpers/property-runs.ts';
import { startFakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { CANARY_KEY, filesWithCanary, findCanary } from './battery/canary.ts';
import { judge } from './battery/judge.ts';
import { documentedOperations } from './battery/operations.ts';
import { newOwner, type Owner } from './battery/people.ts';
import { randomRequest } from './battery/random-requests.ts';
import { validRequestFor } from './battery/requests.ts';
import { sendTo } from './battery/send.ts';
import { canExport, startTestApi } from './harness.ts';

const REQUESTS_PER_CALL = fc.readConfigureGlobal().numRuns ?? 100;

const gemini = await startFakeGemini({ delayMs: 0 });
const api = await startTestApi({ environment: { GOOGLE_GEMINI_BASE_URL: gemini.url }, deps: canExport });
const operations = await documentedOperations(api);
let other: Owner;

beforeAll(async () => {
  other = await newOwner(api, 'Other');
});
afterAll(async () => {
  await api.close();
  await gemini.close();
});

test.each(operations)('$name survives whatever is sent to it', async (operation) => {
  const sender = await newOwner(api);
  const valid = validRequestFor(operation, sender);
  const answers = new Set<unknown>();
  await fc.assert(
    fc.asyncProperty(randomRequest(operation, valid, sender, other), async (sent) => {
      answers.add(await judge(operation, await sendTo(api, operation, valid, sent), other.secrets));
    }),
    { numRuns: REQUESTS_PER_CALL },
  );
  // Noise that is all turned away at the door would prove nothing.
  expect(Array.from(answers)).toContain(valid.answer);
});

test('nothing was unforeseen, and the planted key is in no log and no file', async () => {
  expect(api.logLines.length).toBeGreaterThan(operations.length);
  expect(api.logLines.filter((line) => line.includes('request_failed') || findCanary(line) !== null)).toEqual([]);
  expect(await filesWithCanary(api.folder)).toEqual([]);
});

test.each(['utf8', 'hex', 'base64', 'base64url'] as const)('the search would find the key as %s', (encoding) => {
  for (const before of ['', 'a', 'ab', 'abc'])
    expect(findCanary(Buffer.from(`${before}${CANARY_KEY}, and more`).toString(encoding))).not.toBeNull();
  expect(findCanary(Buffer.from('a'.repeat(100)).toString(encoding))).toBeNull();
});
