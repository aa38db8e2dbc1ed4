/** One scene at a time: which scenes are asked for, in which order, with which fields, and how one of them is stopped. */
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { generateVideos } from '#edge-api/services/generation.ts';
import { patchScene } from '#edge-api/services/scenes.ts';
import { cancelScene } from '#edge-api/services/stop-generation.ts';
import { makeClip } from '#tests/helpers/clips/make-clip.ts';
import { FAKE_KEYS } from '#tests/helpers/fake-gemini/credentials.ts';
import { startFakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { startStudio, type Studio } from './generation-harness.ts';

let studio: Studio;
let projectId: string;
const clip = makeClip({ seconds: 4, size: '360p', sceneNumber: 1 });
const gemini = await startFakeGemini({ clips: () => clip });
afterAll(() => gemini.close());
beforeEach(async () => {
  gemini.reset();
  studio = await startStudio({ apiKey: FAKE_KEYS.good, baseUrl: gemini.url });
  projectId = await studio.addProject();
});
afterEach(() => studio.close());

const bodies = () =>
  gemini.requests.filter(({ operation }) => operation === 'interactions.create').map(({ body }) => body);
/** Two are asked for at once, and either of them may come first. */
const prompts = () => bodies().map((body) => /Scene\. (\w+)\./.exec(JSON.stringify(body))?.[1]);
const addScenes = async (...names: string[]): Promise<string[]> => {
  const ids: string[] = [];
  for (const name of names) ids.push(await studio.addScene(projectId, { prompt: `${name}.` }));
  return ids;
};
const statuses = async () => (await studio.scenes(projectId)).map(({ status }) => status);

describe('named scenes', () => {
  test('are sent in the order of the movie, whatever the order of their names; the others stay as they are', async () => {
    const [one, , three, four] = await addScenes('One', 'Two', 'Three', 'Four');
    await studio.make(projectId, [four ?? '', one ?? '', three ?? '']);
    expect(prompts().map(String).toSorted()).toEqual(['Four', 'One', 'Three']);
    expect(await statuses()).toEqual(['complete', 'pending', 'complete', 'complete']);
  });

  test('are asked for with these fields and no others', async () => {
    const [, two] = await addScenes('One', 'Two');
    await studio.make(projectId, [two ?? '']);
    expect(bodies()).toEqual([
      {
        model: 'gemini-omni-1.2-flash',
        input: 'Scene. Two.\nSingle continuous shot, no scene cuts.',
        background: true,
        store: true,
        response_format: { type: 'video', aspect_ratio: '16:9', duration: '4s', resolution: '720p', delivery: 'uri' },
        generation_config: { video_config: { task: 'text_to_video' } },
      },
    ]);
  });

  test('that have a clip are not generated again', async () => {
    const [one, two] = await addScenes('One', 'Two');
    await studio.makeScene(one ?? '');
    await studio.make(projectId, [one ?? '', two ?? '']);
    expect(prompts().map(String).toSorted()).toEqual(['One', 'Two']);
  });

  test('are sent once, however often the call is repeated; another choice under the same key is refused', async () => {
    const [one, two] = await addScenes('One', 'Two');
    const call = (ids: string[]) => generateVideos(studio.deps, studio.caller('key-1'), projectId, ids);
    await call([one ?? '']);
    await call([one ?? '']);
    await expect(call([two ?? ''])).rejects.toMatchObject({ code: 'idempotency_mismatch' });
    await studio.finish();
    await call([one ?? '']);
    await studio.finish();
    expect(prompts()).toEqual(['One']);
  });

  test('that are not this project’s, or extensions, are refused', async () => {
    const [one] = await addScenes('One');
    const extension = await studio.addExtension(projectId, one ?? '');
    const other = await studio.addScene(await studio.addProject(), { prompt: 'Elsewhere.' });
    const call = (id: string) => studio.generate(projectId, [id]);
    await expect(call(other)).rejects.toMatchObject({ code: 'not_found' });
    await expect(call(extension)).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await statuses()).toEqual(['pending', 'pending']);
  });

  test('whose answer was lost need consent to a second charge', async () => {
    const [one, two] = await addScenes('One', 'Two');
    await studio.rows(`update scenes set status = 'failed', answer_lost = 1 where id = '${one}'`);
    await expect(studio.generate(projectId, [one ?? '', two ?? ''])).rejects.toMatchObject({
      code: 'needs_second_charge_consent',
    });
    expect(await studio.rows('select id from jobs')).toEqual([]);
  });

  test('wait until nothing of the project generates, while a single scene need not', async () => {
    const [one, two, three] = await addScenes('One', 'Two', 'Three');
    await studio.generateScene(one ?? '');
    await expect(studio.generate(projectId, [two ?? ''])).rejects.toMatchObject({
      code: 'already_generating',
    });
    await studio.makeScene(three ?? '');
    expect(await statuses()).toEqual(['complete', 'pending', 'complete']);
  });
});

describe('a scene that starts where another ends', () => {
  const chained = async (): Promise<[string, string]> => {
    const [one = '', two = ''] = await addScenes('One', 'Two');
    await studio.rows(`update scenes set continue_from_previous = 1 where id = '${two}'`);
    return [one, two];
  };
  const noStart =
    'This scene starts where scene 1 ends, and scene 1 has no clip. Generate scene 1 first, or give this scene its own start.';

  test('is refused alone while that has no clip and gets none, by either call; nothing is written', async () => {
    const [, two] = await chained();
    const refusal = { code: 'invalid_input', message: noStart };
    await expect(studio.generateScene(two)).rejects.toMatchObject(refusal);
    await expect(studio.generate(projectId, [two])).rejects.toMatchObject(refusal);
    expect(await studio.rows('select id from jobs')).toEqual([]);
    expect(await statuses()).toEqual(['pending', 'pending']);
  });

  test('is accepted together with it, and alone while it generates', async () => {
    const [one, two] = await chained();
    await studio.generate(projectId, [two, one]);
    expect(await statuses()).toEqual(['generating', 'generating']);
    await cancelScene(studio.deps, studio.caller(), two);
    await studio.generateScene(two);
    expect(await statuses()).toEqual(['generating', 'generating']);
  });

  test('is accepted alone once it has its own start', async () => {
    const [, two] = await chained();
    await studio.rows(`update scenes set continue_from_previous = 0 where id = '${two}'`);
    await studio.makeScene(two);
    expect(prompts()).toEqual(['Two']);
  });

  test('fails unsent, and doesn’t wait, when that is canceled', async () => {
    const [one, two] = await chained();
    await studio.generate(projectId, [one, two]);
    await studio.runner.runUntilIdle();
    expect(await studio.scene(projectId, two)).toMatchObject({
      note: 'Waiting for scene 1. This scene starts where it ends.',
      queuedAt: studio.startedMs,
    });
    await cancelScene(studio.deps, studio.caller(), one);
    await studio.runner.runUntilIdle();
    expect(await studio.scene(projectId, two)).toMatchObject({
      status: 'failed',
      errorMessage: expect.stringContaining(noStart),
      queuedAt: null,
    });
  });
});

const patch = (sceneId: string, fields: Parameters<typeof patchScene>[3]) =>
  patchScene(
    studio.deps,
    { userId: studio.userId, key: null, ifMatch: null, madeOn: null, device: null, fingerprint: '' },
    sceneId,
    fields,
  );

describe('the length of a scene', () => {
  const choose = (sceneId: string, duration: number) => patch(sceneId, { duration });

  test('is chosen before it is generated, counts as an edit, and is what is asked for', async () => {
    const [one = ''] = await addScenes('One');
    expect(await choose(one, 6)).toMatchObject({ duration: 6, version: 2 });
    await studio.makeScene(one);
    expect(bodies()).toMatchObject([{ response_format: { duration: '6s' } }]);
  });

  test('is one that the model can generate', async () => {
    const [one = ''] = await addScenes('One');
    await expect(choose(one, 5)).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('4, 6, or 8 seconds'),
    });
  });

  test('stays once a clip is there or on its way, and where the scene has segments', async () => {
    const [one = '', two = ''] = await addScenes('One', 'Two');
    await studio.generateScene(one);
    const refusal = { code: 'invalid_input', message: expect.stringContaining('before you generate it') };
    await expect(choose(one, 6)).rejects.toMatchObject(refusal);
    await studio.finish();
    await expect(choose(one, 6)).rejects.toMatchObject(refusal);
    // The same length changes nothing, as when a form sends all its fields.
    expect(await choose(one, 4)).toMatchObject({ duration: 4 });
    const extension = await studio.addExtension(projectId, two);
    for (const id of [two, extension]) await expect(choose(id, 6)).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

describe('the model of a scene', () => {
  test('is the project’s until another is chosen, and is what is asked', async () => {
    const [one = '', two = ''] = await addScenes('One', 'Two');
    const other = (await studio.scene(projectId, one))?.model;
    expect(other).toBeNull();
    await studio.db.execute(`update projects set model = 'veo-3.1'`);
    expect(await patch(one, { model: 'omni' })).toMatchObject({ model: 'omni', duration: 4, version: 2 });
    await studio.makeScene(one);
    expect(bodies()).toMatchObject([{ model: 'gemini-omni-1.2-flash', response_format: { duration: '4s' } }]);
    // This key has no Veo, which is what the other scene would be made by.
    await expect(studio.generateScene(two)).rejects.toMatchObject({
      code: 'model_unreachable',
    });
    // In the movie's order both are asked for together: one that can't be made refuses the call.
    await expect(studio.generate(projectId)).rejects.toMatchObject({ code: 'model_unreachable' });
    expect(await patch(two, { model: 'omni' })).toMatchObject({ model: 'omni' });
    await studio.make(projectId);
    expect(bodies()).toHaveLength(2);
  });

  test('is one that the key can use, as far as that is known, and that can make the length', async () => {
    const [one = '', two = ''] = await addScenes('One', 'Two');
    const length = { code: 'invalid_input', message: expect.stringContaining('Veo 2 generates clips of 5, 6, or 8') };
    await expect(patch(one, { model: 'veo-2' })).rejects.toMatchObject(length);
    // Nobody has asked the provider yet.
    expect(await patch(one, { model: 'veo-2', duration: 5 })).toMatchObject({ model: 'veo-2', duration: 5 });
    expect(await patch(one, { model: null, duration: 4 })).toMatchObject({ model: null });
    await studio.makeScene(one);
    await expect(patch(two, { model: 'veo-3' })).rejects.toMatchObject({
      code: 'model_unreachable',
      message: expect.stringContaining('Gemini Omni'),
    });
    await expect(patch(one, { model: 'omni' })).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

describe('places in line', () => {
  test('are kept until a clip is sent', async () => {
    await addScenes('One', 'Two', 'Three');
    await studio.generate(projectId);
    const startedMs = studio.now();
    const queued = async () => (await studio.scenes(projectId)).map(({ queuedAt }) => queuedAt);
    expect(await queued()).toEqual([startedMs, startedMs, startedMs]);
    await studio.advance(1_000);
    expect(await queued()).toEqual([null, null, startedMs]);
    await studio.finish();
    expect(await queued()).toEqual([null, null, null]);
  });
});

describe('canceling a scene', () => {
  test('that waits in line leaves the others, costs nothing, and can be asked for again', async () => {
    const [, , three] = await addScenes('One', 'Two', 'Three');
    await studio.generate(projectId);
    await studio.runner.runUntilIdle();
    await cancelScene(studio.deps, studio.caller(), three ?? '');
    expect(await studio.scene(projectId, three ?? '')).toMatchObject({ status: 'pending', note: null, queuedAt: null });
    await studio.finish();
    expect(await statuses()).toEqual(['complete', 'complete', 'pending']);
    expect(prompts().map(String).toSorted()).toEqual(['One', 'Two']);
    await studio.makeScene(three ?? '');
    expect([prompts().length, prompts().at(-1)]).toEqual([3, 'Three']);
  });

  test('that is being made tells the model, and makes room for the next in line', async () => {
    const [one] = await addScenes('One', 'Two', 'Three');
    await studio.generate(projectId);
    await studio.runner.runUntilIdle();
    await cancelScene(studio.deps, studio.caller(), one ?? '');
    await studio.finish();
    expect(gemini.requests.filter(({ operation }) => operation === 'interactions.cancel')).toHaveLength(1);
    expect((await statuses()).slice(1)).toEqual(['complete', 'complete']);
    expect(prompts().map(String).toSorted()).toEqual(['One', 'Three', 'Two']);
  });

  test('takes its extensions along, keeps the clip it has, and refuses an extension by itself', async () => {
    const [one = ''] = await addScenes('One');
    await studio.makeScene(one);
    const before = await studio.scene(projectId, one);
    const extension = await studio.addExtension(projectId, one);
    await studio.generateScene(one);
    await expect(cancelScene(studio.deps, studio.caller(), extension)).rejects.toMatchObject({ code: 'invalid_input' });
    await cancelScene(studio.deps, studio.caller(), one);
    expect(await statuses()).toEqual(['complete', 'pending']);
    expect(await studio.scene(projectId, one)).toMatchObject({ sha256: before.sha256, trimStart: null });
  });

  test('at rest changes nothing, and a stranger’s scene is not found', async () => {
    const [one = ''] = await addScenes('One');
    const before = await studio.scene(projectId, one);
    await cancelScene(studio.deps, studio.caller(), one);
    expect(await studio.scene(projectId, one)).toEqual(before);
    const stranger = { userId: '01890000-0000-7000-8000-000000000000', idempotencyKey: null };
    await expect(cancelScene(studio.deps, stranger, one)).rejects.toMatchObject({ code: 'not_found' });
  });
});
