/** No file stays behind that no row names. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Project } from '#shared/entities/project.ts';
import { HOLD_MS } from '#edge-api/services/held-store.ts';
import { tidyUp } from '#edge-api/services/housekeeping.ts';
import { STANDARD_RATE_LIMITS } from '#edge-api/services/rate-limit.ts';
import { FAKE_KEYS } from '#tests/helpers/fake-gemini/credentials.ts';
import { startFakeGemini, type FakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { jpegOf } from '#tests/helpers/pictures.ts';
import { saveKey, startTestApi, storedFiles, type TestApi, type TestUser } from './harness.ts';
import { plantClip } from './plant-clip.ts';
import { newProject } from './new-project.ts';

let gemini: FakeGemini;
let api: TestApi;
let ada: TestUser;
let project: Project;
/** What happens while the image model draws. */
let meanwhile: () => Promise<unknown>;
/** Whom the text model finds in the movie. */
let sketches: string[];

beforeEach(async () => {
  meanwhile = async () => undefined;
  sketches = ['Mara'];
  gemini = await startFakeGemini({
    text: () => ({ characters: sketches.map((name) => ({ name, description: 'Sixty, with white hair.' })) }),
    images: async ({ prompt }) => {
      await meanwhile();
      return { mimeType: 'image/jpeg', bytes: jpegOf(prompt) };
    },
  });
  const { frameUpload } = STANDARD_RATE_LIMITS;
  api = await startTestApi({ environment: { GOOGLE_GEMINI_BASE_URL: gemini.url }, rateLimits: { frameUpload } });
  ada = await api.as('Ada');
  project = await newProject(ada);
});
afterEach(async () => {
  await api.close();
  await gemini.close();
});

/** What nobody has named within the hour is removed by the next sweep. */
async function sweepInAnHour(): Promise<void> {
  api.clock.advance(HOLD_MS + 1);
  await tidyUp(api.deps);
}

const countFiles = async (): Promise<number> => (await storedFiles(api.folder)).length;

describe('a picture of a clip', () => {
  let path: string;
  beforeEach(async () => {
    path = `/api/media/${(await plantClip(api.folder, project)).sha256}/frames/first`;
  });
  const put = (words: string) => ada.fetch(path, { method: 'PUT', body: jpegOf(words) });

  test('takes the place of the one before, whose file goes', async () => {
    const before = await countFiles();
    for (let i = 0; i < 10; i++) expect((await put(`picture ${i}`)).status).toBe(204);
    await sweepInAnHour();
    expect(await countFiles()).toBe(before + 1);
    expect(await (await ada.fetch(path)).text()).toContain('picture 9');
  });

  test('that is the same again stays', async () => {
    await put('picture');
    await put('picture');
    expect(await (await ada.fetch(path)).text()).toContain('picture');
  });

  test('whose row could not be written leaves no file', async () => {
    const before = await countFiles();
    await api.db.execute(
      `create trigger refuse before insert on frames begin select raise(abort, 'The disk is full.'); end`,
    );
    expect((await put('picture')).status).toBe(500);
    await sweepInAnHour();
    expect(await countFiles()).toBe(before);
  });

  test('comes a hundred and twenty times a minute at most', async () => {
    for (let i = 0; i < 120; i++) expect((await put('picture')).status).toBe(204);
    const refused = await put('picture');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
  });
});

test('a portrait that an edit came before leaves no file', async () => {
  await saveKey(ada, FAKE_KEYS.good);
  let wereStored = 0;
  const { mediaStore } = api.deps;
  const put = mediaStore.put.bind(mediaStore);
  mediaStore.put = async (...given) => {
    const blob = await put(...given);
    wereStored = await countFiles();
    return blob;
  };
  meanwhile = () => ada.json(`/api/projects/${project.id}`, { method: 'PATCH', json: { title: 'My own' } });
  const path = `/api/projects/${project.id}/generate-character-references`;
  const reply = await ada.fetch(path, { method: 'POST', json: { maxCharacters: 1 } });
  expect(await reply.json()).toMatchObject({ code: 'version_conflict' });
  await sweepInAnHour();
  expect([wereStored, await countFiles()]).toEqual([1, 0]);
});

test('portraits of which one could not be stored leave no file, and are paid for', async () => {
  await saveKey(ada, FAKE_KEYS.good);
  sketches = ['Mara', 'Jonas'];
  const { mediaStore } = api.deps;
  const put = mediaStore.put.bind(mediaStore);
  let puts = 0;
  mediaStore.put = async (...given) => {
    puts += 1;
    if (puts === 1) throw new Error('The disk is full.');
    return put(...given);
  };
  const path = `/api/projects/${project.id}/generate-character-references`;
  expect((await ada.fetch(path, { method: 'POST', json: { maxCharacters: 2 } })).status).toBe(500);
  await sweepInAnHour();
  expect([puts, await countFiles()]).toEqual([2, 0]);
  const { spentUsd, openUsd } = await ada.json<{ spentUsd: number; openUsd: number }>('/api/user/spending');
  expect([spentUsd > 0, openUsd]).toEqual([true, 0]);
});
