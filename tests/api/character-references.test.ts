import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { projectSchema, type Project } from '#shared/entities/project.ts';
import { sweepMedia } from '#edge-api/services/media.ts';
import { FAKE_KEYS } from '#tests/helpers/fake-gemini/credentials.ts';
import { startFakeGemini, type FakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { jpegOf } from '#tests/helpers/pictures.ts';
import { saveKey, startTestApi, type TestApi, type TestUser } from './harness.ts';
import { newProject } from './new-project.ts';

const HOUR_MS = 60 * 60 * 1000;
const PICTURE_USD = 0.067;
const MOVIE = { description: 'A keeper finds a letter in a bottle. A girl reads it to him.', model: 'omni' } as const;

let gemini: FakeGemini;
let api: TestApi;
let ada: TestUser;
let project: Project;
/** What happens while the image model draws. */
let meanwhile: () => Promise<unknown>;
/** Added to the words of the second character: an order to the provider. */
let order: string;

beforeEach(async () => {
  order = '';
  meanwhile = async () => undefined;
  gemini = await startFakeGemini({
    text: ({ prompt }) =>
      prompt.includes('At most this many characters')
        ? {
            characters: characters
              .map((row, index) => ({ ...row, description: index === 1 ? row.description + order : row.description }))
              .slice(0, Number(/characters: (\d)/.exec(prompt)?.[1])),
          }
        : undefined,
    images: async ({ prompt }) => {
      await meanwhile();
      return { mimeType: 'image/jpeg', bytes: new Uint8Array([0xff, 0xd8, 0xff, ...Buffer.from(prompt)]) };
    },
  });
  api = await startTestApi({ environment: { GOOGLE_GEMINI_BASE_URL: gemini.url } });
  ada = await api.as('Ada');
  project = await newProject(ada, MOVIE);
});
afterEach(async () => {
  await api.close();
  await gemini.close();
});

const characters = [
  { name: 'Mara', description: 'A woman of sixty with white hair and a blue coat.' },
  { name: 'Jon', description: 'A boy of ten with freckles and a red cap.' },
  { name: 'The dog', description: 'A small grey dog with one white ear.' },
];

const ask = (json: unknown = { maxCharacters: 3 }): Promise<Response> =>
  ada.fetch(`/api/projects/${project.id}/generate-character-references`, { method: 'POST', json });
const askFor = async (maxCharacters: number): Promise<Project> =>
  projectSchema.parse(await (await ask({ maxCharacters })).json());
const wordsAsked = (): number => gemini.requests.filter(({ path }) => path.includes('-flash:')).length;
const imagesAsked = (): number => gemini.requests.filter(({ path }) => path.includes('-image:')).length;
/** What the ledger says of portraits; the words that go with them are paid for by themselves. */
async function paidForPictures(): Promise<{ settled: number; open: number }> {
  const { rows } = await api.db.execute(
    `select coalesce(sum(case when s.entry = 'settle' then s.amount_micro_usd end), 0) as settled,
        coalesce(sum(case when s.id is null then l.amount_micro_usd end), 0) as open
      from ledger l left join ledger s on s.job_id = l.job_id and s.attempt = l.attempt and s.entry <> 'reserve'
      where l.entry = 'reserve' and l.job_id like 'characters/%'`,
  );
  return { settled: Number(rows[0]?.['settled']) / 1e6, open: Number(rows[0]?.['open']) / 1e6 };
}

describe('the characters of a movie', () => {
  test.each([1, 2, 3])('are %d at most, each with words and a portrait, which is one edit', async (count) => {
    await saveKey(ada, FAKE_KEYS.good);
    const changed = await askFor(count);
    expect(changed).toEqual({
      ...project,
      characterReferences: characters.slice(0, count).map((character) => ({
        ...character,
        id: expect.any(String),
        imageUrl: expect.stringMatching(/^\/api\/media\//),
      })),
      version: 2,
      updatedAt: changed.updatedAt,
    });
    expect(await ada.json(`/api/projects/${project.id}`)).toEqual(changed);
    expect(imagesAsked()).toBe(count);
    expect(await paidForPictures()).toEqual({ settled: expect.closeTo(count * PICTURE_USD), open: 0 });
    for (const { name, imageUrl } of changed.characterReferences) {
      const picture = await ada.fetch(imageUrl ?? '');
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
      expect(await picture.text()).toContain(name);
    }
  });

  test('in the demo studio are those that the text speaks of, drawn by us, at no cost', async () => {
    await saveKey(ada);
    const { characterReferences } = await askFor(3);
    expect(characterReferences.map(({ name }) => name)).toEqual(['Keeper', 'Girl']);
    const urls = characterReferences.map(({ imageUrl }) => imageUrl);
    expect(new Set(urls).size).toBe(2);
    expect((await ada.fetch(urls[0] ?? '')).headers.get('content-type')).toBe('image/webp');
    expect(await ada.json('/api/user/spending')).toMatchObject({ spentUsd: 0, openUsd: 0 });
    expect(gemini.requests).toEqual([]);
  });

  test('take the place of those before, whose portraits go', async () => {
    await saveKey(ada, FAKE_KEYS.good);
    const first = await askFor(2);
    await saveKey(ada);
    const second = await askFor(1);
    expect(second.characterReferences).toHaveLength(1);
    const [old] = first.characterReferences;
    expect((await ada.fetch(old?.imageUrl ?? '')).status).toBe(404);
    api.clock.advance(2 * HOUR_MS);
    expect(await sweepMedia(api.deps)).toBe(2);
    expect(await api.deps.mediaStore.size(old?.imageUrl?.split('/').at(-1) ?? '')).toBeNull();
    expect((await ada.fetch(second.characterReferences[0]?.imageUrl ?? '')).status).toBe(200);
  });

  test('have portraits that are their owner’s alone, also while the project is public', async () => {
    await saveKey(ada, FAKE_KEYS.good);
    const [character] = (await askFor(1)).characterReferences;
    const bob = await api.as('Bob');
    await ada.json(`/api/projects/${project.id}`, { method: 'PATCH', json: { isPublic: true } });
    for (const look of [bob.fetch(character?.imageUrl ?? ''), api.fetch(character?.imageUrl ?? '')])
      expect((await look).status).toBe(404);
    const frame = { method: 'PUT', body: jpegOf() };
    expect((await ada.fetch(`${character?.imageUrl}/frames/first`, frame)).status).toBe(404);
  });

  test.each(['[[refuse]]', '[[image-safety]]', '[[blocked]]'])(
    'come without a portrait where the model answers %s, and that one is not paid for',
    async (marker) => {
      await saveKey(ada, FAKE_KEYS.good);
      order = marker;
      const { characterReferences } = await askFor(2);
      expect(characterReferences.map(({ imageUrl }) => imageUrl === null)).toEqual([false, true]);
      expect((await paidForPictures()).settled).toBeCloseTo(PICTURE_USD);
    },
  );

  test('are drawn by the next model where the first is gone, at the price of that one', async () => {
    await gemini.close();
    gemini = await startFakeGemini({ withoutModels: ['gemini-3.1-flash-image'] });
    await api.close();
    api = await startTestApi({ environment: { GOOGLE_GEMINI_BASE_URL: gemini.url } });
    ada = await api.as('Ada');
    project = await newProject(ada, MOVIE);
    await saveKey(ada, FAKE_KEYS.good);
    await askFor(1);
    expect(await paidForPictures()).toEqual({ settled: 0.0336, open: 0 });
  });

  test('are paid for where the answer was lost, and never drawn twice', async () => {
    await saveKey(ada, FAKE_KEYS.good);
    order = '[[drop]]';
    await askFor(2);
    expect(imagesAsked()).toBe(2);
    expect((await paidForPictures()).settled).toBeCloseTo(2 * PICTURE_USD);
  });
});

describe('the same characters', () => {
  test('are paid for once, however many calls ask at the same moment', async () => {
    await saveKey(ada, FAKE_KEYS.good);
    const headers = { 'Idempotency-Key': 'op' };
    const path = `/api/projects/${project.id}/generate-character-references`;
    // One without a key draws: whoever sends it again under a key would wait for the one that draws.
    const calls = [{}, {}, headers, headers].map((given) =>
      ada.fetch(path, { method: 'POST', json: { maxCharacters: 2 }, headers: given }),
    );
    // The one that draws is not answered before all the others are.
    let answered = 0;
    const othersAnswered = new Promise<void>((resolve) => {
      for (const call of calls) void call.then(() => ++answered === calls.length - 1 && resolve());
    });
    meanwhile = () => othersAnswered;
    const statuses = (await Promise.all(calls)).map((reply) => reply.status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(3);
    expect(imagesAsked()).toBe(2);
    expect(wordsAsked()).toBe(1);
    expect((await paidForPictures()).settled).toBeCloseTo(2 * PICTURE_USD);
  });

  test('are paid for also when somebody edited the project while they were drawn', async () => {
    await saveKey(ada, FAKE_KEYS.good);
    meanwhile = async () => {
      meanwhile = async () => undefined;
      await ada.json(`/api/projects/${project.id}`, { method: 'PATCH', json: { title: 'My own' } });
    };
    const reply = await ask({ maxCharacters: 1 });
    expect(await reply.json()).toMatchObject({ code: 'version_conflict', current: { title: 'My own', version: 2 } });
    expect(await paidForPictures()).toEqual({ settled: PICTURE_USD, open: 0 });
  });

  test('can be asked for again when the process died that drew them', async () => {
    await saveKey(ada, FAKE_KEYS.good);
    await askFor(1);
    await api.db.execute(`delete from ledger where entry = 'settle' and job_id like 'characters/%'`);
    expect((await ask({ maxCharacters: 1 })).status).toBe(409);
    api.clock.advance(6 * 60_000);
    expect((await ask({ maxCharacters: 1 })).status).toBe(200);
    expect(await paidForPictures()).toEqual({ settled: PICTURE_USD, open: PICTURE_USD });
  });
});

describe('a request for characters is refused', () => {
  test('for a count that there is not', async () => {
    await saveKey(ada);
    for (const json of [{ maxCharacters: 0 }, { maxCharacters: 4 }, { maxCharacters: 1.5 }, { count: 1 }])
      expect((await ask(json)).status).toBe(422);
    expect((await ask({})).status).toBe(200);
  });

  test('with a sentence when no picture can be had', async () => {
    await saveKey(ada, FAKE_KEYS.freeTier);
    const reply = await ask();
    const body: { code: string; message: string } = await reply.json();
    expect([reply.status, body.code]).toEqual([502, 'provider_failed']);
    expect(body.message).toContain('paid plan');
    expect(await paidForPictures()).toEqual({ settled: 0, open: 0 });
    expect((await ada.json<Project>(`/api/projects/${project.id}`)).version).toBe(1);
  });

  test('when it would pass the cap, before a picture is asked for', async () => {
    await saveKey(ada, FAKE_KEYS.good);
    await ada.json('/api/user/spending', { method: 'PATCH', json: { monthlyCapUsd: 0.1 } });
    const reply = await ask();
    expect([reply.status, (await reply.json()).code]).toEqual([429, 'spending_cap']);
    expect(imagesAsked()).toBe(0);
    expect((await ask({ maxCharacters: 1 })).status).toBe(200);
  });
});
