/**
 * The same battery of requests over every call. What there is to try comes from the API's own document; what a valid
 * request is comes from one table.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '#shared/limits.ts';
import { startFakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { filesWithCanary, findCanary } from './battery/canary.ts';
import { fieldCases, queryCases } from './battery/field-cases.ts';
import { judge } from './battery/judge.ts';
import { documentedOperations, isChange, type Operation } from './battery/operations.ts';
import { newId, newOwner, newPerson, type Owner } from './battery/people.ts';
import { validRequestFor, validRequests, type ValidRequest } from './battery/requests.ts';
import { sendTo, type Sent } from './battery/send.ts';
import { someOf } from '#tests/helpers/test-values.ts';
import { canExport, startTestApi } from './harness.ts';

const THIRTY_ONE_DAYS_MS = 31 * 24 * 60 * 60 * 1000;
const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

const gemini = await startFakeGemini({ delayMs: 0 });
const api = await startTestApi({ environment: { GOOGLE_GEMINI_BASE_URL: gemini.url }, deps: canExport });
const operations = await documentedOperations(api);
const changes = operations.filter(isChange);
const withJson = operations.filter(({ body }) => body?.contentType === JSON_TYPE);
const withForm = operations.filter(({ body }) => body?.contentType === FORM_TYPE);

/** Of what is no short JSON. */
const bodyLimits: [path: string, bytes: number][] = [
  ['/api/projects/{id}/versions', limits.versionBytes],
  ['/api/uploads/', limits.uploadPartBytes],
  ['/api/media/', limits.frameBytes],
  ['/api/export-pictures/', limits.exportPictureBytes],
  ['/api/projects/{id}/characters/{characterId}/picture', limits.referencePictureBytes],
];

let expiredCookie: string;
/** Whoever is only ever refused can be the same for all. */
let refused: Owner;

beforeAll(async () => {
  expiredCookie = (await api.as('Late')).cookie;
  api.clock.advance(THIRTY_ONE_DAYS_MS);
  refused = await newOwner(api, 'Refused');
});
afterAll(async () => {
  await api.close();
  await gemini.close();
});

/** Sends what an owner may send, changed as told, and holds the reply against what must hold of every reply. */
async function ask(operation: Operation, owner: Owner, sent: Sent = {}, hidden: readonly string[] = []) {
  const valid = validRequestFor(operation, owner);
  return judge(operation, await sendTo(api, operation, valid, { cookie: owner.user.cookie, ...sent }), hidden);
}

function hasOwnLimit({ method, path }: Operation, limited: string): boolean {
  return method === 'PUT' ? path.startsWith(limited) : method === 'POST' && path === limited;
}

/** What an owner has that a stranger could change. */
async function rowsOf({ user }: Owner): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const table of ['projects', 'scenes', 'jobs', 'export_jobs', 'own_files', 'uploads', 'versions', 'sessions'])
    found.push((await api.db.execute(`select * from ${table} where user_id = '${user.id}'`)).rows);
  return JSON.parse(JSON.stringify(found)) as unknown[];
}

/** What somebody gets who has no session that counts. */
function visitorAnswer({ audience, answer }: ValidRequest) {
  if (audience === 'everybody') return answer;
  return audience === 'file' ? 'not_found' : 'unauthenticated';
}

test('the table has an entry for every call, and none for another', () => {
  expect(Object.keys(validRequests).toSorted()).toEqual(operations.map(({ name }) => name).toSorted());
});

describe('every call', () => {
  test.each(operations)('$name answers its owner in the form that its document names', async (operation) => {
    const owner = await newOwner(api);
    const valid = validRequestFor(operation, owner);
    const reply = await sendTo(api, operation, valid, { cookie: owner.user.cookie });
    expect(await judge(operation, reply, refused.secrets)).toBe(valid.answer);
  });

  test.each(operations)('$name is for nobody else', async (operation) => {
    const owner = await newOwner(api);
    const valid = validRequestFor(operation, owner);
    const before = await rowsOf(owner);
    for (const cookie of [null, expiredCookie, 'sid=nobody', `sid=${'x'.repeat(4_000)}`, 'sid'])
      expect([cookie, await ask(operation, owner, { cookie }, owner.secrets)]).toEqual([cookie, visitorAnswer(valid)]);
    const isTheirs = valid.audience === 'owner' || valid.audience === 'file';
    const { cookie } = (await newPerson(api, 'Stranger')).user;
    expect(await ask(operation, owner, { cookie }, owner.secrets)).toBe(isTheirs ? 'not_found' : valid.answer);
    expect(await rowsOf(owner)).toEqual(before);
  });

  const withId = operations.filter(({ pathParameters }) => pathParameters.includes('id'));
  test.each(withId)('$name knows no id that is nobody’s', async (operation) => {
    const { params = {} } = validRequestFor(operation, refused);
    const { id: own = '' } = params;
    const near = [own.toUpperCase(), `%20${own}`, `${own}%0a`, `${own}%00`, own.slice(1)].filter((id) => id !== own);
    const far = [newId(), '0'.repeat(64), '1', '-1', 'null', '%00', '%2e%2e%2f', "'%20or%201=1--", 'x'.repeat(3_000)];
    for (const id of [...near, ...far])
      expect([id, await ask(operation, refused, { params: { ...params, id } })]).toEqual([id, 'not_found']);
    expect(await ask(operation, refused, { params: { ...params, id: 'x'.repeat(5_000) } })).toBe('address_too_long');
  });
});

describe('a call that changes something', () => {
  test.each(changes)('$name hears our own pages only', async (operation) => {
    for (const origin of [null, 'null', 'https://evil.test', 'http://127.0.0.1:8787.evil.test', 'http://127.0.0.1'])
      expect([origin, await ask(operation, refused, { origin })]).toEqual([origin, 'foreign_origin']);
    for (const site of ['cross-site', 'same-site', 'none'])
      expect([site, await ask(operation, refused, { origin: null, headers: { 'Sec-Fetch-Site': site } })]).toEqual([
        site,
        'foreign_origin',
      ]);
    const both = { origin: 'https://evil.test', headers: { 'Sec-Fetch-Site': 'cross-site' } };
    expect(await ask(operation, refused, both)).toBe('foreign_origin');
  });

  test.each(changes)('$name refuses a body that is too large, whether it says its length or not', async (operation) => {
    const most = bodyLimits.find(([path]) => hasOwnLimit(operation, path))?.[1] ?? limits.jsonBodyBytes;
    const body = 'x'.repeat(most + 1);
    const contentType = operation.body?.contentType ?? JSON_TYPE;
    const headers = { 'Content-Length': String(body.length) };
    expect(await ask(operation, refused, { body, contentType, headers })).toBe('too_large');
    expect(await ask(operation, refused, { body, contentType })).toBe('too_large');
  });

  const versioned = changes.filter(({ headerParameters }) => headerParameters.includes('if-match'));
  test.each(versioned)('$name refuses what was decided on an older version', async (operation) => {
    expect(await ask(operation, await newOwner(api), { headers: { 'If-Match': '0' } })).toBe('version_conflict');
  });

  const withHeaders = changes.filter(({ headerParameters }) => headerParameters.includes('idempotency-key'));
  test.each(withHeaders)('$name reads its headers strictly', async (operation) => {
    const isVersioned = operation.headerParameters.includes('if-match');
    const tags = isVersioned ? ['abc', '-1', '1.5', '*', '"1", "2"', 'W/"1"', '9'.repeat(16)] : [];
    const wrong = [
      ...['', 'x'.repeat(129), 'two words', 'é'].map((key) => ({ 'Idempotency-Key': key })),
      ...tags.flatMap((tag) => [{ 'If-Match': tag }, { 'Storyreel-Made-On': tag }]),
    ];
    for (const headers of wrong)
      expect([headers, await ask(operation, refused, { headers })]).toEqual([headers, 'invalid_input']);
    const owner = await newOwner(api);
    const { answer } = validRequestFor(operation, owner);
    expect(await ask(operation, owner, { headers: { 'Idempotency-Key': 'x'.repeat(128) } })).toBe(answer);
  });
});

describe('a call that takes fields', () => {
  test.each([...withJson, ...withForm])('$name refuses a body of another type, or of none', async (operation) => {
    const other = operation.body?.contentType === JSON_TYPE ? FORM_TYPE : JSON_TYPE;
    for (const contentType of ['text/plain', 'text/json', 'application/xml', 'application/jsonp', 'json', other])
      expect([contentType, await ask(operation, refused, { contentType, body: '{}' })]).toEqual([
        contentType,
        'wrong_content_type',
      ]);
    const body = new Blob(['{}']).stream();
    expect(await ask(operation, refused, { body, contentType: '' })).toBe('wrong_content_type');
  });

  test.each(withJson)('$name refuses what is no JSON object', async (operation) => {
    const texts: [string, string][] = [
      ...['{', '{"a":}', "{'a':1}", 'undefined', '{}{}', '\u0000', '\ufeff{', '['.repeat(60_000)].map(
        (text): [string, string] => [text, 'bad_json'],
      ),
      ...['null', '[]', '"text"', '7', 'true', `${'['.repeat(9_000)}${']'.repeat(9_000)}`].map(
        (text): [string, string] => [text, 'invalid_input'],
      ),
    ];
    for (const [body, code] of texts)
      expect([body.slice(0, 9), await ask(operation, refused, { body, contentType: JSON_TYPE })]).toEqual([
        body.slice(0, 9),
        code,
      ]);
  });

  test.each(someOf(withJson))('$name takes its fields up to their limits and no further', async (operation) => {
    const casesFor = (owner: Owner) =>
      fieldCases(operation.body?.schema ?? {}, validRequestFor(operation, owner).fields ?? {});
    const [answers, expected]: [unknown[], unknown[]] = [[], []];
    for (const [index, { name, isValid }] of casesFor(refused).entries()) {
      const owner = isValid ? await newOwner(api) : refused;
      const { answer, refusedAtLimit } = validRequestFor(operation, owner);
      const { fields = {} } = casesFor(owner)[index] ?? {};
      answers.push([name, await ask(operation, owner, { fields })]);
      expected.push([name, isValid ? (refusedAtLimit?.[name] ?? answer) : 'invalid_input']);
    }
    expect(answers.length).toBeGreaterThan(3);
    expect(answers).toEqual(expected);
  });
});

describe('a call that sends a file', () => {
  const ofFiles = operations.filter(({ headerParameters }) => headerParameters.includes('range'));
  test.each(ofFiles)('$name sends parts of it, and nothing of it twice', async (operation) => {
    const answers: [Record<string, string>, unknown][] = [
      [{ Range: 'bytes=0-3' }, 206],
      [{ Range: 'bytes=-4' }, 206],
      [{ Range: 'bytes=9999999-' }, 'range_not_satisfiable'],
      [{ Range: 'bytes=0-1,3-4' }, 200],
      [{ 'If-None-Match': '*' }, 304],
    ];
    for (const [headers, answer] of answers)
      expect([headers, await ask(operation, refused, { headers })]).toEqual([headers, answer]);
  });

  test('there are four', () => {
    expect(ofFiles.map(({ name }) => name)).toHaveLength(4);
  });
});

describe('a call that takes a query', () => {
  const withQuery = operations.filter(({ querySchemas }) => querySchemas.size > 0);
  test.each(withQuery)('$name takes its parameters up to their limits and no further', async (operation) => {
    const { query = {}, answer } = validRequestFor(operation, refused);
    for (const [parameter, schema] of operation.querySchemas)
      for (const { name, value, isValid } of queryCases(schema))
        expect([parameter, name, await ask(operation, refused, { query: { ...query, [parameter]: value } })]).toEqual([
          parameter,
          name,
          isValid ? answer : 'invalid_input',
        ]);
  });

  test.each(someOf(operations))('$name is not led astray by parameters that it does not know', async (operation) => {
    const owner = isChange(operation) ? await newOwner(api) : refused;
    const { query = {}, answer } = validRequestFor(operation, owner);
    const unknown = { surprise: '1', userId: refused.user.id, __proto__: '1', 'x[]': '', _method: 'DELETE' };
    expect(await ask(operation, owner, { query: { ...query, ...unknown } })).toBe(answer);
  });

  test('two of them are tried for their limits, at least', () => {
    expect(
      withQuery.flatMap(({ querySchemas }) => [...querySchemas.values()].flatMap(queryCases)).length,
    ).toBeGreaterThan(6);
  });
});

test('nothing of all this was unforeseen, and the planted key is in no log and no file', async () => {
  expect(api.logLines.filter((line) => line.includes('request_failed') || findCanary(line) !== null)).toEqual([]);
  expect(await filesWithCanary(api.folder)).toEqual([]);
  expect(gemini.requests.length).toBeGreaterThan(10);
});
