// The fake behaves as the service does, seen through the real SDK and through plain requests.

import { createHash } from 'node:crypto';
import { GoogleGenAI } from '@google/genai';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { makeClip } from '#tests/helpers/clips/make-clip.ts';
import { FAKE_KEYS } from '#tests/helpers/fake-gemini/credentials.ts';
import { drop } from '#tests/helpers/fake-gemini/reply.ts';
import { answerFor, itemsNamedIn } from '#tests/helpers/fake-gemini/schema-answer.ts';
import { startFakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { overloaded } from '#tests/helpers/fake-gemini/wire-errors.ts';

/** Not a movie, but distinct bytes in the form that tells one: `ftyp` at 4. */
const CLIP = Buffer.concat([Buffer.from('\0\0\0\u0020ftypisom', 'latin1'), Buffer.alloc(9_988, 7)]);
const INTERACTIONS = '/v1beta/interactions';
const OMNI = 'gemini-omni-1.2-flash';
const VEO = 'veo-3.1-generate-preview';
const fake = await startFakeGemini({ clips: () => CLIP });
const withVeo = await startFakeGemini({ clips: () => CLIP, veo: true });

afterAll(async () => {
  await fake.close();
  await withVeo.close();
});

beforeEach(() => {
  fake.reset();
  withVeo.reset();
});

function sdk(apiKey: string = FAKE_KEYS.good, server = fake, apiVersion = 'v1beta'): GoogleGenAI {
  return new GoogleGenAI({ apiKey, apiVersion, httpOptions: { baseUrl: server.url } });
}

/** A plain request; the body is sent as JSON. */
async function call(method: string, path: string, body?: unknown, key: string = FAKE_KEYS.good): Promise<Response> {
  return await fetch(`${fake.url}${path}`, {
    method,
    headers: { 'x-goog-api-key': key, 'content-type': 'application/json' },
    redirect: 'manual',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

function submission(prompt: string, format: Record<string, unknown> = {}): Record<string, unknown> {
  const usual = { aspect_ratio: '16:9', duration: '8s', resolution: '720p', delivery: 'uri' };
  return {
    model: OMNI,
    input: prompt,
    background: true,
    store: true,
    response_format: { type: 'video', ...usual, ...format },
  };
}

interface Interaction {
  id: string;
  status: string;
  usage?: { total_output_tokens: number };
  steps?: { content: { uri?: string; data?: string }[] }[];
  errors?: { code: string }[];
  error?: { code: string };
}

async function submitted(prompt: string, key: string = FAKE_KEYS.good): Promise<Interaction> {
  return await (await call('POST', INTERACTIONS, submission(prompt), key)).json();
}

async function polled(id: string): Promise<Interaction> {
  return await (await call('GET', `${INTERACTIONS}/${id}?stream=false`)).json();
}

async function pollStatuses(id: string, count: number, key: string = FAKE_KEYS.good): Promise<number[]> {
  const statuses: number[] = [];
  while (statuses.length < count) statuses.push((await call('GET', `${INTERACTIONS}/${id}`, undefined, key)).status);
  return statuses;
}

/** Where the finished video of a prompt lies. */
async function videoUriOf(prompt: string): Promise<string> {
  const { id } = await submitted(prompt);
  return (await polled(id)).steps?.at(-1)?.content[0]?.uri ?? '';
}

async function finishedPath(prompt: string): Promise<string> {
  const { pathname, search } = new URL(await videoUriOf(prompt));
  return `${pathname}${search}`;
}

async function errorOf(response: Response): Promise<Record<string, unknown>> {
  const body: { error: Record<string, unknown> } = await response.json();
  return body.error;
}

describe('credentials', () => {
  const GENERATE = '/v1beta/models/gemini-3.8-flash:generateContent';
  const ASKED = {
    contents: [{ parts: [{ text: 'hi' }] }],
    generationConfig: { responseMimeType: 'application/json', responseJsonSchema: { type: 'string' } },
  };

  test('need exactly one: none is 403, header and address together are 400', async () => {
    const none = await fetch(`${fake.url}/v1beta/models`);
    expect(await errorOf(none)).toMatchObject({ code: 403, status: 'PERMISSION_DENIED' });
    const both = await call('GET', `/v1beta/models?key=${FAKE_KEYS.good}`);
    expect(both.status).toBe(400);
    expect((await errorOf(both))['message']).toMatch(/^Multiple authentication credentials received\./);
    expect((await fetch(`${fake.url}/v1beta/models?key=${FAKE_KEYS.good}`)).status).toBe(200);
  });

  test.each([
    ['bad', 400, 'INVALID_ARGUMENT', 'API_KEY_INVALID', 'API key not valid'],
    ['expired', 400, 'INVALID_ARGUMENT', 'API_KEY_INVALID', 'API key expired'],
    ['denied', 403, 'PERMISSION_DENIED', 'SERVICE_DISABLED', 'has not been used'],
    ['leaked', 403, 'PERMISSION_DENIED', undefined, 'reported as leaked'],
    ['oldKind', 401, 'UNAUTHENTICATED', 'ACCESS_TOKEN_TYPE_UNSUPPORTED', 'authentication'],
    ['region', 400, 'FAILED_PRECONDITION', undefined, 'User location is not supported'],
    ['serviceBlocked', 403, 'PERMISSION_DENIED', 'API_KEY_SERVICE_BLOCKED', 'are blocked'],
  ] as const)('refuse a key that is %s with %i', async (name, status, word, reason, message) => {
    const refused = await call('GET', '/v1beta/models?pageSize=1', undefined, FAKE_KEYS[name]);
    expect(refused.status).toBe(status);
    const error = await errorOf(refused);
    expect(error).toMatchObject({ code: status, status: word });
    expect(error['message']).toContain(message);
    expect((error['details'] as { reason: string }[] | undefined)?.[0]?.reason).toBe(reason);
  });

  test.each<[string, string, list: number, text: number, video: number]>([
    ['of an unknown form', 'hello', 400, 400, 400],
    ['of the other known form', FAKE_KEYS.standard, 200, 200, 200],
    ['without credit', FAKE_KEYS.noCredit, 200, 402, 402],
    ['of the free tier', FAKE_KEYS.freeTier, 200, 200, 429],
    ['blocked from the list of models', FAKE_KEYS.serviceBlocked, 403, 200, 200],
  ])('%s may do what such a key may', async (_, key, list, text, video) => {
    expect((await call('GET', '/v1beta/models', undefined, key)).status).toBe(list);
    expect((await call('POST', GENERATE, ASKED, key)).status).toBe(text);
    const answer = await call('POST', INTERACTIONS, submission('p'), key);
    expect(answer.status).toBe(video);
    expect(await answer.text()).toMatch(video === 429 ? /-FreeTier".*"quotaValue":"0"/ : /./);
  });
});

describe('models', () => {
  test('are listed in pages, over both versions, with the headers that the SDK sends', async () => {
    const names: string[] = [];
    for await (const model of await sdk().models.list({ config: { pageSize: 4 } })) names.push(model.name ?? '');
    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain(`models/${OMNI}`);
    expect(names.some((name) => name.includes('veo'))).toBe(false);
    expect(fake.requests[0]).toMatchObject({
      operation: 'models.list',
      path: '/v1beta/models',
      query: { pageSize: '4' },
    });
    expect(fake.requests[0]?.headers).toMatchObject({
      'x-goog-api-key': FAKE_KEYS.good,
      'x-goog-api-client': expect.stringContaining('google-genai-sdk/2.32.0'),
    });
    await sdk(FAKE_KEYS.good, fake, 'v1').models.get({ model: OMNI });
    expect(fake.requests.at(-1)).toMatchObject({ path: `/v1/models/${OMNI}`, status: 200 });
  });

  test('that were switched off are 404 in those words, Veo among them unless asked for', async () => {
    const gone = sdk().models.get({ model: VEO });
    await expect(gone).rejects.toMatchObject({ status: 404 });
    await expect(gone).rejects.toThrow(/is no longer available/);
    await expect(sdk().models.generateVideos({ model: VEO, source: { prompt: 'p' } })).rejects.toThrow(/no longer/);
    await expect(sdk().models.get({ model: 'gemini-9' })).rejects.toThrow(/is not found/);
    expect((await sdk(FAKE_KEYS.good, withVeo).models.get({ model: VEO })).name).toBe(`models/${VEO}`);
  });
});

describe('text', () => {
  const answerSchema = z.object({
    title: z.string(),
    scenes: z.array(z.object({ videoPrompt: z.string(), seconds: z.number(), mood: z.enum(['calm', 'tense']) })),
    genres: z.array(z.enum(['noir', 'western'])),
  });
  const schema = z.toJSONSchema(answerSchema);

  async function generate(prompt: string) {
    return await sdk().models.generateContent({
      model: 'gemini-3.8-flash',
      contents: prompt,
      config: { systemInstruction: 'sys', responseMimeType: 'application/json', responseJsonSchema: schema },
    });
  }

  test('answers a JSON schema with JSON of that schema', async () => {
    const answer = await generate('hi');
    expect(answerSchema.parse(JSON.parse(answer.text ?? ''))).toMatchObject({
      title: 'Title 1',
      scenes: [
        { seconds: 1, mood: 'calm' },
        { videoPrompt: expect.stringMatching(/^Video prompt 2\. A /), mood: 'tense' },
      ],
    });
    expect(answer.candidates?.[0]?.finishReason).toBe('STOP');
    expect(answer.usageMetadata?.totalTokenCount).toBeGreaterThan(1);
    expect(fake.requests[0]?.body).toMatchObject({
      contents: [{ parts: [{ text: 'hi' }], role: 'user' }],
      systemInstruction: { parts: [{ text: 'sys' }] },
    });
  });

  test('has as many items as the prompt names, but none twice', () => {
    const made = (prompt: string) => answerSchema.parse(answerFor(schema, itemsNamedIn(prompt)));
    expect(made('Frame: 16:9\nScenes (5):\n1. 8 seconds').scenes).toHaveLength(5);
    expect(made('Split it into exactly 7 scenes.').scenes).toHaveLength(7);
    expect(made('3 genres').genres).toEqual(['noir', 'western']);
    expect(() => answerFor(z.toJSONSchema(z.object({ odd: z.boolean() })))).toThrow(/odd/);
  });

  test.each([
    ['blocked', undefined, /^$/],
    ['max-tokens', 'MAX_TOKENS', /^\{.*[^}]$/s],
    ['safety', 'SAFETY', /^$/],
    ['not-json', 'STOP', /^Certainly/],
    ['fenced-json', 'STOP', /^```json\n\{/],
    ['wrong-shape', 'STOP', /"unexpected"/],
  ])('is spoilt as ordered by [[%s]]', async (order, finishReason, words) => {
    const answer = await generate(`[[${order}]]`);
    expect(answer.text ?? '').toMatch(words);
    expect(answer.candidates?.[0]?.finishReason).toBe(finishReason);
    expect(answer.promptFeedback?.blockReason).toBe(order === 'blocked' ? 'PROHIBITED_CONTENT' : undefined);
  });

  test('can be spoilt or refused once, however the second try is worded', async () => {
    expect(JSON.parse((await generate('[[wrong-shape-once]] first try')).text ?? '')).toHaveProperty('unexpected');
    expect(JSON.parse((await generate('[[wrong-shape-once]] second try')).text ?? '')).toHaveProperty('scenes');
    await expect(generate('[[503-once]]')).rejects.toMatchObject({ status: 503 });
    expect((await generate('[[503-once]]')).text).toBeDefined();
  });

  test('is not what a video model writes, nor what a retired model does', async () => {
    const asked = (model: string) => sdk().models.generateContent({ model, contents: 'hi' });
    await expect(asked(OMNI)).rejects.toThrow(/only supports Interactions API/);
    await expect(asked('gemini-2.5-flash')).rejects.toThrow(/no longer available/);
  });
});

test('a picture comes inline as JPEG, or is refused in words or for safety', async () => {
  const draw = async (prompt: string) => {
    const answer = await sdk().models.generateContent({
      model: 'gemini-3.1-flash-image',
      contents: [{ text: prompt }, { inlineData: { mimeType: 'image/png', data: 'iVBORw0=' } }],
      config: { responseModalities: ['IMAGE'], imageConfig: { aspectRatio: '16:9', imageSize: '1K' } },
    });
    return answer.candidates?.[0];
  };
  const jpeg = (await draw('portrait'))?.content?.parts?.[0]?.inlineData;
  expect(jpeg?.mimeType).toBe('image/jpeg');
  expect(Buffer.from(jpeg?.data ?? '', 'base64').toString('hex', 0, 3)).toBe('ffd8ff');
  expect((await draw('[[refuse]]'))?.content?.parts?.[0]?.text).toBeDefined();
  expect((await draw('[[image-safety]]'))?.finishReason).toBe('IMAGE_SAFETY');
});

describe('submitting a video', () => {
  test('takes the body that the SDK sends and answers with a running job', async () => {
    const job = await sdk().interactions.create(
      {
        model: OMNI,
        input: [
          { type: 'image', data: 'iVBORw0=', mime_type: 'image/png' },
          { type: 'text', text: '<FIRST_FRAME> a woman walks' },
        ],
        background: true,
        store: true,
        response_format: { type: 'video', aspect_ratio: '16:9', duration: '8s', resolution: '720p', delivery: 'uri' },
        generation_config: { video_config: { task: 'image_to_video' } },
      },
      { maxRetries: 0 },
    );
    expect(job).toMatchObject({ status: 'in_progress', object: 'interaction', model: OMNI });
    const finished = await sdk().interactions.get(job.id);
    expect(fake.requests.at(-1)).toMatchObject({ path: `${INTERACTIONS}/${job.id}`, query: { stream: 'false' } });
    expect(finished).toMatchObject({ status: 'completed', usage: { total_output_tokens: 5792 * 8 } });
    expect(finished.output_video?.uri).toMatch(/\/v1beta\/files\/[^/]+:download\?alt=media$/);
    expect([fake.posts.forPrompt('a woman walks'), fake.posts.forPrompt('a man')]).toEqual([1, 0]);
  });

  test.each<[string, Record<string, unknown>]>([
    ['a number as duration', submission('p', { duration: 8 })],
    ['a duration without its unit', submission('p', { duration: '8' })],
    ['2 s', submission('p', { duration: '2s' })],
    ['16 s', submission('p', { duration: '16s' })],
    ['an unknown resolution', submission('p', { resolution: '480p' })],
    ['an unknown ratio', submission('p', { aspect_ratio: '1:1' })],
    ['an unknown name', submission('p', { fps: 24 })],
    ['background without store', { ...submission('p'), store: false }],
    ['11 s with a first frame', submission('<FIRST_FRAME> p', { duration: '11s' })],
    ['a last frame without a first', submission('<LAST_FRAME> p')],
    ['11 s from the older model', { ...submission('p', { duration: '11s' }), model: 'gemini-omni-1.1-flash' }],
    ['no picture', { ...submission('p'), generation_config: { video_config: { task: 'image_to_video' } } }],
    ['a picture without data', { ...submission('p'), input: [{ type: 'image', mime_type: 'image/png' }] }],
    ['an unknown earlier job', { ...submission('p'), previous_interaction_id: 'v1_gone' }],
    ['a text model', { ...submission('p'), model: 'gemini-3.8-flash' }],
  ])('refuses %s', async (_, body) => {
    const refused = await call('POST', INTERACTIONS, body);
    expect(refused.status).toBe(400);
    expect(await errorOf(refused)).toMatchObject({ code: 'invalid_request' });
    expect(fake.jobs).toHaveLength(0);
  });

  test('ignores unknown names under video_config and makes 10 s if no length is given', async () => {
    const generation_config = { video_config: { duration_seconds: 4 } };
    const body = { ...submission('p'), generation_config, response_format: { type: 'video' } };
    const job: Interaction = await (await call('POST', INTERACTIONS, body)).json();
    const finished = await polled(job.id);
    expect(finished.usage?.total_output_tokens).toBe(5792 * 10);
    expect(Buffer.from(finished.steps?.at(-1)?.content[0]?.data ?? '', 'base64')).toEqual(CLIP);
  });

  test('blocks until the end without background', async () => {
    const { background: _, ...body } = submission('[[slow:5]]');
    const job: Interaction = await (await call('POST', INTERACTIONS, body)).json();
    expect([job.status, (await polled(job.id)).status]).toEqual(['completed', 'completed']);
  });

  test('makes an extension longer by the earlier footage and bills only the new seconds', async () => {
    const { id } = await submitted('p');
    await polled(id);
    const response_format = { type: 'video', duration: '7s', delivery: 'uri' };
    const body = { ...submission('Extend the shot'), previous_interaction_id: id, response_format };
    const longer: Interaction = await (await call('POST', INTERACTIONS, body)).json();
    expect((await polled(longer.id)).usage?.total_output_tokens).toBe(5792 * 7);
    expect(fake.jobs[1]?.request).toMatchObject({ durationSeconds: 15, newSeconds: 7, aspectRatio: '16:9' });
  });

  test.each([
    ['429', 429, /Resource has been exhausted/],
    ['429-retryinfo:2', 429, /"retryDelay":"2s"/],
    ['429-freetier', 429, /-FreeTier/],
    ['503', 503, /overloaded/],
    ['500', 500, /internal/],
    ['html-502', 502, /^<html>/],
    ['array-error', 403, /^\[\{"error"/],
    ['safety-400', 400, /"code":"SAFETY"/],
    ['402', 402, /prepaid/],
  ])('fails as ordered by [[%s]]', async (order, status, words) => {
    const refused = await call('POST', INTERACTIONS, submission(`a dog [[${order}]]`));
    expect(refused.status).toBe(status);
    expect(await refused.text()).toMatch(words);
    expect(fake.jobs).toHaveLength(0);
  });

  test('is overloaded once per prompt, and the count of POSTs shows both tries', async () => {
    expect((await call('POST', INTERACTIONS, submission('cat [[503-once]]'))).status).toBe(503);
    expect((await submitted('cat [[503-once]]')).status).toBe('in_progress');
    expect([fake.posts.forPrompt('cat'), fake.posts.total(), fake.jobs.length]).toEqual([2, 2, 1]);
  });

  test('keeps the job although the answer is lost', async () => {
    await expect(submitted('[[drop-after-accept]]')).rejects.toThrow(/fetch failed/);
    expect(fake.jobs).toHaveLength(1);
    expect(fake.posts.of('interactions.create')).toBe(1);
    expect(fake.requests.at(-1)?.status).toBe(0);
  });
});

describe('polling a video', () => {
  test('finds a slow job running for as many polls as it says', async () => {
    const { id } = await submitted('[[slow:2]]');
    const states: string[] = [];
    for (let poll = 0; poll < 4; poll += 1) states.push((await polled(id)).status);
    expect(states).toEqual(['in_progress', 'in_progress', 'completed', 'completed']);
  });

  test('tells a refusal by its text and its missing tokens', async () => {
    const answer = await sdk().interactions.get((await submitted('[[refuse]]')).id);
    expect(answer).toMatchObject({ status: 'completed', usage: { total_output_tokens: 0 } });
    expect(answer.output_video).toBeUndefined();
    expect(answer.output_text).toMatch(/can't create/);
  });

  test.each([
    ['fail', { status: 'failed', errors: [{ code: 'internal' }] }],
    ['fail-singular', { status: 'failed', error: { code: 'internal' } }],
    ['incomplete', { status: 'incomplete' }],
    ['budget', { status: 'budget_exceeded' }],
    ['region-empty', { status: 'completed', usage: { total_output_tokens: 0 } }],
  ])('ends [[%s]] so', async (order, ending) => {
    expect(await polled((await submitted(`[[${order}]]`)).id)).toMatchObject(ending);
  });

  test('answers 400 for an unknown id and a foreign one', async () => {
    const { id } = await submitted('p');
    const unknown = await call('GET', `${INTERACTIONS}/v1_gone`);
    expect((await errorOf(unknown))['message']).toContain('Invalid interaction name');
    expect(await pollStatuses(id, 1, FAKE_KEYS.other)).toEqual([400]);
  });

  test('cancels a running job and leaves a finished one', async () => {
    const slow = await submitted('[[slow:9]]');
    expect((await sdk().interactions.cancel(slow.id)).status).toBe('cancelled');
    expect((await polled(slow.id)).status).toBe('cancelled');
    const quick = await submitted('p');
    await polled(quick.id);
    expect((await sdk().interactions.cancel(quick.id)).status).toBe('completed');
  });

  test('is wrongly refused three times per job for one kind of key, always for another', async () => {
    const { id } = await submitted('p', FAKE_KEYS.pollRefusedThrice);
    expect(await pollStatuses(id, 4, FAKE_KEYS.pollRefusedThrice)).toEqual([400, 400, 400, 200]);
    const other = await submitted('p', FAKE_KEYS.pollRefused);
    expect(await pollStatuses(other.id, 4, FAKE_KEYS.pollRefused)).toEqual([400, 400, 400, 400]);
  });

  test('can fail for a while by itself, or be forgotten', async () => {
    const { id } = await submitted('[[poll-503-once]] [[poll-html-502-once]]');
    expect(await pollStatuses(id, 3)).toEqual([503, 502, 200]);
    expect(await pollStatuses((await submitted('[[poll-gone]]')).id, 1)).toEqual([400]);
  });
});

describe('the finished file', () => {
  test('comes as bytes, at its plain address and at the encoded one', async () => {
    const path = await finishedPath('p');
    const response = await call('GET', path);
    expect(response.headers.get('content-type')).toBe('video/mp4');
    const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
    expect(digest(new Uint8Array(await response.arrayBuffer()))).toBe(digest(CLIP));
    expect((await call('GET', path.replace(':download', '%3Adownload'))).status).toBe(200);
    expect((await call('GET', path.replace('?alt=media', ''))).status).toBe(400);
    expect((await call('GET', `${path}&key=${FAKE_KEYS.good}`)).status).toBe(400);
    expect((await call('GET', path, undefined, FAKE_KEYS.other)).status).toBe(403);
  });

  test('may be named on the service host or on a foreign one', async () => {
    expect(await videoUriOf('[[google-uri]]')).toMatch(
      /^https:\/\/generativelanguage\.googleapis\.com\/v1beta\/files\//,
    );
    expect(await videoUriOf('[[foreign-uri]]')).toMatch(/^https:\/\/clips\.example\.net\//);
    expect((await videoUriOf('p')).startsWith(fake.url)).toBe(true);
  });

  test('may lie on another origin, which takes no key', async () => {
    const response = await call('GET', await finishedPath('[[redirect]]'));
    expect(response.status).toBe(302);
    const location = response.headers.get('location') ?? '';
    expect(new URL(location).origin).not.toBe(fake.url);
    expect((await (await fetch(location)).arrayBuffer()).byteLength).toBe(CLIP.length);
    expect((await fetch(location, { headers: { 'x-goog-api-key': FAKE_KEYS.good } })).status).toBe(400);
    expect(fake.redirects.map((hop) => hop.hadKey)).toEqual([false, true]);
  });

  test('can be expired, cut short, no video at all, still in the making, or break off', async () => {
    expect((await call('GET', await finishedPath('[[expired-file]]'))).status).toBe(404);
    expect((await call('GET', await finishedPath('[[expired-file:410]]'))).status).toBe(410);
    expect((await call('GET', await finishedPath('[[download-503]]'))).status).toBe(503);
    const short = await (await call('GET', await finishedPath('[[truncated]]'))).arrayBuffer();
    expect(short.byteLength).toBe(6_000);
    expect(await (await call('GET', await finishedPath('[[not-a-video]]'))).text()).toContain('<html>');
    const early = await finishedPath('[[file-processing:1]]');
    expect([(await call('GET', early)).status, (await call('GET', early)).status]).toEqual([400, 200]);
    const path = await finishedPath('[[cut-download-once]]');
    const broken = await call('GET', path);
    expect(broken.headers.get('content-length')).toBe('10000');
    await expect(broken.arrayBuffer()).rejects.toThrow(/terminated|aborted/);
    expect((await (await call('GET', path)).arrayBuffer()).byteLength).toBe(CLIP.length);
  });
});

describe('Veo', () => {
  const { models, operations } = sdk(FAKE_KEYS.good, withVeo);
  const image = { imageBytes: 'iVBORw0=', mimeType: 'image/png' };

  test('runs through the SDK', async () => {
    const config = {
      numberOfVideos: 1,
      durationSeconds: 8,
      aspectRatio: '16:9',
      resolution: '1080p',
      personGeneration: 'allow_all',
      negativePrompt: 'blurry',
    };
    const started = await models.generateVideos({ model: VEO, source: { prompt: 'P [[slow:1]]' }, config });
    const running = await operations.getVideosOperation({ operation: started });
    expect([started.done, running.done]).toEqual([undefined, undefined]);
    const finished = await operations.getVideosOperation({ operation: running });
    expect(finished.done).toBe(true);
    expect(finished.response?.generatedVideos?.[0]?.video?.uri).toMatch(/:download\?alt=media$/);
    expect(withVeo.requests[0]).toMatchObject({
      operation: 'veo.create',
      path: `/v1beta/models/${VEO}:predictLongRunning`,
    });
    expect(withVeo.posts.forPrompt('P [[slow:1]]')).toBe(1);
  });

  test('filters and fails as documented', async () => {
    const ended = async (prompt: string) =>
      operations.getVideosOperation({ operation: await models.generateVideos({ model: VEO, source: { prompt } }) });
    const { response } = await ended('[[refuse]]');
    expect(response).toMatchObject({ raiMediaFilteredCount: 1 });
    expect(response?.generatedVideos).toBeUndefined();
    expect((await ended('[[fail]]')).error).toMatchObject({ code: 13 });
  });

  test('takes pictures and an earlier video, and insists on 8 s with them', async () => {
    const withFrames = (durationSeconds: number) => {
      const config = { lastFrame: image, durationSeconds };
      return models.generateVideos({ model: VEO, source: { prompt: 'P', image }, config });
    };
    const made = await operations.getVideosOperation({ operation: await withFrames(8) });
    await expect(withFrames(4)).rejects.toThrow(/durationSeconds must be 8/);
    const video = { uri: made.response?.generatedVideos?.[0]?.video?.uri ?? '', mimeType: 'video/mp4' };
    await models.generateVideos({ model: VEO, source: { prompt: 'on', video }, config: { resolution: '720p' } });
    expect(withVeo.jobs.at(-1)?.request).toMatchObject({ durationSeconds: 15, newSeconds: 7 });
  });
});

describe('scripts', () => {
  test('set the next answers of one kind and then let the usual ones through', async () => {
    fake.onNext('interactions.create', overloaded('interactions'), 2);
    const post = async () => (await call('POST', INTERACTIONS, submission('p'))).status;
    expect([await post(), await post(), await post()]).toEqual([503, 503, 200]);
  });

  test('may look at the request, wait for a signal, and pass it on', async () => {
    const gate = new EventTarget();
    fake.onNext('interactions.create', async (request) => {
      const opened = new Promise((resolve) => gate.addEventListener('open', resolve));
      gate.dispatchEvent(new Event('asked'));
      await opened;
      return request.key === FAKE_KEYS.good ? undefined : drop();
    });
    const asked = new Promise((resolve) => gate.addEventListener('asked', resolve));
    const waiting = submitted('p');
    await asked;
    gate.dispatchEvent(new Event('open'));
    expect((await waiting).status).toBe('in_progress');
  });

  test('wait by the clock that the test hands in', async () => {
    const waits: number[] = [];
    const slow = await startFakeGemini({ delayMs: 5_000, wait: async (ms) => waits.push(ms) });
    const answered = await fetch(`${slow.url}/v1beta/models?key=${FAKE_KEYS.good}`);
    await slow.close();
    expect([answered.status, waits]).toEqual([200, [5_000]]);
  });
});

test('without a choice of clips, a job brings a real movie with its number', async () => {
  const plain = await startFakeGemini();
  try {
    const { interactions } = sdk(FAKE_KEYS.good, plain);
    const { id } = await interactions.create(
      {
        model: OMNI,
        input: 'p',
        background: true,
        response_format: {
          type: 'video',
          aspect_ratio: '9:16',
          duration: '4s',
          resolution: '360p',
          delivery: 'inline',
        },
      },
      { maxRetries: 0 },
    );
    const finished = await interactions.get(id);
    const same = await makeClip({ seconds: 4, size: '360p', ratio: '9:16', sceneNumber: 1 });
    expect(Buffer.from(finished.output_video?.data ?? '', 'base64').equals(same)).toBe(true);
    expect(finished.usage).toMatchObject({ total_output_tokens: 1931 * 4 });
  } finally {
    await plain.close();
  }
});
