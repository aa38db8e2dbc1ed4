/** Every refusal that the provider is known to word, word for word, as the answer to a request for a clip. */
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ModelId } from '#shared/catalogue/models.ts';
import { readHttpError } from '#edge-api/providers/gemini/upstream-error.ts';
import { smallClips } from '#tests/helpers/fake-gemini/options.ts';
import { FAKE_KEYS } from '#tests/helpers/fake-gemini/credentials.ts';
import type { Operation } from '#tests/helpers/fake-gemini/request.ts';
import { startFakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { startStudio, type Studio } from './generation-harness.ts';

let studio: Studio;

const gemini = await startFakeGemini({
  veo: true,
  clips: smallClips(1),
});
afterAll(() => gemini.close());
beforeEach(async () => {
  gemini.reset();
  studio = await startStudio({ apiKey: FAKE_KEYS.good, baseUrl: gemini.url });
});
afterEach(() => studio.close());

const info = (reason: string) => [
  { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'googleapis.com', metadata: {} },
];
const quota = (quotaId: string, quotaValue: string) => [
  {
    '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
    violations: [
      {
        quotaMetric: 'generativelanguage.googleapis.com/generate_content_free_tier_requests',
        quotaId,
        quotaDimensions: { location: 'global', model: 'some-model' },
        quotaValue,
      },
    ],
  },
  { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34s' },
];
const PASS_A_KEY = 'Please pass a valid API key.';
const NOT_VALID = `API key not valid. ${PASS_A_KEY}`;
const OLD_KIND = 'ACCESS_TOKEN_TYPE_UNSUPPORTED';
const PER_MINUTE = 'GenerateRequestsPerMinutePerProjectPerModel';
const RETIRED = 'This model models/some-model is no longer available. Please update your code to use a newer model.';
const EXHAUSTED =
  'You exceeded your current quota, please check your plan and billing details. … Please retry in 34.07s.';

type Fault = { status: number; code: string; message: string; details?: unknown };
type Row = [name: string, status: number, code: string, message: string, sentence: RegExp, details?: object];

const DENIED = 'PERMISSION_DENIED';
const INVALID = 'INVALID_ARGUMENT';
const TIRED = 'RESOURCE_EXHAUSTED';
const UNUSABLE = 'The prompt could not be used.';

/** What ends the scene, and the sentence that it then shows. */
const refusals: Row[] = [
  ['an unknown key', 400, INVALID, NOT_VALID, /doesn’t accept this API key/, info('API_KEY_INVALID')],
  ['an expired key', 400, INVALID, 'API key expired. Please renew the API key.', /expired/, info('API_KEY_INVALID')],
  ['a key nobody knows', 400, INVALID, `API Key not found. ${PASS_A_KEY}`, /doesn’t accept/, info('API_KEY_INVALID')],
  ['a service that is switched off', 403, DENIED, 'It is disabled.', /turned off/, info('SERVICE_DISABLED')],
  ['a leaked key', 403, DENIED, 'Your API key was reported as leaked. Please use another API key.', /found in public/],
  ['a suspended project', 403, DENIED, 'Suspended.', /suspended/, info('CONSUMER_SUSPENDED')],
  ['a key bound to other pages', 403, DENIED, 'Blocked.', /restrictions/, info('API_KEY_HTTP_REFERRER_BLOCKED')],
  ['a key bound to other addresses', 403, DENIED, 'Blocked.', /restrictions/, info('API_KEY_IP_ADDRESS_BLOCKED')],
  ['a key bound to other services', 403, DENIED, 'Blocked.', /restrictions/, info('API_KEY_SERVICE_BLOCKED')],
  ['a billing country', 403, DENIED, 'This is restricted from your billing country.', /billing account/],
  ['an old kind of key', 401, 'UNAUTHENTICATED', 'Expected OAuth 2.', /this kind of key/, info(OLD_KIND)],
  ['no credit', 402, 'PAYMENT_REQUIRED', 'Your prepaid credit is gone.', /credit/],
  ['a region', 400, 'FAILED_PRECONDITION', 'User location is not supported for the API use.', /country/],
  ['the free tier', 429, TIRED, EXHAUSTED, /paid plan/, quota(`${PER_MINUTE}-FreeTier`, '10')],
  ['a quota of nothing', 429, TIRED, EXHAUSTED, /paid plan/, quota('GenerateRequestsPerDay', '0')],
  ['words that are not safe', 400, 'SAFETY', UNUSABLE, /refused this prompt/],
  ['prohibited words', 400, 'PROHIBITED_CONTENT', UNUSABLE, /refused this prompt/],
  ['words on a list', 400, 'BLOCKLIST', UNUSABLE, /refused this prompt/],
  ['words blocked by a sentence', 400, INVALID, 'The prompt was blocked by our safety filters.', /refused this prompt/],
  ['a model that was retired', 404, 'NOT_FOUND', RETIRED, /doesn’t offer this model/],
  ['a wrong field', 400, INVALID, 'duration must be a string', /rejected the request: duration must be a string\./],
];

const OVERLOADED = { status: 503, code: 'UNAVAILABLE', message: 'The model is overloaded. Please try again later.' };

/** What is asked again after a while: the provider's own wish in milliseconds, or three quarters of the usual poll. */
const delays: [name: string, Fault, leastMs: number, note: RegExp][] = [
  [
    'a rate with a delay',
    { status: 429, code: TIRED, message: EXHAUSTED, details: quota(PER_MINUTE, '10') },
    34_000,
    /^Google is limiting how fast we can send requests\. Trying again in about 34 seconds\.$/,
  ],
  ['a rate without one', { status: 429, code: TIRED, message: 'Resource has been exhausted.' }, 3_750, /limiting how/],
  ['an overloaded model', OVERLOADED, 3_750, /Trying again in about/],
];

const detailed = ({ details }: Fault): object => (details === undefined ? {} : { details });
const rpcForm = ({ status, code, message, ...rest }: Fault) => ({
  error: { code: status, message, status: code, ...detailed({ status, code, message, ...rest }) },
});
/** The forms in which the provider words each of its errors. */
const forms: [name: string, bodyOf: (fault: Fault) => unknown][] = [
  ['in the form of google.rpc', rpcForm],
  ['in an array', (fault) => [rpcForm(fault)]],
  [
    'with a word as its code',
    (fault) => ({ error: { message: fault.message, code: fault.code.toLowerCase(), ...detailed(fault) } }),
  ],
];
/** One form after the other: that each is read in all of them is shown without a job. */
const formOf = (index: number): (typeof forms)[number][1] => forms[index % forms.length]?.[1] ?? rpcForm;

describe.each(forms)('an error %s', (_, bodyOf) => {
  test.each(refusals)('%s is read as what it is', (_name, status, code, message, sentence, details) => {
    expect(readHttpError(status, JSON.stringify(bodyOf({ status, code, message, details }))).sentence).toMatch(
      sentence,
    );
  });

  test.each(delays)('%s is worth another try, when it says', (_name, fault, leastMs) => {
    const retryAfterMs = leastMs === 34_000 ? leastMs : null;
    expect(readHttpError(fault.status, JSON.stringify(bodyOf(fault)))).toMatchObject({ kind: 'busy', retryAfterMs });
  });
});

type Way = { model: ModelId; submit: Operation };
const ways: [string, Way][] = [
  ['Gemini Omni', { model: 'omni', submit: 'interactions.create' }],
  ['Veo', { model: 'veo-3.1', submit: 'veo.create' }],
];

async function generate({ model }: Way) {
  const projectId = await studio.addProject({ model });
  const sceneId = await studio.addScene(projectId, { prompt: 'A quiet harbour.' });
  await studio.generate(projectId);
  return () => studio.scene(projectId, sceneId);
}

describe.each(ways)('%s', (_, way) => {
  test.each(refusals.map((row, index): [string, number, Row] => [row[0], index, row]))(
    '%s ends the scene with a sentence, is not charged and not asked again',
    async (_name, index, [, status, code, message, sentence, details]) => {
      const read = await generate(way);
      gemini.onNext(way.submit, { kind: 'json', status, body: formOf(index)({ status, code, message, details }) });
      await studio.finish();
      const scene = await read();
      expect(scene).toMatchObject({ status: 'failed', answerLost: false, note: null });
      expect(scene.errorMessage).toMatch(sentence);
      expect(scene.errorMessage).toMatch(/You weren’t charged\. \S/);
      expect(gemini.posts.of(way.submit)).toBe(1);
      expect(await studio.entries()).toEqual(['release', 'reserve']);
    },
  );

  test.each(delays)('%s makes it wait', async (_name, fault, leastMs, note) => {
    const read = await generate(way);
    gemini.onNext(way.submit, { kind: 'json', status: fault.status, body: formOf(leastMs)(fault) });
    await studio.runner.runUntilIdle();
    expect(await read()).toMatchObject({ status: 'generating', note: expect.stringMatching(note) });
    await studio.advance(leastMs - 1);
    expect(gemini.posts.of(way.submit)).toBe(1);
    await studio.finish();
    expect((await read()).status).toBe('complete');
    expect(gemini.posts.of(way.submit)).toBe(2);
    expect(await studio.entries()).toEqual(['release', 'reserve', 'reserve', 'settle']);
  });

  test('that is always overloaded is given up after six requests', async () => {
    const read = await generate(way);
    gemini.onNext(way.submit, { kind: 'json', status: 503, body: rpcForm(OVERLOADED) }, 9);
    await studio.finish();
    const scene = await read();
    expect(scene).toMatchObject({ status: 'failed', answerLost: false });
    expect(scene.errorMessage).toMatch(/overloaded\. We tried 6 times\. You weren’t charged/);
    expect(gemini.posts.of(way.submit)).toBe(6);
  });

  test.each([
    [
      'an error of its own',
      { kind: 'json', status: 500, body: { error: { code: 500, message: 'Internal.', status: 'INTERNAL' } } },
    ],
    ['a page', { kind: 'text', status: 502, contentType: 'text/html', text: '<html>Bad Gateway</html>' }],
    [
      'a page that says it is overloaded',
      { kind: 'text', status: 503, contentType: 'text/html', text: '<html>Busy</html>' },
    ],
    ['a time-out', { kind: 'text', status: 504, contentType: 'text/plain', text: '' }],
    ['nothing', { kind: 'drop' }],
    ['something unreadable', { kind: 'text', status: 200, contentType: 'application/json', text: '{"id":' }],
    ['something without a name', { kind: 'json', status: 200, body: {} }],
  ] as const)(
    'that answers %s may have begun: it is told, kept as spent and never asked again',
    async (_name, reply) => {
      const read = await generate(way);
      gemini.onNext(way.submit, reply);
      await studio.finish();
      await studio.advance(24 * 60 * 60_000);
      expect(await read()).toMatchObject({ status: 'failed', answerLost: true });
      expect(gemini.posts.of(way.submit)).toBe(1);
      expect(await studio.entries()).toEqual(['reserve']);
    },
  );
});

describe('an interaction', () => {
  const omni = ways[0]?.[1] ?? { model: 'omni', submit: 'interactions.create' };

  test.each([
    ['requires_action', /asked for something we can’t provide/],
    ['requires_continuation', /asked for something we can’t provide/],
    ['budget_exceeded', /budget/],
    ['cancelled', /canceled at Google/],
    ['incomplete', /stopped before/],
  ])('that ends as %s fails with a sentence and is released', async (status, sentence) => {
    const read = await generate(omni);
    gemini.onNext('interactions.get', { kind: 'json', status: 200, body: { id: 'v1_x', status } });
    await studio.finish();
    expect(await read()).toMatchObject({ status: 'failed', errorMessage: expect.stringMatching(sentence) });
    expect(await studio.entries()).toEqual(['release', 'reserve']);
  });

  test.each([
    ['stopped half-way, after two seconds', { status: 'incomplete' }, 140_000],
    [
      'made a clip that has no address',
      {
        status: 'completed',
        steps: [{ type: 'model_output', content: [{ type: 'video', uri: 'https://elsewhere.example/clip' }] }],
      },
      140_000,
    ],
  ])('that %s is charged for that, and says so', async (_, ended, microUsd) => {
    const read = await generate(omni);
    const usage = { output_tokens_by_modality: [{ modality: 'video', tokens: 2 * 5_792 }] };
    gemini.onNext('interactions.get', { kind: 'json', status: 200, body: { id: 'v1_x', usage, ...ended } });
    await studio.finish();
    expect(await read()).toMatchObject({ status: 'failed', errorMessage: expect.stringMatching(/You were charged/) });
    expect(await studio.rows(`select amount_micro_usd as amount from ledger where entry <> 'reserve'`)).toEqual([
      { amount: microUsd },
    ]);
  });

  test.each([
    ['400', 400, { error: { message: 'Invalid interaction name: interactions/gone', code: 'invalid_request' } }],
    ['404', 404, { error: { message: 'Not found.', code: 'not_found' } }],
  ])('that upstream does not know any more (%s) is a lost answer', async (_, status, body) => {
    const read = await generate(omni);
    gemini.onNext('interactions.get', { kind: 'json', status, body });
    await studio.finish();
    expect(await read()).toMatchObject({ status: 'failed', answerLost: true });
    expect(gemini.posts.of('interactions.create')).toBe(1);
  });

  test('that is queued first, and asked after through every kind of fault, arrives', async () => {
    const read = await generate(omni);
    const json = (status: number, body: unknown) => ({ kind: 'json', status, body }) as const;
    const polls = [
      json(200, { id: 'v1_x', status: 'queued' }),
      json(503, { error: { code: 'unavailable', message: 'The model is overloaded.' } }),
      json(500, { error: { code: 'internal', message: 'Internal.' } }),
      json(400, {
        error: {
          code: 'invalid_request',
          message: 'Multiple authentication credentials received. Please pass only one.',
        },
      }),
      json(429, { error: { code: 'resource_exhausted', message: 'Slow down.' } }),
      { kind: 'drop' } as const,
      { kind: 'text', status: 502, contentType: 'text/html', text: '<html></html>' } as const,
    ];
    for (const poll of polls) gemini.onNext('interactions.get', poll);
    await studio.finish();
    expect((await read()).status).toBe('complete');
    expect(gemini.posts.of('interactions.create')).toBe(1);
  });
});

test.each([
  ['bad', /doesn’t accept/],
  ['expired', /expired/],
  ['leaked', /found in public/],
  ['denied', /turned off/],
  ['oldKind', /this kind of key/],
  ['region', /country/],
] as const)('with a key that is %s nothing is sent, and the refusal says why', async (name, sentence) => {
  studio.setKey(FAKE_KEYS[name]);
  await expect(generate({ model: 'omni', submit: 'interactions.create' })).rejects.toMatchObject({
    code: 'model_unreachable',
    message: expect.stringMatching(sentence),
  });
  expect(gemini.posts.total()).toBe(0);
});
