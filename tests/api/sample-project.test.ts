/** The sample project: its files, and the copy that a person opens. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { sampleFromAssets } from '#edge-api/providers/sample-clips/from-assets.ts';
import { parseMp4Facts } from '#edge-api/services/parse-mp4-facts.ts';
import { projectAndScenesReply, projectListReply, projectReply } from '#shared/api/projects.ts';
import { showcaseProjectReply } from '#shared/api/showcase.ts';
import { sceneSchema } from '#shared/entities/scene.ts';
import { publicSample } from '#shared/sample/public-sample.ts';
import { sampleClips, sampleFiles } from '#shared/sample/sample-clips.ts';
import { sampleMusic } from '#shared/sample/sample-music.ts';
import { sampleProject, sampleSceneList } from '#shared/sample/sample-project.ts';
import { someOf } from '#tests/helpers/test-values.ts';
import { startTestApi, type TestApi, type TestUser } from './harness.ts';

const publicFolder = join(import.meta.dirname, '../../public');

let api: TestApi;
let ada: TestUser;
beforeEach(async () => {
  api = await startTestApi();
  ada = await api.as('Ada');
});
afterEach(() => api.close());

const open = async (user: TestUser, init: { headers?: Record<string, string> } = {}) => {
  const reply = await user.fetch('/api/sample-project', { method: 'POST', json: {}, ...init });
  expect(reply.status).toBe(201);
  return projectAndScenesReply.parse(await reply.json());
};

describe('opening the sample project', () => {
  test('makes a finished movie of five scenes, with texts, a trim, and a crossfade, which the person owns', async () => {
    const { project, scenes } = await open(ada);
    expect(project).toMatchObject({ title: 'The Long Way Home', status: 'complete', isPublic: false, isDemo: true });
    expect(project.totalDuration).toBe(37);
    expect(scenes.map(({ sceneNumber, status }) => [sceneNumber, status])).toEqual(
      [1, 2, 3, 4, 5].map((number) => [number, 'complete']),
    );
    expect(scenes.filter(({ textOverlays }) => textOverlays.length > 0)).toHaveLength(2);
    expect(scenes.map(({ trimEnd }) => trimEnd)).toEqual([null, null, null, 6, null]);
  });

  test('brings its music as one of the person’s own files, once however often it is opened', async () => {
    const { project } = await open(ada);
    await open(ada);
    expect(project.audio).toMatchObject([{ kind: 'music', mediaId: sampleMusic.sha256, outSeconds: 37 }]);
    const { sha256, sizeBytes, type, facts } = sampleMusic;
    expect(await ada.json('/api/own-files')).toMatchObject([{ kind: 'sound', sha256, sizeBytes, type, facts }]);
    const file = await ada.fetch(`/api/media/${sha256}`);
    expect(hashOf(new Uint8Array(await file.arrayBuffer()))).toBe(sha256);
  });

  test('answers what is read afterwards', async () => {
    const { project, scenes } = await open(ada);
    expect(projectReply.parse(await ada.json(`/api/projects/${project.id}`))).toEqual(project);
    expect(z.array(sceneSchema).parse(await ada.json(`/api/projects/${project.id}/scenes`))).toEqual(scenes);
  });

  test('brings clips and pictures that play at once, of which everybody’s copies share the files', async () => {
    const { scenes } = await open(ada);
    for (const { videoUrl, thumbnailUrl, sha256 } of scenes) {
      const clip = await ada.fetch(videoUrl ?? '');
      expect(
        createHash('sha256')
          .update(new Uint8Array(await clip.arrayBuffer()))
          .digest('hex'),
      ).toBe(sha256);
      expect((await ada.fetch(thumbnailUrl ?? '')).status).toBe(200);
      expect((await ada.fetch(`/api/media/${sha256}/frames/last`)).status).toBe(200);
    }
    await open(await api.as('Bea'));
    const rows = await api.db.execute('select count(*) as files from media');
    expect(rows.rows[0]?.['files']).toBe(5);
  });

  test('makes a row only once somebody opens it, and one for each request', async () => {
    const list = async () => projectListReply.parse(await ada.json('/api/user/projects'));
    expect(await list()).toEqual([]);
    const headers = { 'Idempotency-Key': 'sample' };
    const { project } = await open(ada, { headers });
    expect((await open(ada, { headers })).project).toEqual(project);
    expect((await list()).map(({ id }) => id)).toEqual([project.id]);
  });

  test('needs a person, but no key', async () => {
    const origin = api.config.publicUrl;
    const headers = { Origin: origin, 'Content-Type': 'application/json' };
    expect((await api.fetch('/api/sample-project', { method: 'POST', headers, body: '{}' })).status).toBe(401);
  });

  test('leaves a project that can be edited and deleted like any other', async () => {
    const { project, scenes } = await open(ada);
    const scene = scenes[0];
    const edited = await ada.json(`/api/scenes/${scene?.id}`, { method: 'PATCH', json: { title: 'Dawn' } });
    expect(sceneSchema.parse(edited)).toMatchObject({ title: 'Dawn', status: 'complete', version: 2 });
    const removed = await ada.fetch(`/api/projects/${project.id}`, { method: 'DELETE' });
    expect(removed.status).toBe(204);
    expect(projectListReply.parse(await ada.json('/api/user/projects'))).toEqual([]);
  });
});

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe('the sample’s static files', () => {
  test('have the music that the API brings, and that the public player plays', async () => {
    const bytes = new Uint8Array(await readFile(join(publicFolder, sampleMusic.path)));
    expect(hashOf(await api.deps.sampleClips.readMusic())).toBe(sampleMusic.sha256);
    expect([hashOf(bytes), bytes.length]).toEqual([sampleMusic.sha256, sampleMusic.sizeBytes]);
    expect(publicSample.audio.map(({ mediaId }) => mediaId)).toEqual([sampleMusic.sha256]);
  });

  test.each(someOf(sampleClips.map((clip) => [clip.name, clip] as const)))(
    '%s is what the API makes of the masters',
    async (name, clip) => {
      const made = await api.deps.sampleClips.read(name);
      const files = sampleFiles(name);
      const read = async (path: string) => new Uint8Array(await readFile(join(publicFolder, path)));
      const bytes = await read(files.clip);
      expect(bytes).toEqual(made.clip);
      expect(await read(files.first)).toEqual(made.first);
      expect(await read(files.last)).toEqual(made.last);
      expect([createHash('sha256').update(bytes).digest('hex'), bytes.length]).toEqual([clip.sha256, clip.sizeBytes]);
    },
  );

  test('are what the public player says of them', async () => {
    expect(showcaseProjectReply.parse(publicSample)).toEqual(publicSample);
    for (const [index, scene] of publicSample.scenes.entries()) {
      const bytes = await readFile(join(publicFolder, scene.videoUrl ?? ''));
      const { video, audio } = await parseMp4Facts({
        sizeBytes: bytes.length,
        read: async (start, end) => new Uint8Array(bytes.subarray(start, end)),
      });
      const { width, height, fps, frameCount } = video;
      expect(scene).toMatchObject({ width, height, fps, frameCount, hasAudio: audio !== null });
      expect(scene.title).toBe(sampleSceneList[index]?.title);
    }
    expect(publicSample.project.title).toBe(sampleProject.title);
    expect(publicSample.project.totalDuration).toBe(37);
    expect(publicSample.scenes.map(({ transition }) => transition?.kind ?? null)).toEqual([
      null,
      null,
      null,
      'crossfade',
      null,
    ]);
  });

  test('are found by the edge, which says when one is missing', async () => {
    const asked: string[] = [];
    const assets = (body: string, type: string) => ({
      fetch: async (request: Request) => {
        asked.push(new URL(request.url).pathname);
        return new Response(body, { headers: { 'content-type': type } });
      },
    });
    const found = await sampleFromAssets(assets('bytes', 'video/mp4'), 'https://storyreel.example').read('city-neon');
    expect(new TextDecoder().decode(found.clip)).toBe('bytes');
    expect(asked.toSorted()).toEqual(Object.values(sampleFiles('city-neon')).toSorted());
    const missing = sampleFromAssets(assets('<html>', 'text/html; charset=utf-8'), 'https://storyreel.example');
    await expect(missing.read('city-neon')).rejects.toThrow('The sample has no file');
  });
});
