import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { breakDownByRules } from '#edge-api/providers/text-model/demo/break-down.ts';
import { chooseMaster } from '#edge-api/providers/video-model/demo/choose-master.ts';
import { readManifest } from '#edge-api/providers/video-model/demo/master-files.ts';
import { mastersOnDisk } from '#edge-api/providers/video-model/demo/masters-on-disk.ts';
import { startBreakdown } from '#edge-api/services/generation.ts';
import { listModels } from '#edge-api/services/models.ts';
import { startDemoStudio, type Studio } from './generation-harness.ts';

const readMaster = mastersOnDisk(fileURLToPath(new URL('../../edge-api/demo-masters/', import.meta.url)));

let studio: Studio;
beforeEach(async () => {
  studio = await startDemoStudio();
});
afterEach(() => studio.close());

describe('the demo studio', () => {
  test('takes an idea all the way to stored clips with posters, at no cost', async () => {
    const projectId = await studio.addProject({ model: 'veo-3.1' });
    await startBreakdown(studio.deps, studio.caller(), projectId);
    await studio.finish();
    await studio.make(projectId);
    const scenes = await studio.scenes(projectId);
    expect(scenes.map((scene) => [scene.status, scene.duration, scene.frameCount])).toEqual([
      ['complete', 8, 192],
      ['complete', 8, 192],
      ['complete', 8, 192],
      ['complete', 6, 144],
    ]);
    for (const scene of scenes) {
      expect(scene).toMatchObject({ isDemo: true, width: 1280, height: 720, hasAudio: true, fps: { num: 24, den: 1 } });
      expect(scene.thumbnailUrl).toBe(`/api/media/${scene.sha256}/frames/first`);
    }
    expect(await studio.rows('select distinct place from frames order by place')).toEqual([
      { place: 'first' },
      { place: 'last' },
    ]);
    expect(await studio.rows('select sum(amount_micro_usd) as spent from ledger')).toEqual([{ spent: 0 }]);
  });

  test('takes two and a half seconds for a clip, two at once, in the order of the scenes', async () => {
    const projectId = await studio.addProject({ model: 'veo-3.1' });
    for (const prompt of ['One.', 'Two.', 'Three.']) await studio.addScene(projectId, { prompt });
    await studio.generate(projectId);
    await studio.runner.runUntilIdle();
    await studio.advance(2_499);
    expect(await studio.statuses(projectId)).toEqual(['generating', 'generating', 'generating']);
    await studio.advance(1);
    expect(await studio.statuses(projectId)).toEqual(['complete', 'complete', 'generating']);
    await studio.advance(2_500);
    expect(await studio.statuses(projectId)).toEqual(['complete', 'complete', 'complete']);
  });

  test('fails and refuses when the prompt says so, and the rest is made', async () => {
    const projectId = await studio.addProject({ model: 'veo-2' });
    for (const prompt of ['Broken [fail].', 'Never [refuse].', 'Fine.'])
      await studio.addScene(projectId, { prompt, duration: 5 });
    await studio.make(projectId);
    const scenes = await studio.scenes(projectId);
    expect(scenes.map((scene) => scene.status)).toEqual(['failed', 'failed', 'complete']);
    expect(scenes.map((scene) => scene.errorMessage)).toEqual([
      expect.stringContaining('failed'),
      expect.stringContaining('refused'),
      null,
    ]);
    expect(scenes[2]?.frameCount).toBe(120);
  });

  test('loses its answer when the prompt says so, and makes the clip again only with consent', async () => {
    const projectId = await studio.addProject();
    const sceneId = await studio.addScene(projectId, { prompt: 'Lost [lose].' });
    await studio.make(projectId);
    expect(await studio.scene(projectId, sceneId)).toMatchObject({ status: 'failed', answerLost: true });
    await studio.rows(`update scenes set description = 'Found.' where id = '${sceneId}'`);
    await studio.makeScene(sceneId, { acceptSecondCharge: true });
    expect((await studio.scene(projectId, sceneId)).status).toBe('complete');
  });

  test('goes on after a restart with what was begun', async () => {
    const projectId = await studio.addProject();
    await studio.addScene(projectId, { prompt: 'One.' });
    await studio.generate(projectId);
    await studio.runner.runUntilIdle();
    await studio.runner.stop();
    const next = studio.secondRunner();
    await studio.advance(3_000);
    await next.runUntilIdle();
    await next.stop();
    expect((await studio.scenes(projectId))[0]?.status).toBe('complete');
  });

  test('reaches every model', async () => {
    expect((await listModels(studio.deps, studio.userId, async () => undefined)).every((row) => row.reachable)).toBe(
      true,
    );
  });

  test('has a picture for every ratio and size, by the words of the prompt where it can', async () => {
    const manifest = await readManifest(readMaster);
    for (const ratio of ['16:9', '9:16'] as const) {
      for (const resolution of ['720p', '1080p'] as const) {
        const chosen = chooseMaster(manifest, { prompt: 'A boat in the harbour at night.', ratio, resolution });
        expect(chosen).toMatchObject({ moodId: 'harbour-night', clip: { ratio, resolution } });
      }
    }
    const moods = ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon', 'Zeta'].map(
      (prompt) => chooseMaster(manifest, { prompt, ratio: '16:9', resolution: '720p' }).moodId,
    );
    expect(new Set(moods).size).toBeGreaterThan(2);
  });

  test.each([
    ['The first astronaut on Mars finds a door.', 'deep-space'],
    ['A robot tends the last spaceship of a dead planet.', 'deep-space'],
    ['A widow bakes bread in her kitchen and writes letters to nobody.', 'quiet-room'],
    ['My grandmother never wrote down her soup recipe.', 'quiet-room'],
    ['A boy flies a kite above his father’s farm.', 'summer-hill'],
    ['Two sheep and a dog run away from a village in summer.', 'summer-hill'],
    ['A taxi driver crosses the neon city.', 'city-neon'],
  ])('opens with the picture that the idea is about: %s', async (description, mood) => {
    const manifest = await readManifest(readMaster);
    const request = {
      title: 'A Film',
      description,
      genreLabels: ['Drama'],
      model: 'veo-3.1',
      aspectRatio: '16:9',
    } as const;
    const [first] = breakDownByRules({
      ...request,
      earlier: [],
      cast: [],
      part: { number: 1, count: 1 },
      sceneSeconds: [8, 8, 8],
    }).scenes;
    for (const ratio of ['16:9', '9:16'] as const) {
      const chosen = chooseMaster(manifest, { prompt: first?.prompt ?? '', ratio, resolution: '720p' });
      expect(chosen.moodId).toBe(mood);
      expect((await readMaster(chosen.clip.file)).byteLength).toBeGreaterThan(100_000);
    }
  });

  test.each([
    ['A clerk counts coins by candlelight.', 3],
    ['A dog learns to cook and opens a restaurant. The critics come. He wins a star.', 3],
    ['Supper for one, told in five gestures.', 3],
    ['A harbour town has forgotten its lighthouse. A keeper finds the logbook. At night the tower glows again.', 3],
  ])('shows a short movie in as many pictures as it can: %s', async (description, atLeast) => {
    const manifest = await readManifest(readMaster);
    const request = {
      title: 'A Film',
      description,
      genreLabels: ['Action'],
      model: 'veo-3.1',
      aspectRatio: '16:9',
      earlier: [],
      cast: [],
    } as const;
    const part = { number: 1, count: 1 };
    const movie = (sceneSeconds: readonly number[]) =>
      breakDownByRules({ ...request, part, sceneSeconds }).scenes.map(
        ({ prompt }) => chooseMaster(manifest, { prompt, ratio: '16:9', resolution: '720p' }).moodId,
      );
    expect(new Set(movie([8, 8, 8, 6])).size).toBeGreaterThanOrEqual(atLeast);
    const minute = movie([8, 8, 8, 8, 8, 8, 6, 6]);
    expect(minute.filter((mood, index) => mood === minute[index - 1])).toEqual([]);
  });
});
