/** Every refusal that the provider is known to word, word for word, as the answer to a request for a clip. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { generateVideos } from '#edge-api/services/generation.ts';
import type { ModelId } from '#shared/catalogue/models.ts';
import { makeClip } from '#tests/helpers/clips/make-clip.ts';
import { FAKE_KEYS } from '#tests/helpers/fake-gemini/credentials.ts';
import type { Operation } from '#tests/helpers/fake-gemini/request.ts';
import { startFakeGemini, type FakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { startStudio, type Studio } from './generation-harness.ts';

let gemini: FakeGemini;
let studio: Studio;

beforeAll(async () => {
  gemini = await startFakeGemini({
    veo: true,
    clips: ({ durationSeconds }) => makeClip({ seconds: durationSeconds, size: '360p', sceneNumber: 1 }),
  });
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
const NOT_VALID = 'API key not valid. Please pass a valid API key.';
const EXHAUSTED =
  'You exceeded your current quota, please check your plan and billing details. … Please retry in 34.07s.';

type Fault = { name: string; status: number; code: string; message: string; details?: unknown };
const fault = (name: string, status: number, code: string, message: string, details?: unknown): Fault => ({
  name,
  status,
  code,
  message,
  ...(details === undefined ? {} : { details }),
});

/** What ends the scene, and the sentence that it then shows. */
const refusals: [Fault, RegExp][] = [
  [fault('an unknown key', 400, 'INVALID_ARGUMENT', NOT_VALID, info('API_KEY_INVALID')), /doesn’t accept this API key/],
  [
    fault(
      'an expired key',
      400,
      'INVALID_ARGUMENT',
      'API key expired. Please renew the API key.',
      info('API_KEY_INVALID'),
    ),
    /expired/,
  ],
  [
    fault(
      'a key nobody knows',
      400,
      'INVALID_ARGUMENT',
      'API Key not found. Please pass a valid API key.',
      info('API_KEY_INVALID'),
    ),
    /doesn’t accept/,
  ],
  [
    fault(
      'a service that is switched off',
      403,
      'PERMISSION_DENIED',
      'Gemini API has not been used in project 1 before or it is disabled.',
      info('SERVICE_DISABLED'),
    ),
    /turned off/,
  ],
  [
    fault('a leaked key', 403, 'PERMISSION_DENIED', 'Your API key was reported as leaked. Please use another API key.'),
    /found in public/,
  ],
  [fault('a suspended project', 403, 'PERMISSION_DENIED', 'Suspended.', info('CONSUMER_SUSPENDED')), /suspended/],
  [
    fault('a key bound to other pages', 403, 'PERMISSION_DENIED', 'Blocked.', info('API_KEY_HTTP_REFERRER_BLOCKED')),
    /restrictions/,
  ],
  [
    fault('a key bound to other addresses', 403, 'PERMISSION_DENIED', 'Blocked.', info('API_KEY_IP_ADDRESS_BLOCKED')),
    /restrictions/,
  ],
  [
    fault('a key bound to other services', 403, 'PERMISSION_DENIED', 'Blocked.', info('API_KEY_SERVICE_BLOCKED')),
    /restrictions/,
  ],
  [
    fault('a billing country', 403, 'PERMISSION_DENIED', 'This is restricted from your billing country.'),
    /billing account/,
  ],
  [
    fault(
      'an old kind of key',
      401,
      'UNAUTHENTICATED',
      'Expected OAuth 2 access token.',
      info('ACCESS_TOKEN_TYPE_UNSUPPORTED'),
    ),
    /this kind of key/,
  ],
  [fault('no credit', 402, 'PAYMENT_REQUIRED', 'Your prepaid credit is gone.'), /credit/],
  [fault('a region', 400, 'FAILED_PRECONDITION', 'User location is not supported for the API use.'), /country/],
  [
    fault(
      'the free tier',
      429,
      'RESOURCE_EXHAUSTED',
      EXHAUSTED,
      quota('GenerateRequestsPerMinutePerProjectPerModel-FreeTier', '10'),
    ),
    /paid plan/,
  ],
  [
    fault('a quota of nothing', 429, 'RESOURCE_EXHAUSTED', EXHAUSTED, quota('GenerateRequestsPerDay', '0')),
    /paid plan/,
  ],
  [fault('words that are not safe', 400, 'SAFETY', 'The prompt could not be used.'), /refused this prompt/],
  [fault('prohibited words', 400, 'PROHIBITED_CONTENT', 'The prompt could not be used.'), /refused this prompt/],
  [fault('words on a list', 400, 'BLOCKLIST', 'The prompt could not be used.'), /refused this prompt/],
  [
    fault('words blocked by a sentence', 400, 'INVALID_ARGUMENT', 'The prompt was blocked by our safety filters.'),
    /refused this prompt/,
  ],
  [
    fault(
      'a model that was retired',
      404,
      'NOT_FOUND',
      'This model models/some-model is no longer available. Please update your code to use a newer model.',
    ),
    /doesn’t offer this model/,
  ],
  [
    fault('a field that is wrong', 400, 'INVALID_ARGUMENT', 'duration must be a string'),
    /rejected the request: duration must be a string\./,
  ],
];

const OVERLOADED = fault('an overloaded model', 503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.');

/** What is asked again after a while: the provider's own wish in milliseconds, or three quarters of the usual poll. */
const delays: [Fault, number][] = [
  [
    fault(
      'a rate with a delay',
      429,
      'RESOURCE_EXHAUSTED',
      EXHAUSTED,
      quota('GenerateRequestsPerMinutePerProjectPerModel', '10'),
    ),
    34_000,
  ],
  [fault('a rate without one', 429, 'RESOURCE_EXHAUSTED', 'Resource has been exhausted (e.g. check quota).'), 3_750],
  [OVERLOADED, 3_750],
];

const forms = {
  'in the form of google.rpc': ({ status, code, message, details }: Fault) => ({
    error: { code: status, message, status: code, ...(details === undefined ? {} : { details }) },
  }),
  'in an array': ({ status, code, message, details }: Fault) => [
    { error: { code: status, message, status: code, ...(details === undefined ? {} : { details }) } },
  ],
  'with a word as its code': ({ code, message, details }: Fault) => ({
    error: { message, code: code.toLowerCase(), ...(details === undefined ? {} : { details }) },
  }),
} as const;

type Way = { model: ModelId; submit: Operation };
const ways: [string, Way][] = [
  ['Gemini Omni', { model: 'omni', submit: 'interactions.create' }],
  ['Veo', { model: 'veo-3.1', submit: 'veo.create' }],
];

async function generate({ model }: Way) {
  const projectId = await studio.addProject({ model });
  const sceneId = await studio.addScene(projectId, { prompt: 'A quiet harbour.' });
  await generateVideos(studio.deps, { userId: studio.userId, idempotencyKey: null }, projectId);
  return () => studio.scene(projectId, sceneId);
}

const entries = async () =>
  (await studio.rows('select entry from ledger order by attempt, entry')).map(({ entry }) => entry);

describe.each(ways)('%s', (_, way) => {
  describe.each(Object.entries(forms))('%s', (_form, bodyOf) => {
    test.each(refusals)(
      '$name ends the scene with a sentence, is not charged and not asked again',
      async (wire, sentence) => {
        const read = await generate(way);
        gemini.onNext(way.submit, { kind: 'json', status: wire.status, body: bodyOf(wire) });
        await studio.finish();
        const scene = await read();
        expect(scene).toMatchObject({
          status: 'failed',
          answerLost: false,
          errorMessage: expect.stringMatching(sentence),
        });
        expect(scene.errorMessage).toMatch(/You weren’t charged\. \S/);
        expect(gemini.posts.of(way.submit)).toBe(1);
        expect(await entries()).toEqual(['release', 'reserve']);
      },
    );

    test.each(delays)('$name makes it wait', async (wire, leastMs) => {
      const read = await generate(way);
      gemini.onNext(way.submit, { kind: 'json', status: wire.status, body: bodyOf(wire) });
      await studio.runner.runUntilIdle();
      expect(await read()).toMatchObject({
        status: 'generating',
        note: expect.stringMatching(/Trying again in about/),
      });
      await studio.advance(leastMs - 1);
      expect(gemini.posts.of(way.submit)).toBe(1);
      await studio.finish();
      expect((await read()).status).toBe('complete');
      expect(gemini.posts.of(way.submit)).toBe(2);
      expect(await entries()).toEqual(['release', 'reserve', 'reserve', 'settle']);
    });
  });

  test('that is always overloaded is given up after six requests', async () => {
    const read = await generate(way);
    const body = forms['in the form of google.rpc'](OVERLOADED);
    gemini.onNext(way.submit, { kind: 'json', status: 503, body }, 9);
    await studio.finish();
    expect((await read()).errorMessage).toMatch(/overloaded\. We tried 6 times\. You weren’t charged/);
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
      expect(await entries()).toEqual(['reserve']);
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
    expect(await entries()).toEqual(['release', 'reserve']);
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
