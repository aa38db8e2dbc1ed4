/** What goes over the wire, field by field, against the provider's contract as its own library speaks it. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { geminiImageModel } from '#edge-api/providers/image-model/gemini.ts';
import { portraitPrompt } from '#edge-api/providers/image-model/portrait-prompt.ts';
import { geminiTextModel } from '#edge-api/providers/text-model/gemini.ts';
import { improveIdeaInstruction } from '#edge-api/providers/text-model/prompts/improve-idea.ts';
import { geminiVideoModel } from '#edge-api/providers/video-model/gemini.ts';
import type { ClipRequest, Picture, SubmitWay } from '#edge-api/providers/video-model/port.ts';
import { atNoCost } from '#tests/helpers/at-no-cost.ts';
import { FAKE_KEYS } from '#tests/helpers/fake-gemini/credentials.ts';
import { startFakeGemini, type FakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';

let gemini: FakeGemini;
beforeAll(async () => {
  gemini = await startFakeGemini({ veo: true });
});
afterEach(() => gemini.reset());
afterAll(() => gemini.close());

const picture = (text: string, contentType = 'image/png'): Picture => ({
  bytes: new TextEncoder().encode(text),
  contentType,
});
const first = picture('first');
const last = picture('last', 'image/webp');
const mara = { name: 'Mara', picture: picture('mara', 'image/jpeg') };
const jonas = { name: 'Jonas', picture: picture('jonas') };

const plain: ClipRequest = {
  model: 'omni',
  upstreamModel: 'gemini-omni-1.2-flash',
  prompt: 'a woman walks',
  negativePrompt: null,
  durationSeconds: 8,
  resolution: '720p',
  aspectRatio: '16:9',
  firstFrame: null,
  lastFrame: null,
  references: [],
  extend: null,
};
const veo: ClipRequest = { ...plain, model: 'veo-3.1', upstreamModel: 'veo-3.1-generate-preview' };

const model = () => geminiVideoModel({ apiKey: FAKE_KEYS.good, baseUrl: gemini.url });
const submit = (request: ClipRequest, way: SubmitWay = 'background') =>
  model().submit(request, way, AbortSignal.timeout(5_000));
/** The last request: its body and everything else that carries meaning. */
async function sent(request: ClipRequest, way?: SubmitWay) {
  await submit(request, way);
  const logged = gemini.requests.at(-1);
  expect(logged).toMatchObject({ method: 'POST', query: {}, headers: { 'x-goog-api-key': FAKE_KEYS.good } });
  expect(logged?.headers['content-type']).toMatch(/^application\/json/);
  return { path: logged?.path, body: logged?.body };
}

describe('Gemini Omni is asked', () => {
  const format = { type: 'video', aspect_ratio: '16:9', duration: '8s', resolution: '720p', delivery: 'uri' };
  const body = {
    model: 'gemini-omni-1.2-flash',
    background: true,
    store: true,
    response_format: format,
  };
  const task = (name: string) => ({ generation_config: { video_config: { task: name } } });
  const image = ({ bytes, contentType }: Picture) => ({
    type: 'image',
    data: Buffer.from(bytes).toString('base64'),
    mime_type: contentType,
  });

  test('for a clip from words', async () => {
    expect(await sent(plain)).toEqual({
      path: '/v1beta/interactions',
      body: { ...body, input: 'a woman walks', ...task('text_to_video') },
    });
  });

  test('for a clip from a first frame, as in the recorded request', async () => {
    expect((await sent({ ...plain, firstFrame: first })).body).toEqual({
      ...body,
      input: [image(first), { type: 'text', text: '<FIRST_FRAME> a woman walks' }],
      ...task('image_to_video'),
    });
  });

  test('for a clip between two frames, with references behind them', async () => {
    const request = { ...plain, firstFrame: first, lastFrame: last, references: [mara, jonas] };
    expect((await sent(request)).body).toEqual({
      ...body,
      input: [
        image(first),
        image(last),
        image(mara.picture),
        image(jonas.picture),
        {
          type: 'text',
          text: [
            '<FIRST_FRAME> <LAST_FRAME> a woman walks',
            '<IMAGE_REF_0> shows Mara.',
            '<IMAGE_REF_1> shows Jonas.',
            'Use these pictures as references, not as literal first frames.',
          ].join('\n'),
        },
      ],
      ...task('image_to_video'),
    });
  });

  test('for a clip with a reference', async () => {
    const { body: asked } = await sent({ ...plain, references: [mara] });
    expect(asked).toMatchObject({ input: [image(mara.picture), { type: 'text' }], ...task('reference_to_video') });
  });

  test('for an extension: the earlier interaction, no ratio and no task', async () => {
    const origin = await submit(plain);
    if (origin.kind !== 'accepted') throw new Error('The first clip was not accepted.');
    const extend = { upstreamId: origin.upstreamId, fileId: 'not-used' };
    expect((await sent({ ...plain, durationSeconds: 7, extend })).body).toEqual({
      model: 'gemini-omni-1.2-flash',
      background: true,
      store: true,
      previous_interaction_id: origin.upstreamId,
      input: 'Extend this video by 7 seconds, without a cut. a woman walks',
      response_format: { type: 'video', duration: '7s', resolution: '720p', delivery: 'uri' },
    });
    expect(gemini.jobs.at(-1)?.request).toMatchObject({ durationSeconds: 15, newSeconds: 7 });
  });

  test('without what must not appear, as a sentence at the end', async () => {
    const { body: asked } = await sent({ ...plain, negativePrompt: 'No text, don’t show boats. walls' });
    expect(asked).toMatchObject({ input: 'a woman walks\nNo text, boats, walls.' });
  });

  test('for an upright clip in full size', async () => {
    const { body: asked } = await sent({ ...plain, aspectRatio: '9:16', resolution: '1080p', durationSeconds: 4 });
    expect(asked).toMatchObject({
      response_format: { ...format, aspect_ratio: '9:16', resolution: '1080p', duration: '4s' },
    });
  });

  test('by a request that stays open where polls are refused', async () => {
    const { body: asked } = await sent(plain, 'blocking');
    expect(asked).not.toHaveProperty('background');
  });
});

describe('Veo is asked', () => {
  const parameters = {
    sampleCount: 1,
    durationSeconds: 8,
    aspectRatio: '16:9',
    resolution: '720p',
    personGeneration: 'allow_all',
  };
  const image = ({ bytes, contentType }: Picture) => ({
    bytesBase64Encoded: Buffer.from(bytes).toString('base64'),
    mimeType: contentType,
  });

  test('for a clip from words, with what must not appear as a list of things', async () => {
    expect(await sent({ ...veo, resolution: '1080p', negativePrompt: 'no blurry edges' })).toEqual({
      path: '/v1beta/models/veo-3.1-generate-preview:predictLongRunning',
      body: {
        instances: [{ prompt: 'a woman walks' }],
        parameters: { ...parameters, resolution: '1080p', negativePrompt: 'blurry edges' },
      },
    });
  });

  test('for a clip between two frames', async () => {
    expect((await sent({ ...veo, firstFrame: first, lastFrame: last })).body).toEqual({
      instances: [{ prompt: 'a woman walks', image: image(first), lastFrame: image(last) }],
      parameters: { ...parameters, personGeneration: 'allow_adult' },
    });
  });

  test('for a clip with references', async () => {
    expect((await sent({ ...veo, references: [mara, jonas] })).body).toEqual({
      instances: [
        {
          prompt: 'a woman walks',
          referenceImages: [
            { image: image(mara.picture), referenceType: 'ASSET' },
            { image: image(jonas.picture), referenceType: 'ASSET' },
          ],
        },
      ],
      parameters: { ...parameters, personGeneration: 'allow_adult' },
    });
  });

  test('for an extension: the earlier file on the configured base, and only what an extension takes', async () => {
    const extend = { upstreamId: 'models/veo/operations/x', fileId: 'xyz789' };
    expect((await sent({ ...veo, durationSeconds: 7, extend })).body).toEqual({
      instances: [
        {
          prompt: 'a woman walks',
          video: { uri: `${gemini.url}/v1beta/files/xyz789:download?alt=media`, encoding: 'video/mp4' },
        },
      ],
      parameters: { sampleCount: 1, resolution: '720p', personGeneration: 'allow_all' },
    });
  });

  test('again for adults alone where the country demands it: the first request was turned down before it began', async () => {
    gemini.onNext('veo.create', {
      kind: 'json',
      status: 400,
      body: {
        error: { code: 400, status: 'INVALID_ARGUMENT', message: 'allow_all for personGeneration is not supported.' },
      },
    });
    expect(await submit(veo)).toMatchObject({ kind: 'accepted' });
    expect(gemini.requests.map(({ body }) => body)).toMatchObject([
      { parameters: { personGeneration: 'allow_all' } },
      { parameters: { personGeneration: 'allow_adult' } },
    ]);
    expect(gemini.jobs).toHaveLength(1);
  });

  test('about its operation by name, and never told to stop', async () => {
    const begun = await submit(veo);
    if (begun.kind !== 'accepted') throw new Error('The clip was not accepted.');
    await model().poll(begun.upstreamId, AbortSignal.timeout(5_000));
    expect(gemini.requests.at(-1)).toMatchObject({ method: 'GET', path: `/v1beta/${begun.upstreamId}`, query: {} });
    const before = gemini.requests.length;
    await model().cancel(begun.upstreamId, AbortSignal.timeout(5_000));
    expect(gemini.requests).toHaveLength(before);
  });
});

describe('by generateContent', () => {
  const access = () => ({ apiKey: FAKE_KEYS.good, baseUrl: gemini.url });
  const asked = () => {
    const { path, body, query, headers } = gemini.requests.at(-1) ?? {};
    expect([query, headers?.['x-goog-api-key']]).toEqual([{}, FAKE_KEYS.good]);
    return { path, body };
  };

  test('the text model is asked for JSON of a schema, with the person’s words as material', async () => {
    await geminiTextModel(access()).improveIdea(
      { title: 'Up', description: 'A climber rests.', genreLabels: ['Drama'] },
      atNoCost(5_000),
    );
    expect(asked()).toEqual({
      path: '/v1beta/models/gemini-3.8-flash:generateContent',
      body: {
        contents: [{ role: 'user', parts: [{ text: '<idea>\nTitle: Up\nA climber rests.\n</idea>\nGenres: Drama' }] }],
        systemInstruction: { role: 'user', parts: [{ text: improveIdeaInstruction }] },
        generationConfig: {
          responseMimeType: 'application/json',
          responseJsonSchema: {
            type: 'object',
            properties: { description: { type: 'string', description: expect.any(String) } },
            required: ['description'],
            additionalProperties: false,
          },
          maxOutputTokens: 8_192,
        },
      },
    });
  });

  test('the image model is asked for one upright portrait', async () => {
    const sketch = { name: 'Mara', description: 'A woman of sixty with white hair.' };
    await geminiImageModel(access()).drawPortraits([sketch], AbortSignal.timeout(5_000));
    expect(asked()).toEqual({
      path: '/v1beta/models/gemini-3.1-flash-image:generateContent',
      body: {
        contents: [{ role: 'user', parts: [{ text: portraitPrompt(sketch) }] }],
        generationConfig: { responseModalities: ['IMAGE'], imageConfig: { aspectRatio: '3:4', imageSize: '1K' } },
      },
    });
  });
});

test.each([
  ['Gemini Omni', plain],
  ['Veo', veo],
])('%s is asked once, also where the answer is a failure that libraries like to repeat', async (_, request) => {
  for (const fault of ['[[503]]', '[[500]]', '[[429]]', '[[html-502]]', '[[drop]]', '[[drop-after-accept]]']) {
    gemini.reset();
    const outcome = await submit({ ...request, prompt: `${fault} a woman walks` });
    expect(outcome.kind).toBe(fault === '[[503]]' || fault === '[[429]]' ? 'busy' : 'answer_lost');
    expect(gemini.requests).toHaveLength(1);
  }
});
