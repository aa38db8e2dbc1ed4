// The fake behaves as the service does, seen through the real SDK and through plain requests.

import { createHash } from 'node:crypto';
import { GoogleGenAI, Type } from '@google/genai';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { makeClip } from '#tests/helpers/clips/make-clip.ts';
import { FAKE_KEYS } from '#tests/helpers/fake-gemini/credentials.ts';
import { drop, json } from '#tests/helpers/fake-gemini/reply.ts';
import { type FakeGemini, startFakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { overloaded, quotaExceeded } from '#tests/helpers/fake-gemini/wire-errors.ts';

/** Not a movie, but distinct bytes in the form that tells one: `ftyp` at 4. */
const CLIP = Buffer.concat([Buffer.from('\0\0\0\u0020ftypisom', 'latin1'), Buffer.alloc(9_988, 7)]);
const fake: FakeGemini = await startFakeGemini({ clips: () => CLIP });
const withVeo: FakeGemini = await startFakeGemini({ clips: () => CLIP, veo: true });

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

/** A plain request with the good key; the body is sent as JSON. */
async function call(method: string, path: string, body?: unknown, key: string = FAKE_KEYS.good): Promise<Response> {
  return await fetch(`${fake.url}${path}`, {
    method,
    headers: { 'x-goog-api-key': key, 'content-type': 'application/json' },
    redirect: 'manual',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

function submission(prompt: string, format: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    model: 'gemini-omni-1.2-flash',
    input: prompt,
    background: true,
    store: true,
    response_format: {
      type: 'video',
      aspect_ratio: '16:9',
      duration: '8s',
      resolution: '720p',
      delivery: 'uri',
      ...format,
    },
  };
}

interface Interaction {
  id: string;
  status: string;
  usage?: { total_output_tokens: number };
  steps?: { type: string; content: { type: string; uri?: string; text?: string; data?: string }[] }[];
  errors?: { code: string }[];
  error?: { code: string };
}

async function submitted(prompt: string, key: string = FAKE_KEYS.good): Promise<Interaction> {
  return await (await call('POST', '/v1beta/interactions', submission(prompt), key)).json();
}

async function polled(id: string, key: string = FAKE_KEYS.good): Promise<Interaction> {
  return await (await call('GET', `/v1beta/interactions/${id}?stream=false`, undefined, key)).json();
}

function uriIn(interaction: Interaction): string {
  return interaction.steps?.at(-1)?.content[0]?.uri ?? '';
}

/** Submits, polls once, and gives the path of the finished video. */
async function finishedPath(prompt: string): Promise<string> {
  const { id } = await submitted(prompt);
  const url = new URL(uriIn(await polled(id)));
  return `${url.pathname}${url.search}`;
}

async function errorOf(response: Response): Promise<Record<string, unknown>> {
  const body: { error: Record<string, unknown> } = await response.json();
  return body.error;
}

describe('credentials', () => {
  const GENERATE = '/v1beta/models/gemini-3.8-flash:generateContent';

  test('need exactly one: none is 403, header and address together are 400', async () => {
    const none = await fetch(`${fake.url}/v1beta/models`);
    expect(none.status).toBe(403);
    expect(await errorOf(none)).toMatchObject({ code: 403, status: 'PERMISSION_DENIED' });
    const both = await call('GET', `/v1beta/models?key=${FAKE_KEYS.good}`);
    expect(both.status).toBe(400);
    expect((await errorOf(both))['message']).toBe(
      'Multiple authentication credentials received. Please pass only one.',
    );
    expect((await fetch(`${fake.url}/v1beta/models?key=${FAKE_KEYS.good}`)).status).toBe(200);
  });

  test.each([
    ['bad', 400, 'INVALID_ARGUMENT', 'API_KEY_INVALID', 'API key not valid'],
    ['expired', 400, 'INVALID_ARGUMENT', 'API_KEY_INVALID', 'API key expired'],
    ['denied', 403, 'PERMISSION_DENIED', 'SERVICE_DISABLED', 'has not been used'],
    ['leaked', 403, 'PERMISSION_DENIED', undefined, 'reported as leaked'],
    ['oldKind', 401, 'UNAUTHENTICATED', 'ACCESS_TOKEN_TYPE_UNSUPPORTED', 'authentication'],
    ['region', 400, 'FAILED_PRECONDITION', undefined, 'User location is not supported'],
  ] as const)('refuse a key that is %s with %i', async (name, status, word, reason, message) => {
    const refused = await call('GET', '/v1beta/models?pageSize=1', undefined, FAKE_KEYS[name]);
    expect(refused.status).toBe(status);
    const error = await errorOf(refused);
    expect(error).toMatchObject({ code: status, status: word });
    expect(error['message']).toContain(message);
    expect((error['details'] as { reason: string }[] | undefined)?.[0]?.reason).toBe(reason);
  });

  test('of an unknown form are refused, both known forms are taken', async () => {
    expect((await call('GET', '/v1beta/models', undefined, 'hello')).status).toBe(400);
    expect((await call('GET', '/v1beta/models', undefined, FAKE_KEYS.standard)).status).toBe(200);
  });

  test('without credit are valid and answer 402 where it costs', async () => {
    expect((await call('GET', '/v1beta/models', undefined, FAKE_KEYS.noCredit)).status).toBe(200);
    const refused = await call('POST', '/v1beta/interactions', submission('p'), FAKE_KEYS.noCredit);
    expect(refused.status).toBe(402);
  });

  test('of the free tier may write text; pictures and video meet a quota of 0', async () => {
    const contents = [{ parts: [{ text: 'hi' }] }];
    expect((await call('POST', GENERATE, { contents }, FAKE_KEYS.freeTier)).status).toBe(200);
    const refused = await call('POST', '/v1beta/interactions', submission('p'), FAKE_KEYS.freeTier);
    expect(refused.status).toBe(429);
    expect(JSON.stringify(await errorOf(refused))).toMatch(/-FreeTier".*"quotaValue":"0"/);
  });

  test('blocked from the list of models still work elsewhere', async () => {
    const list = await call('GET', '/v1beta/models', undefined, FAKE_KEYS.serviceBlocked);
    expect(JSON.stringify(await errorOf(list))).toContain('API_KEY_SERVICE_BLOCKED');
    const contents = [{ parts: [{ text: 'hi' }] }];
    expect((await call('POST', GENERATE, { contents }, FAKE_KEYS.serviceBlocked)).status).toBe(200);
  });
});

describe('models', () => {
  test('are listed in pages, over both versions, with the headers that the SDK sends', async () => {
    const pager = await sdk().models.list({ config: { pageSize: 1 } });
    expect(pager.page).toHaveLength(1);
    expect(pager.hasNextPage()).toBe(true);
    expect((await pager.nextPage())[0]?.name).not.toBe(pager.getItem(0).name + 'x');
    expect(fake.requests[0]).toMatchObject({
      operation: 'models.list',
      path: '/v1beta/models',
      query: { pageSize: '1' },
    });
    expect(fake.requests[0]?.headers['x-goog-api-key']).toBe(FAKE_KEYS.good);
    expect(fake.requests[0]?.headers['x-goog-api-client']).toContain('google-genai-sdk/2.32.0');
    await sdk(FAKE_KEYS.good, fake, 'v1').models.get({ model: 'gemini-omni-1.2-flash' });
    expect(fake.requests.at(-1)).toMatchObject({ path: '/v1/models/gemini-omni-1.2-flash', status: 200 });
  });

  test('are all found by walking the pages', async () => {
    const names: string[] = [];
    for await (const model of await sdk().models.list({ config: { pageSize: 4 } })) names.push(model.name ?? '');
    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain('models/gemini-omni-1.2-flash');
    expect(names.some((name) => name.includes('veo'))).toBe(false);
  });

  test('that were switched off are 404 in those words, Veo among them unless asked for', async () => {
    const gone = sdk().models.get({ model: 'veo-3.1-generate-preview' });
    await expect(gone).rejects.toMatchObject({ status: 404 });
    await expect(gone).rejects.toThrow(/is no longer available/);
    await expect(sdk().models.get({ model: 'gemini-9' })).rejects.toThrow(/is not found/);
    const veo = await sdk(FAKE_KEYS.good, withVeo).models.get({ model: 'veo-3.1-generate-preview' });
    expect(veo.name).toBe('models/veo-3.1-generate-preview');
  });
});

describe('text', () => {
  const schema = {
    type: 'object',
    properties: {
      title: { type: 'string', minLength: 3, maxLength: 40 },
      scenes: {
        type: 'array',
        minItems: 3,
        maxItems: 3,
        items: {
          type: 'object',
          properties: { seconds: { type: 'integer', enum: [4, 6, 8] }, prompt: { type: 'string', minLength: 200 } },
          required: ['seconds', 'prompt'],
        },
      },
    },
    required: ['title', 'scenes'],
    additionalProperties: false,
  };

  async function generate(prompt: string, key: string = FAKE_KEYS.good) {
    return await sdk(key).models.generateContent({
      model: 'gemini-3.8-flash',
      contents: prompt,
      config: {
        systemInstruction: 'sys',
        responseMimeType: 'application/json',
        responseJsonSchema: schema,
      },
    });
  }

  test('answers a JSON schema with JSON of that schema', async () => {
    const answer = await generate('hi');
    const made = JSON.parse(answer.text ?? '');
    expect(made.scenes).toHaveLength(3);
    expect(made.scenes.map((scene: { seconds: number }) => scene.seconds)).toEqual([4, 6, 8]);
    expect(answer.candidates?.[0]?.finishReason).toBe('STOP');
    expect(answer.usageMetadata?.totalTokenCount).toBeGreaterThan(1);
    expect(fake.requests[0]?.body).toMatchObject({
      contents: [{ parts: [{ text: 'hi' }], role: 'user' }],
      systemInstruction: { parts: [{ text: 'sys' }] },
    });
  });

  test('answers the upper-case schema as well, and counts tokens', async () => {
    const responseSchema = { type: Type.OBJECT, properties: { title: { type: Type.STRING } }, required: ['title'] };
    const answer = await sdk().models.generateContent({
      model: 'gemini-3.8-flash',
      contents: 'hi',
      config: { responseMimeType: 'application/json', responseSchema },
    });
    expect(JSON.parse(answer.text ?? '')).toEqual({ title: 'Title 1' });
    expect((await sdk().models.countTokens({ model: 'gemini-3.8-flash', contents: 'hi' })).totalTokens).toBe(1);
  });

  test('gives a blocked prompt no text and no error', async () => {
    const answer = await generate('[[blocked]]');
    expect(answer.text).toBeUndefined();
    expect(answer.promptFeedback?.blockReason).toBe('PROHIBITED_CONTENT');
  });

  test('stops half way at the token limit', async () => {
    const answer = await generate('[[max-tokens]]');
    expect(answer.candidates?.[0]?.finishReason).toBe('MAX_TOKENS');
    expect(() => JSON.parse(answer.text ?? '')).toThrow(SyntaxError);
  });

  test.each(['safety', 'recitation', 'other'])('finishes with %s and without parts', async (reason) => {
    const answer = await generate(`[[${reason}]]`);
    expect(answer.text).toBeUndefined();
    expect(answer.candidates?.[0]?.finishReason).toBe(reason.toUpperCase());
  });

  test('can be no JSON, and of the wrong shape once and then right', async () => {
    expect((await generate('[[not-json]]')).text).toMatch(/^Certainly/);
    expect(JSON.parse((await generate('[[wrong-shape-once]] first try')).text ?? '')).toHaveProperty('unexpected');
    expect(JSON.parse((await generate('[[wrong-shape-once]] second try')).text ?? '')).toHaveProperty('scenes');
  });

  test('can be overloaded once, out of quota, and behind a broken proxy', async () => {
    await expect(generate('[[503-once]]')).rejects.toMatchObject({ status: 503 });
    expect((await generate('[[503-once]]')).text).toBeDefined();
    await expect(generate('[[429-retryinfo:2]]')).rejects.toThrow(/"retryDelay":"2s"/);
    await expect(generate('[[html-502]]')).rejects.toMatchObject({ status: 502 });
  });

  test('is decided by the test where it wants to', async () => {
    const own = await startFakeGemini({ text: ({ prompt, index }) => ({ heard: prompt, index }) });
    try {
      const answer = await sdk(FAKE_KEYS.good, own).models.generateContent({
        model: 'gemini-3.8-flash',
        contents: 'hi',
      });
      expect(JSON.parse(answer.text ?? '')).toEqual({ heard: 'hi', index: 0 });
    } finally {
      await own.close();
    }
  });

  test('is not what a video model writes, nor what a retired model does', async () => {
    const omni = sdk().models.generateContent({ model: 'gemini-omni-1.2-flash', contents: 'hi' });
    await expect(omni).rejects.toThrow(/only supports Interactions API/);
    const old = sdk().models.generateContent({ model: 'gemini-2.5-flash', contents: 'hi' });
    await expect(old).rejects.toThrow(/no longer available/);
  });
});

describe('pictures', () => {
  async function draw(prompt: string) {
    const answer = await sdk().models.generateContent({
      model: 'gemini-3.1-flash-image',
      contents: [{ text: prompt }, { inlineData: { mimeType: 'image/png', data: 'iVBORw0=' } }],
      config: { responseModalities: ['IMAGE'], imageConfig: { aspectRatio: '16:9', imageSize: '1K' } },
    });
    return answer.candidates?.[0];
  }

  test('come inline, as JPEG or PNG', async () => {
    const jpeg = (await draw('portrait'))?.content?.parts?.[0]?.inlineData;
    expect(jpeg?.mimeType).toBe('image/jpeg');
    expect(
      Buffer.from(jpeg?.data ?? '', 'base64')
        .subarray(0, 3)
        .toString('hex'),
    ).toBe('ffd8ff');
    const png = Buffer.from((await draw('[[png]]'))?.content?.parts?.[0]?.inlineData?.data ?? '', 'base64');
    expect(png.toString('latin1', 1, 4)).toBe('PNG');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([64, 36]);
  });

  test('can be refused in words or for safety', async () => {
    expect((await draw('[[refuse]]'))?.content?.parts?.[0]?.text).toBeDefined();
    expect((await draw('[[image-safety]]'))?.finishReason).toBe('IMAGE_SAFETY');
  });
});

describe('submitting a video', () => {
  test('takes the body that the SDK sends and answers with a running job', async () => {
    const job = await sdk().interactions.create(
      {
        model: 'gemini-omni-1.2-flash',
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
    expect(job).toMatchObject({ status: 'in_progress', object: 'interaction', model: 'gemini-omni-1.2-flash' });
    const finished = await sdk().interactions.get(job.id);
    expect(fake.requests.at(-1)).toMatchObject({ path: `/v1beta/interactions/${job.id}`, query: { stream: 'false' } });
    expect(finished.status).toBe('completed');
    expect(finished.usage).toMatchObject({ total_output_tokens: 5792 * 8 });
    expect(finished.output_video?.uri).toMatch(/\/v1beta\/files\/[^/]+:download\?alt=media$/);
    expect(fake.posts.forPrompt('a woman walks')).toBe(1);
    expect(fake.posts.forJob(job.id)).toBe(1);
  });

  test.each([
    ['a number as duration', { duration: 8 }],
    ['a duration without its unit', { duration: '8' }],
    ['2 s', { duration: '2s' }],
    ['16 s', { duration: '16s' }],
    ['an unknown resolution', { resolution: '480p' }],
    ['an unknown ratio', { aspect_ratio: '1:1' }],
    ['an unknown name', { fps: 24 }],
  ])('refuses %s', async (_, format) => {
    const refused = await call('POST', '/v1beta/interactions', submission('p', format));
    expect(refused.status).toBe(400);
    expect(await errorOf(refused)).toMatchObject({ code: 'invalid_request' });
    expect(fake.jobs).toHaveLength(0);
  });

  test.each([
    ['background without store', { store: false }],
    ['11 s with a first frame', { input: '<FIRST_FRAME> p', response_format: { type: 'video', duration: '11s' } }],
    ['a last frame without a first', { input: '<LAST_FRAME> p' }],
    [
      '11 s from the older model',
      { model: 'gemini-omni-1.1-flash', response_format: { type: 'video', duration: '11s' } },
    ],
    ['pictures where there are none', { generation_config: { video_config: { task: 'image_to_video' } } }],
    [
      'a picture without data',
      {
        input: [
          { type: 'image', mime_type: 'image/png' },
          { type: 'text', text: 'p' },
        ],
      },
    ],
    ['an unknown earlier job', { previous_interaction_id: 'v1_gone' }],
    ['a text model', { model: 'gemini-3.8-flash' }],
  ])('refuses %s', async (_, change) => {
    const refused = await call('POST', '/v1beta/interactions', { ...submission('p'), ...change });
    expect(refused.status).toBe(400);
  });

  test('ignores unknown names under video_config and makes 10 s if no length is given', async () => {
    const body = {
      ...submission('p'),
      generation_config: { video_config: { duration_seconds: 4 } },
      response_format: { type: 'video' },
    };
    const job: Interaction = await (await call('POST', '/v1beta/interactions', body)).json();
    const finished = await polled(job.id);
    expect(finished.usage?.total_output_tokens).toBe(5792 * 10);
    expect(Buffer.from(finished.steps?.at(-1)?.content[0]?.data ?? '', 'base64')).toEqual(CLIP);
  });

  test('blocks until the end without background', async () => {
    const { background: _, ...body } = submission('[[slow:5]]');
    const job: Interaction = await (await call('POST', '/v1beta/interactions', body)).json();
    expect(job.status).toBe('completed');
    expect((await polled(job.id)).status).toBe('completed');
  });

  test('makes an extension longer by the earlier footage and bills only the new seconds', async () => {
    const { id } = await submitted('p');
    await polled(id);
    const body = {
      ...submission('Extend the shot'),
      previous_interaction_id: id,
      response_format: { type: 'video', duration: '7s', delivery: 'uri' },
    };
    const longer: Interaction = await (await call('POST', '/v1beta/interactions', body)).json();
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
    const refused = await call('POST', '/v1beta/interactions', submission(`a dog [[${order}]]`));
    expect(refused.status).toBe(status);
    expect(await refused.text()).toMatch(words);
    expect(fake.jobs).toHaveLength(0);
  });

  test('is overloaded once per prompt, and the count of POSTs shows both tries', async () => {
    const first = await call('POST', '/v1beta/interactions', submission('cat [[503-once]]'));
    expect(first.status).toBe(503);
    const { id } = await submitted('cat [[503-once]]');
    expect(fake.posts.forJob(id)).toBe(2);
    expect(fake.jobs).toHaveLength(1);
  });

  test('keeps the job although the answer is lost', async () => {
    await expect(call('POST', '/v1beta/interactions', submission('[[drop-after-accept]]'))).rejects.toThrow(
      /fetch failed/,
    );
    expect(fake.jobs).toHaveLength(1);
    expect(fake.posts.of('interactions.create')).toBe(1);
    expect(fake.requests.at(-1)?.status).toBe(0);
  });

  test('shows the SDK posting again by itself, and not when it is told not to', async () => {
    const body = { model: 'gemini-omni-1.2-flash', input: 'p [[503]]', background: true, store: true } as const;
    await expect(sdk().interactions.create(body, { maxRetries: 0 })).rejects.toMatchObject({ status: 503 });
    expect(fake.posts.forPrompt('[[503]]')).toBe(1);
    await expect(sdk().interactions.create(body, { maxRetries: 1 })).rejects.toMatchObject({ status: 503 });
    expect(fake.posts.forPrompt('[[503]]')).toBe(3);
  });
});

describe('polling a video', () => {
  test('finds a slow job running for as many polls as it says', async () => {
    const { id } = await submitted('[[slow:3]] [[queued]]');
    const states: string[] = [];
    for (let poll = 0; poll < 5; poll += 1) states.push((await polled(id)).status);
    expect(states).toEqual(['queued', 'in_progress', 'in_progress', 'completed', 'completed']);
  });

  test('tells a refusal by its text and its missing tokens', async () => {
    const { id } = await submitted('[[refuse]]');
    const answer = await sdk().interactions.get(id);
    expect(answer.status).toBe('completed');
    expect(answer.output_video).toBeUndefined();
    expect(answer.output_text).toMatch(/can't create/);
    expect(answer.usage).toMatchObject({ total_output_tokens: 0 });
  });

  test.each([
    ['fail', 'failed'],
    ['incomplete', 'incomplete'],
    ['budget', 'budget_exceeded'],
  ])('ends [[%s]] as %s', async (order, status) => {
    const { id } = await submitted(`[[${order}]]`);
    expect((await polled(id)).status).toBe(status);
  });

  test('names the failure in errors, or in error as of old', async () => {
    expect((await polled((await submitted('[[fail]]')).id)).errors?.[0]?.code).toBe('internal');
    expect((await polled((await submitted('[[fail-singular]]')).id)).error?.code).toBe('internal');
  });

  test('may complete at once with nothing in it', async () => {
    const answer = await polled((await submitted('[[region-empty]]')).id);
    expect(answer).toMatchObject({ status: 'completed', usage: { total_output_tokens: 0 } });
  });

  test('answers 400 for an unknown id, a foreign one and a deleted one', async () => {
    const { id } = await submitted('p');
    expect((await errorOf(await call('GET', '/v1beta/interactions/v1_gone')))['message']).toContain(
      'Invalid interaction name',
    );
    expect((await call('GET', `/v1beta/interactions/${id}`, undefined, FAKE_KEYS.other)).status).toBe(400);
    await sdk().interactions.delete(id);
    expect((await call('GET', `/v1beta/interactions/${id}`)).status).toBe(400);
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
    const statuses: number[] = [];
    for (let poll = 0; poll < 4; poll += 1) {
      statuses.push((await call('GET', `/v1beta/interactions/${id}`, undefined, FAKE_KEYS.pollRefusedThrice)).status);
    }
    expect(statuses).toEqual([400, 400, 400, 200]);
    const other = await submitted('p', FAKE_KEYS.pollRefused);
    const refused = await call('GET', `/v1beta/interactions/${other.id}`, undefined, FAKE_KEYS.pollRefused);
    expect((await errorOf(refused))['message']).toContain('Multiple authentication credentials');
  });

  test('can fail for a while by itself', async () => {
    const { id } = await submitted('[[poll-503-once]] [[poll-html-502-once]]');
    const statuses = [await call('GET', `/v1beta/interactions/${id}`), await call('GET', `/v1beta/interactions/${id}`)];
    expect(statuses.map((response) => response.status)).toEqual([503, 502]);
    expect((await polled(id)).status).toBe('completed');
    const gone = await submitted('[[poll-gone]]');
    expect((await call('GET', `/v1beta/interactions/${gone.id}`)).status).toBe(400);
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
    expect(uriIn(await polled((await submitted('[[google-uri]]')).id))).toMatch(
      /^https:\/\/generativelanguage\.googleapis\.com\/v1beta\/files\//,
    );
    expect(uriIn(await polled((await submitted('[[foreign-uri]]')).id))).toMatch(/^https:\/\/clips\.example\.net\//);
    expect(uriIn(await polled((await submitted('p')).id)).startsWith(fake.url)).toBe(true);
  });

  test('is still being processed for two looks', async () => {
    const path = (await finishedPath('[[file-processing:2]]')).replace(/:download.*/, '');
    const states: unknown[] = [];
    for (let look = 0; look < 3; look += 1) states.push((await (await call('GET', path)).json()).state);
    expect(states).toEqual(['PROCESSING', 'PROCESSING', 'ACTIVE']);
    const file = await sdk().files.get({ name: path.replace('/v1beta/', '') });
    expect(file).toMatchObject({ state: 'ACTIVE', mimeType: 'video/mp4', sizeBytes: String(CLIP.length) });
    expect((await call('GET', await finishedPath('[[file-processing:1]]'))).status).toBe(400);
  });

  test('may lie on another origin, which takes no key', async () => {
    const response = await call('GET', await finishedPath('[[redirect]]'));
    expect(response.status).toBe(302);
    const location = response.headers.get('location') ?? '';
    expect(new URL(location).origin).toBe(fake.redirectUrl);
    expect((await (await fetch(location)).arrayBuffer()).byteLength).toBe(CLIP.length);
    expect((await fetch(location, { headers: { 'x-goog-api-key': FAKE_KEYS.good } })).status).toBe(400);
    expect(fake.redirects.map((hop) => hop.hadKey)).toEqual([false, true]);
  });

  test('can be expired, cut short, no video at all, or break off', async () => {
    expect((await call('GET', await finishedPath('[[expired-file]]'))).status).toBe(404);
    expect((await call('GET', await finishedPath('[[expired-file:410]]'))).status).toBe(410);
    const short = await (await call('GET', await finishedPath('[[truncated]]'))).arrayBuffer();
    expect(short.byteLength).toBe(6_000);
    expect(await (await call('GET', await finishedPath('[[not-a-video]]'))).text()).toContain('<html>');
    const path = await finishedPath('[[cut-download-once]]');
    const broken = await call('GET', path);
    expect(broken.headers.get('content-length')).toBe('10000');
    await expect(broken.arrayBuffer()).rejects.toThrow(/terminated|aborted/);
    expect((await (await call('GET', path)).arrayBuffer()).byteLength).toBe(CLIP.length);
    expect((await call('GET', await finishedPath('[[download-503]]'))).status).toBe(503);
  });
});

describe('uploading', () => {
  test('takes a file in the two steps of the SDK, for use in a later job', async () => {
    const file = await sdk().files.upload({
      file: new Blob([Buffer.from('png')], { type: 'image/png' }),
      config: { displayName: 'ref' },
    });
    expect(file).toMatchObject({ state: 'ACTIVE', mimeType: 'image/png', sizeBytes: '3', displayName: 'ref' });
    expect(fake.requests.map((request) => request.operation)).toEqual(['files.startUpload', 'files.upload']);
    const image = { type: 'image', uri: file.uri, mime_type: 'image/png' };
    const body = { ...submission('p'), input: [image, { type: 'text', text: 'p' }] };
    expect((await call('POST', '/v1beta/interactions', body)).status).toBe(200);
    expect((await call('POST', '/v1beta/interactions', body, FAKE_KEYS.other)).status).toBe(403);
  });
});

describe('Veo', () => {
  const source = { prompt: 'a lighthouse' };

  test('is gone by default', async () => {
    const model = 'veo-3.1-generate-preview';
    await expect(sdk().models.generateVideos({ model, source })).rejects.toThrow(/no longer available/);
  });

  test('runs through the SDK where it is switched on', async () => {
    const ai = sdk(FAKE_KEYS.good, withVeo);
    const config = {
      numberOfVideos: 1,
      durationSeconds: 8,
      aspectRatio: '16:9',
      resolution: '1080p',
      personGeneration: 'allow_all',
      negativePrompt: 'blurry',
    };
    const model = 'veo-3.1-generate-preview';
    const started = await ai.models.generateVideos({ model, source: { prompt: 'P [[slow:1]]' }, config });
    expect(started.done).toBeFalsy();
    const running = await ai.operations.getVideosOperation({ operation: started });
    expect(running.done).toBeFalsy();
    const finished = await ai.operations.getVideosOperation({ operation: running });
    expect(finished.done).toBe(true);
    expect(finished.response?.generatedVideos?.[0]?.video?.uri).toMatch(/:download\?alt=media$/);
    expect(withVeo.requests[0]).toMatchObject({
      operation: 'veo.create',
      path: `/v1beta/models/${model}:predictLongRunning`,
    });
    expect(withVeo.posts.forPrompt('P [[slow:1]]')).toBe(1);
  });

  test('filters and fails as documented', async () => {
    const ai = sdk(FAKE_KEYS.good, withVeo);
    const model = 'veo-3.1-generate-preview';
    const filtered = await ai.models.generateVideos({ model, source: { prompt: '[[refuse]]' } });
    const answer = await ai.operations.getVideosOperation({ operation: filtered });
    expect(answer.response).toMatchObject({ raiMediaFilteredCount: 1 });
    expect(answer.response?.generatedVideos).toBeUndefined();
    const failing = await ai.models.generateVideos({ model, source: { prompt: '[[fail]]' } });
    expect((await ai.operations.getVideosOperation({ operation: failing })).error).toMatchObject({ code: 13 });
  });

  test('takes pictures and an earlier video, and insists on 8 s with them', async () => {
    const ai = sdk(FAKE_KEYS.good, withVeo);
    const model = 'veo-3.1-generate-preview';
    const image = { imageBytes: 'iVBORw0=', mimeType: 'image/png' };
    const config = { lastFrame: image, durationSeconds: 8 };
    await ai.models.generateVideos({ model, source: { prompt: 'P', image }, config });
    const short = ai.models.generateVideos({
      model,
      source: { prompt: 'P', image },
      config: { ...config, durationSeconds: 4 },
    });
    await expect(short).rejects.toThrow(/durationSeconds must be 8/);
    const first = await ai.models.generateVideos({ model, source });
    const made = await ai.operations.getVideosOperation({ operation: first });
    const video = made.response?.generatedVideos?.[0]?.video;
    expect(video).toBeDefined();
    await ai.models.generateVideos({
      model,
      source: { prompt: 'goes on', video: { uri: video?.uri ?? '', mimeType: 'video/mp4' } },
      config: { resolution: '720p' },
    });
    expect(withVeo.jobs.at(-1)?.request).toMatchObject({ durationSeconds: 15, newSeconds: 7 });
  });
});

describe('scripts', () => {
  test('set the next answers of one kind and then let the usual ones through', async () => {
    fake.onNext('interactions.create', overloaded('interactions'), 2);
    fake.onNext('models.list', quotaExceeded('google', { retrySeconds: 1, model: 'm', isFreeTier: false }));
    const statuses: number[] = [];
    for (let post = 0; post < 3; post += 1) {
      statuses.push((await call('POST', '/v1beta/interactions', submission('p'))).status);
    }
    expect(statuses).toEqual([503, 503, 200]);
    expect((await call('GET', '/v1beta/models')).status).toBe(429);
    expect((await call('GET', '/v1beta/models')).status).toBe(200);
  });

  test('may look at the request, wait for a signal, and pass it on', async () => {
    const { gate, open } = signal();
    fake.onNext('interactions.create', async (request) => {
      await gate;
      return request.key === FAKE_KEYS.good ? undefined : drop();
    });
    const waiting = submitted('p');
    open();
    expect((await waiting).status).toBe('in_progress');
  });

  test('wait by the clock that the test hands in', async () => {
    const waits: number[] = [];
    const slow = await startFakeGemini({ delayMs: 5_000, wait: async (ms) => waits.push(ms) });
    try {
      expect((await fetch(`${slow.url}/v1beta/models`, { headers: { 'x-goog-api-key': FAKE_KEYS.good } })).status).toBe(
        200,
      );
      expect(waits).toEqual([5_000]);
    } finally {
      await slow.close();
    }
  });

  test('can be set from another process', async () => {
    const reply = json({ error: { message: 'no', code: 'nope' } }, 418);
    await call('POST', '/__fake/next', { operation: 'interactions.create', reply });
    expect((await call('POST', '/v1beta/interactions', submission('p'))).status).toBe(418);
    await submitted('p');
    expect(await (await call('GET', '/__fake/jobs')).json()).toMatchObject([{ prompt: 'p', posts: 2, polls: 0 }]);
    const log = await (await call('GET', '/__fake/log')).text();
    expect(log).not.toContain(FAKE_KEYS.good);
    await call('POST', '/__fake/reset');
    expect(fake.jobs).toHaveLength(0);
  });
});

function signal(): { gate: Promise<void>; open: () => void } {
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { gate, open };
}

test('without a choice of clips, a job brings a real movie with the scene number that its prompt names', async () => {
  const plain = await startFakeGemini();
  try {
    const ai = sdk(FAKE_KEYS.good, plain);
    const format = {
      type: 'video',
      aspect_ratio: '9:16',
      duration: '4s',
      resolution: '360p',
      delivery: 'inline',
    } as const;
    const body = {
      model: 'gemini-omni-1.2-flash',
      input: 'p [[scene:7]]',
      background: true,
      response_format: format,
    } as const;
    const { id } = await ai.interactions.create(body, { maxRetries: 0 });
    const finished = await ai.interactions.get(id);
    const bytes = Buffer.from(finished.output_video?.data ?? '', 'base64');
    const same = await makeClip({ seconds: 4, size: '360p', ratio: '9:16', sceneNumber: 7 });
    expect(bytes.equals(same)).toBe(true);
    expect(finished.usage).toMatchObject({ total_output_tokens: 1931 * 4 });
  } finally {
    await plain.close();
  }
});
