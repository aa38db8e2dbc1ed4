/** Scenes that start where the previous one ends, and characters that look the same in each. */
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { insertOwnFile } from '#edge-api/repos/own-files.ts';
import { showPicture } from '#edge-api/repos/pictures.ts';
import { keepFrame } from '#edge-api/services/media.ts';
import type { ModelId } from '#shared/catalogue/models.ts';
import { limits } from '#shared/limits.ts';
import { smallClips } from '#tests/helpers/fake-gemini/options.ts';
import { FAKE_KEYS } from '#tests/helpers/fake-gemini/credentials.ts';
import { startFakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { jpegOf } from '#tests/helpers/pictures.ts';
import { startDemoStudio, startStudio, type Studio } from './generation-harness.ts';

const HOUR_MS = 60 * 60_000;
/** The start of a JPEG file; nobody here looks further. */
const JPEG = jpegOf();
const JPEG_TEXT = Buffer.from(JPEG).toString('base64');

let studio: Studio;
const gemini = await startFakeGemini({
  veo: true,
  clips: smallClips(3),
});
afterAll(() => gemini.close());
afterEach(() => studio.close());

const bodies = () => gemini.requests.filter(({ method }) => method === 'POST').map(({ body }) => body);

/** Two scenes, of which the second goes on from the first. */
async function chain(options: { model?: ModelId; firstPrompt?: string; duration?: number } = {}) {
  gemini.reset();
  studio = await startStudio({ apiKey: FAKE_KEYS.good, baseUrl: gemini.url });
  const { model = 'omni', firstPrompt = 'A quiet harbour.', duration = 8 } = options;
  const projectId = await studio.addProject({ model });
  const first = await studio.addScene(projectId, { prompt: firstPrompt, duration });
  const second = await studio.addScene(projectId, { prompt: 'The boat leaves.', duration });
  await studio.rows(`update scenes set continue_from_previous = 1 where id = '${second}'`);
  return { projectId, first, second };
}

const sendLastFrame = async (projectId: string, sceneId: string): Promise<void> => {
  const { sha256 } = await studio.scene(projectId, sceneId);
  await keepFrame(studio.deps, studio.userId, sha256 ?? '', 'last', JPEG);
};

describe('a scene that starts where the previous one ends', () => {
  test('waits for the clip, then for its last picture, says so each time, and is asked with it', async () => {
    const { projectId, first, second } = await chain({ firstPrompt: 'A quiet harbour. [[slow:1]]' });
    await studio.generate(projectId);
    await studio.runner.runUntilIdle();
    expect(await studio.scene(projectId, second)).toMatchObject({
      status: 'generating',
      note: 'Waiting for scene 1. This scene starts where it ends.',
    });
    await studio.work();
    expect((await studio.scene(projectId, first)).status).toBe('complete');
    expect((await studio.scene(projectId, second)).note).toMatch(/Waiting for the last frame of scene 1\./);
    expect(bodies()).toHaveLength(1);

    await sendLastFrame(projectId, first);
    await studio.finish();
    expect(await studio.scene(projectId, second)).toMatchObject({ status: 'complete', note: null });
    expect(bodies()[1]).toMatchObject({
      input: [
        { type: 'image', data: JPEG_TEXT, mime_type: 'image/jpeg' },
        { type: 'text', text: expect.stringMatching(/^<FIRST_FRAME> .*The boat leaves\./s) },
      ],
      generation_config: { video_config: { task: 'image_to_video' } },
    });
  });

  test('is asked of Veo with the picture as its first frame', async () => {
    const { projectId, first } = await chain({ model: 'veo-3.1', duration: 6 });
    await studio.generate(projectId);
    await studio.work();
    await sendLastFrame(projectId, first);
    await studio.finish();
    expect(bodies()[1]).toMatchObject({
      instances: [{ image: { bytesBase64Encoded: JPEG_TEXT, mimeType: 'image/jpeg' } }],
      parameters: { durationSeconds: 6, personGeneration: 'allow_adult' },
    });
  });

  test('goes on from the last piece of a scene that is longer than a clip', async () => {
    const { projectId, first, second } = await chain();
    const extension = await studio.addExtension(projectId, first);
    await studio.generate(projectId);
    await studio.work();
    await sendLastFrame(projectId, first);
    await studio.work();
    expect((await studio.scene(projectId, second)).note).toContain('Waiting for the last frame');
    await sendLastFrame(projectId, extension);
    await studio.finish();
    expect((await studio.scene(projectId, second)).status).toBe('complete');
  });

  test('fails at no cost where the previous one failed, and is made once that one is there', async () => {
    const { projectId, first, second } = await chain({ firstPrompt: 'Draw this. [[refuse]]' });
    await studio.make(projectId);
    expect(await studio.scene(projectId, second)).toMatchObject({
      status: 'failed',
      errorMessage: expect.stringMatching(/starts where scene 1 ends, and scene 1 has no clip.* You weren’t charged/),
    });
    expect(bodies()).toHaveLength(1);
    await studio.rows(`update scenes set description = 'A harbour.' where id = '${first}'`);
    await studio.generate(projectId);
    await studio.work();
    await sendLastFrame(projectId, first);
    await studio.finish();
    expect(await studio.statuses(projectId)).toEqual(['complete', 'complete']);
  });

  test('is given up after a day in which nobody made the picture', async () => {
    const { projectId, second } = await chain();
    await studio.make(projectId);
    expect(await studio.scene(projectId, second)).toMatchObject({
      status: 'failed',
      errorMessage: expect.stringMatching(/wasn’t ready within a day.* You weren’t charged/),
    });
    expect(studio.now() - studio.startedMs).toBeGreaterThan(24 * HOUR_MS);
    expect(bodies()).toHaveLength(1);
  });

  test('is made by itself when there is none before it, and says so', async () => {
    const { projectId, first, second } = await chain();
    await studio.rows(`update scenes set deleted_at_ms = 1 where id = '${first}'`);
    await studio.makeScene(second);
    expect(await studio.scene(projectId, second)).toMatchObject({
      status: 'complete',
      note: expect.stringContaining('No scene comes before this one'),
    });
    expect(bodies()[0]).toMatchObject({ input: expect.stringContaining('The boat leaves.') });
  });

  test('does not wait in the demo studio, whose clips bring their pictures', async () => {
    studio = await startDemoStudio();
    const projectId = await studio.addProject({ model: 'veo-3.1' });
    for (const prompt of ['One.', 'Two.', 'Three.']) await studio.addScene(projectId, { prompt });
    await studio.rows(`update scenes set continue_from_previous = 1 where scene_number > 1`);
    await studio.make(projectId);
    expect(await studio.statuses(projectId)).toEqual(['complete', 'complete', 'complete']);
    expect(studio.now() - studio.startedMs).toBeLessThan(10_000);
  });
});

describe('characters with portraits', () => {
  /** Gives the project a character with a portrait. */
  async function addMara(projectId: string): Promise<void> {
    const { sha256, sizeBytes } = await studio.mediaStore.put(new Blob([JPEG]).stream(), { maxBytes: 1_000 });
    const picture = { sha256, sizeBytes, contentType: 'image/jpeg' };
    await studio.db.batch(showPicture({ id: projectId, userId: studio.userId }, picture, studio.now()), 'write');
    const mara = {
      id: '01932b1e-0000-7000-8000-000000000001',
      name: 'Mara',
      description: 'A keeper of sixty in a yellow coat.',
      imageUrl: `/api/media/${sha256}`,
    };
    await studio.db.execute({
      sql: 'update projects set character_references = :characters where id = :projectId',
      args: { characters: JSON.stringify([mara]), projectId },
    });
  }

  async function addOwnPicture(shows: string) {
    const bytes = jpegOf(shows);
    const { sha256, sizeBytes } = await studio.mediaStore.put(new Blob([bytes]).stream(), { maxBytes: 1_000 });
    const file = { sha256, sizeBytes, kind: 'picture', name: `${shows}.jpg`, type: 'image/jpeg' } as const;
    const facts = { width: 16, height: 9 };
    await studio.db.execute(insertOwnFile(studio.userId, { ...file, facts, createdAt: studio.now() }));
    return { picture: sha256, shows, data: Buffer.from(bytes).toString('base64') };
  }

  async function refer(sceneId: string, pictures: readonly { picture: string; shows: string }[]): Promise<void> {
    const written = JSON.stringify(pictures.map(({ picture, shows }) => ({ picture, shows })));
    await studio.rows(`update scenes set reference_pictures = '${written}' where id = '${sceneId}'`);
  }

  async function asked(model: ModelId, prompt: string, options: { duration?: number; isContinued?: boolean } = {}) {
    const { projectId, first, second } = await chain({ model, duration: options.duration ?? 8 });
    await addMara(projectId);
    await studio.rows(
      `update scenes set description = '${prompt}', continue_from_previous = ${options.isContinued === true ? 1 : 0} where id = '${second}'`,
    );
    await studio.generate(projectId);
    await studio.work();
    if (options.isContinued === true) await sendLastFrame(projectId, first);
    await studio.finish();
    // Where it doesn't go on from the first, both are asked for at once.
    const [one, other] = bodies();
    const isSecond = !JSON.stringify(one).includes('A quiet harbour.');
    return { body: isSecond ? one : other, scene: await studio.scene(projectId, second) };
  }

  test('go along with the scenes that name them', async () => {
    const { body, scene } = await asked('omni', 'Mara climbs the stairs.');
    expect(body).toMatchObject({
      input: [
        { type: 'image', data: JPEG_TEXT, mime_type: 'image/jpeg' },
        {
          type: 'text',
          text: expect.stringMatching(/Mara: A keeper of sixty in a yellow coat\.[\s\S]*<IMAGE_REF_0> shows Mara\./),
        },
      ],
    });
    expect(scene.note).toBeNull();
  });

  test('stay away from those that don’t', async () => {
    expect((await asked('omni', 'The sea is calm.')).body).toMatchObject({
      input: expect.stringContaining('sea is calm'),
    });
  });

  test('go along with Veo at eight seconds', async () => {
    const { body } = await asked('veo-3.1', 'Mara climbs the stairs.');
    expect(body).toMatchObject({
      instances: [{ referenceImages: [{ image: { bytesBase64Encoded: JPEG_TEXT }, referenceType: 'ASSET' }] }],
    });
  });

  test.each([
    ['at another length', { duration: 6 }, 'doesn’t accept them for a 16:9 clip of 6 s'],
    ['beside a first frame', { isContinued: true }, 'doesn’t accept them together with a first frame'],
  ])('are left out by Veo %s, and the card says so', async (_, options, note) => {
    const { body, scene } = await asked('veo-3.1', 'Mara climbs the stairs.', options);
    expect(body).not.toHaveProperty('instances.0.referenceImages');
    expect(scene).toMatchObject({ status: 'complete', note: expect.stringContaining(note) });
  });

  test('give way to the scene’s own pictures, and the card says so', async () => {
    const { projectId, second } = await chain();
    await addMara(projectId);
    await studio.rows(
      `update scenes set description = 'Mara climbs the stairs.', continue_from_previous = 0 where id = '${second}'`,
    );
    const pictures = await Promise.all(['tram', 'harbor', 'coat'].map((shows) => addOwnPicture(shows)));
    await refer(second, pictures);
    await studio.make(projectId);
    expect(bodies().find((body) => JSON.stringify(body).includes('Mara'))).toMatchObject({
      input: [
        ...pictures.map(({ data }) => ({ type: 'image', data, mime_type: 'image/jpeg' })),
        {
          text: expect.stringMatching(
            /<IMAGE_REF_0> shows tram\.\n<IMAGE_REF_1> shows harbor\.\n<IMAGE_REF_2> shows coat\./,
          ),
        },
      ],
    });
    expect((await studio.scene(projectId, second)).note).toBe(
      'A clip takes 3 reference pictures, so it’s made without the portrait of Mara.',
    );
  });

  test('give way where all together would be larger than models take, and the card says so', async () => {
    const { projectId, second } = await chain();
    await addMara(projectId);
    await studio.rows(
      `update scenes set description = 'Mara climbs the stairs.', continue_from_previous = 0 where id = '${second}'`,
    );
    const tram = await addOwnPicture('tram');
    await refer(second, [tram]);
    await studio.rows(`update pictures set size_bytes = ${limits.requestPicturesBytes}`);
    await studio.make(projectId);
    const { input } = bodies().find((body) => JSON.stringify(body).includes('Mara')) as { input: unknown[] };
    expect(input).toMatchObject([{ data: tram.data }, { type: 'text' }]);
    expect((await studio.scene(projectId, second)).note).toBe(
      'The reference pictures of a clip can’t be larger than 14 MB together, so it’s made without the portrait of Mara.',
    );
  });

  test('are not asked for, and nothing is paid, where the scene’s own ones are larger than that', async () => {
    const { projectId, second } = await chain();
    await studio.rows(`update scenes set continue_from_previous = 0 where id = '${second}'`);
    await refer(second, await Promise.all(['tram', 'harbor'].map((shows) => addOwnPicture(shows))));
    await studio.rows('update own_files set size_bytes = 8000000');
    await studio.make(projectId);
    expect(bodies().filter((body) => JSON.stringify(body).includes('The boat leaves'))).toEqual([]);
    expect(await studio.scene(projectId, second)).toMatchObject({
      status: 'failed',
      errorMessage: expect.stringContaining('reference pictures can’t be larger than 14 MB together. Remove one'),
    });
  });

  test('and own pictures that are gone, or somebody else’s, are left out, and the card says so', async () => {
    const { projectId, second } = await chain();
    await studio.rows(`update scenes set continue_from_previous = 0 where id = '${second}'`);
    const [tram, gone, theirs] = await Promise.all(['', 'gone', 'theirs'].map((shows) => addOwnPicture(shows)));
    if (!tram || !gone || !theirs) throw new Error('No pictures.');
    await studio.rows(`delete from own_files where sha256 = '${gone.picture}'`);
    await studio.rows(`insert into users (id, email, created_at_ms, updated_at_ms)
      select '01932b1e-0000-7000-8000-00000000000e', 'eve@example.test', created_at_ms, updated_at_ms from users limit 1`);
    await studio.rows(
      `update own_files set user_id = '01932b1e-0000-7000-8000-00000000000e' where sha256 = '${theirs.picture}'`,
    );
    await refer(second, [tram, gone, theirs]);
    await studio.make(projectId);
    expect(bodies().find((body) => JSON.stringify(body).includes('The boat leaves'))).toMatchObject({
      input: [
        { type: 'image', data: tram.data },
        { text: expect.stringContaining('<IMAGE_REF_0> shows how things look.') },
      ],
    });
    expect(JSON.stringify(bodies())).not.toContain(theirs.data);
    expect((await studio.scene(projectId, second)).note).toBe(
      'A reference picture isn’t among your files anymore, so the clip is made without it.',
    );
  });

  test('go beside a first frame with Gemini Omni', async () => {
    const { body } = await asked('omni', 'Mara climbs the stairs.', { isContinued: true });
    expect(body).toMatchObject({
      input: [
        { type: 'image' },
        { type: 'image' },
        { text: expect.stringMatching(/^<FIRST_FRAME> [\s\S]*<IMAGE_REF_0>/) },
      ],
    });
  });
});
