/** Long movies are broken down part by part; what the text model answers is put right where sums and looks are concerned. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cameraAngleSchema, moodSchema } from '#shared/catalogue/shot-words.ts';
import type { ModelId } from '#shared/catalogue/models.ts';
import { startBreakdown } from '#edge-api/services/generation.ts';
import { cancelGeneration } from '#edge-api/services/stop-generation.ts';
import { demoTextModel } from '#edge-api/providers/text-model/demo.ts';
import { FAKE_KEYS } from '#tests/helpers/fake-gemini/credentials.ts';
import type { TextRequest } from '#tests/helpers/fake-gemini/options.ts';
import { atNoCost } from '#tests/helpers/at-no-cost.ts';
import { startFakeGemini, type FakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { settledByHand } from '#tests/helpers/settled-by-hand.ts';
import { startStudio, type Studio } from './generation-harness.ts';

const KEEPER = { name: 'Old Tom', description: 'A man of seventy with a white beard and a blue coat.' };

type Wish = Partial<Record<'prompt' | 'description' | 'negativePrompt' | 'lighting' | 'movement', string>> & {
  seconds?: number;
};

let gemini: FakeGemini;
let studio: Studio;
/** What the text model was asked, and what it answers: a wish for each scene, else as it is listed. */
let asked: string[];
let wish: (question: string, scene: number) => Wish;
let characters: { name: string; description: string }[];
/** Answers of the text model are held back until it ends. */
let held: Promise<void> | null;

beforeEach(async () => {
  asked = [];
  wish = () => ({});
  characters = [];
  held = null;
  gemini = await startFakeGemini({
    text: answer,
    delayMs: () => (held === null ? 0 : 1),
    wait: async () => held,
  });
  studio = await startStudio({ apiKey: FAKE_KEYS.good, baseUrl: gemini.url });
});
afterEach(async () => {
  await studio.close();
  await gemini.close();
});

function answer({ prompt }: TextRequest): unknown {
  asked.push(prompt);
  const listed = [...prompt.matchAll(/^\d+\. (\d+) seconds$/gm)].map((match) => Number(match[1]));
  const scenes = listed.map((seconds, index) => ({
    title: `Scene ${asked.length}.${index + 1}`,
    description: 'The sea is grey.',
    prompt: 'Waves. Single continuous shot, no scene cuts.',
    negativePrompt: ' boats, text ',
    seconds,
    cameraAngle: cameraAngleSchema.options[index % 10],
    mood: moodSchema.options[index % 12],
    lighting: 'dawn',
    movement: 'still',
    ...wish(prompt, index),
  }));
  return { characters, scenes: scenes.filter(({ seconds }) => seconds > 0) };
}

async function breakDown(targetLength: number, model: ModelId = 'omni'): Promise<string> {
  const projectId = await studio.addProject({ targetLength, model });
  await startBreakdown(studio.deps, { userId: studio.userId, idempotencyKey: null }, projectId);
  return projectId;
}

const seconds = async (projectId: string): Promise<number[]> =>
  (await studio.scenes(projectId)).filter(({ isExtension }) => !isExtension).map(({ duration }) => duration);

describe('a movie of ten minutes', () => {
  test('is asked for in five parts that know of each other, and its scenes come in order', async () => {
    const projectId = await breakDown(600);
    await studio.finish();
    expect(await studio.breakdown(projectId)).toEqual({ status: null, error: null });
    const scenes = await studio.scenes(projectId);
    expect(await seconds(projectId)).toEqual(Array.from({ length: 75 }, () => 8));
    expect(scenes.map(({ sceneNumber }) => sceneNumber)).toEqual(scenes.map((_, index) => index + 1));
    expect(asked).toHaveLength(5);
    expect(asked.map((question) => /Write part (\d) of 5/.exec(question)?.[1])).toEqual(['1', '2', '3', '4', '5']);
    expect(asked[0]).not.toContain('written already');
    expect(asked[4]).toContain('60. Scene 4.15: The sea is grey.');
  });

  test('whose breakdown is interrupted goes on with the part that is missing', async () => {
    const projectId = await breakDown(600);
    wish = (question) => {
      if (question.includes('part 3 of 5')) void studio.runner.stop();
      return {};
    };
    await studio.runner.runUntilIdle();
    expect(asked).toHaveLength(3);
    expect(sumOf(await seconds(projectId))).toBe(240);
    expect(await studio.breakdown(projectId)).toEqual({ status: 'running', error: null });
    const second = studio.secondRunner();
    await second.runUntilIdle();
    await second.stop();
    expect(sumOf(await seconds(projectId))).toBe(600);
    expect(asked.map((question) => /part (\d) of 5/.exec(question)?.[1])).toEqual(['1', '2', '3', '3', '4', '5']);
  });

  test('of which one part fails for good keeps no scene that nobody has touched, and may be tried again', async () => {
    wish = (question) => (question.includes('part 3 of 5') ? { prompt: ' ' } : {});
    const projectId = await breakDown(600);
    await studio.finish();
    expect(await studio.breakdown(projectId)).toMatchObject({ status: 'failed' });
    expect(await studio.scenes(projectId)).toEqual([]);
    wish = () => ({});
    await startBreakdown(studio.deps, { userId: studio.userId, idempotencyKey: null }, projectId);
    await studio.finish();
    expect(sumOf(await seconds(projectId))).toBe(600);
  });
});

describe('every scene of a breakdown', () => {
  test('has words for all that the product shows and sends', async () => {
    const projectId = await breakDown(30);
    await studio.finish();
    for (const scene of await studio.scenes(projectId))
      expect(scene).toMatchObject({
        title: expect.stringMatching(/^Scene /),
        description: 'The sea is grey.',
        prompt: 'Waves. Single continuous shot, no scene cuts.',
        negativePrompt: 'boats, text',
        metadata: { lighting: 'dawn', movement: 'still' },
      });
  });

  test.each(['prompt', 'negativePrompt', 'lighting', 'movement'] as const)(
    'is asked for once more when one has an empty %s',
    async (name) => {
      wish = (_, scene) => (asked.length === 1 && scene === 1 ? { [name]: ' ' } : {});
      await breakDown(30);
      await studio.finish();
      expect(asked).toHaveLength(2);
      expect(asked[1]).toContain(`Scene 2 has an empty ${name}.`);
    },
  );

  test('of the demo studio has them too', async () => {
    const request = {
      title: 'Up',
      description: 'A climber rests.',
      genreLabels: [],
      aspectRatio: '16:9',
      model: 'omni',
    } as const;
    const { scenes } = await demoTextModel().breakDown(
      { ...request, part: { number: 1, count: 1 }, sceneSeconds: [8, 8], earlier: [], cast: [] },
      atNoCost(1_000),
    );
    for (const { negativePrompt, metadata } of scenes)
      expect([negativePrompt, metadata.lighting, metadata.movement]).not.toContain('');
  });
});

describe('a breakdown that is stopped', () => {
  const states = async () => (await studio.rows('select state from jobs order by rowid')).map(({ state }) => state);

  test('while its third part is written keeps the scenes of the first two, and the project goes on with them', async () => {
    const projectId = await breakDown(600);
    const [part, release] = [settledByHand(), settledByHand()];
    wish = (question) => {
      if (!question.includes('part 3 of 5')) return {};
      held = release.promise;
      part.resolve();
      return {};
    };
    const working = studio.runner.runUntilIdle();
    await part.promise;
    await cancelGeneration(studio.deps, studio.caller(), projectId);
    const scenes = await studio.scenes(projectId);
    expect(sumOf(scenes.map(({ duration }) => duration))).toBe(240);
    release.resolve();
    await working;
    await studio.finish();
    expect(await studio.breakdown(projectId)).toEqual({ status: null, error: null });
    expect(await studio.scenes(projectId)).toEqual(scenes);
    expect(asked).toHaveLength(3);
    expect(await states()).toEqual(['cancelled']);

    await expect(startBreakdown(studio.deps, studio.caller(), projectId)).rejects.toMatchObject({
      code: 'scenes_exist',
    });
    await studio.addScene(projectId, { prompt: 'An end of my own.' });
    await studio.generate(projectId);
    const wanted = await studio.scenes(projectId);
    expect(wanted).toHaveLength(scenes.length + 1);
    expect(wanted.every(({ status }) => status === 'generating')).toBe(true);
    await cancelGeneration(studio.deps, studio.caller(), projectId);
  });

  test('before a scene has come can be begun again', async () => {
    const projectId = await breakDown(60);
    await cancelGeneration(studio.deps, studio.caller(), projectId);
    await studio.finish();
    expect(asked).toEqual([]);
    expect(await studio.breakdown(projectId)).toEqual({ status: null, error: null });
    await startBreakdown(studio.deps, studio.caller(), projectId);
    await studio.finish();
    expect(sumOf(await seconds(projectId))).toBe(60);
    expect(await states()).toEqual(['cancelled', 'done']);
  });
});

function sumOf(lengths: readonly number[]): number {
  return lengths.reduce((sum, length) => sum + length, 0);
}

describe('lengths', () => {
  test('that do not add up are put right, near to what was answered', async () => {
    wish = (_, scene) => ({ seconds: [4, 9, 3, 11][scene] ?? 8 });
    const projectId = await breakDown(30, 'veo-2');
    await studio.finish();
    expect(sumOf(await seconds(projectId))).toBe(30);
    expect(asked).toHaveLength(1);
  });

  test('of two long scenes become a clip and an extension each, where the model can extend', async () => {
    wish = (_, scene) => ({ seconds: scene < 2 ? 15 : 0 });
    const projectId = await breakDown(30);
    await studio.finish();
    const rows = await studio.scenes(projectId);
    expect(rows.map((row) => [row.sceneNumber, row.duration, row.extensionIndex])).toEqual([
      [1, 15, null],
      [1, 7, 1],
      [2, 15, null],
      [2, 7, 1],
    ]);
    expect(rows.map(({ parentSceneId }) => parentSceneId)).toEqual([null, rows[0]?.id, null, rows[2]?.id]);
  });

  test('of long scenes are asked for again where the model can’t extend', async () => {
    wish = (_, scene) => (asked.length === 1 ? { seconds: scene < 2 ? 15 : 0 } : {});
    const projectId = await breakDown(30, 'veo-2');
    await studio.finish();
    expect(await seconds(projectId)).toEqual([8, 8, 8, 6]);
    expect(asked).toHaveLength(2);
    expect(asked[0]).not.toContain('15 seconds');
  });

  test('are the demo studio’s two long scenes where the idea asks for one take', async () => {
    const request = {
      title: 'Up',
      description: 'A climber goes up a wall in one take. She rests.',
      genreLabels: ['Drama'],
      aspectRatio: '16:9',
      part: { number: 1, count: 1 },
      sceneSeconds: [8, 8, 8, 6],
      earlier: [],
      cast: [KEEPER],
    } as const;
    const lengths = async (model: ModelId) =>
      (await demoTextModel().breakDown({ ...request, model }, atNoCost(1_000))).scenes.map((scene) => scene.seconds);
    expect(await lengths('veo-3.1')).toEqual([15, 15]);
    expect(await lengths('veo-2')).toEqual([8, 8, 8, 6]);
  });
});

describe('a character who comes back', () => {
  test('is described in the same words in every prompt, also in later parts and when a prompt is composed anew', async () => {
    characters = [KEEPER, { ...KEEPER, name: 'old tom' }, { name: ' ', description: 'Nobody.' }];
    wish = (_, scene) => (scene % 2 === 0 ? { description: 'Old Tom lights the lamp.', seconds: 4 } : { seconds: 4 });
    const projectId = await breakDown(240);
    await studio.finish();
    const scenes = await studio.scenes(projectId);
    const fixed = `${KEEPER.name}: ${KEEPER.description}`;
    for (const { description, prompt } of scenes)
      expect([description, prompt.split(fixed).length - 1]).toEqual([description, description.includes('Tom') ? 1 : 0]);
    expect(asked[1]).toContain(`Fixed characters:\n<idea>\n${fixed}\n</idea>`);
    await studio.rows(`update scenes set title = 'Edited', duration = 4 where scene_number = 1`);
    await studio.rows('delete from scenes where scene_number > 1');
    await studio.make(projectId);
    expect(gemini.jobs.map(({ prompt }) => [prompt.startsWith('Edited.'), prompt.includes(fixed)])).toEqual([
      [true, true],
    ]);
  });

  test('leaves camera angle and mood to the closed lists: an answer with another word is asked for again', async () => {
    wish = () => (asked.length === 1 ? ({ mood: 'grumpy' } as Wish) : {});
    const projectId = await breakDown(30);
    await studio.finish();
    expect(asked).toHaveLength(2);
    for (const { metadata } of await studio.scenes(projectId)) {
      expect(cameraAngleSchema.safeParse(metadata.cameraAngle).success).toBe(true);
      expect(moodSchema.safeParse(metadata.mood).success).toBe(true);
    }
  });
});
