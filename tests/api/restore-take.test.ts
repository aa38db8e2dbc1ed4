/** Bringing back the clip that a newer one took the place of. */
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { restoreTake } from '#edge-api/services/restore-take.ts';
import { sweepMedia } from '#edge-api/services/media.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { playedSegment } from '#shared/rules/segments.ts';
import { makeClip } from '#tests/helpers/clips/make-clip.ts';
import { FAKE_KEYS } from '#tests/helpers/fake-gemini/credentials.ts';
import { startFakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { startStudio, type Studio } from './generation-harness.ts';

const DAY_MS = 24 * 60 * 60_000;

let studio: Studio;
let projectId: string;
let sceneId: string;
/** Whether every clip that is made is the same file. */
let isSameFile = false;

const gemini = await startFakeGemini({
  clips: ({ durationSeconds, index }) =>
    makeClip({ seconds: durationSeconds, size: '360p', sceneNumber: isSameFile ? 1 : (index % 6) + 1 }),
});
afterAll(() => gemini.close());
beforeEach(async () => {
  isSameFile = false;
  gemini.reset();
  studio = await startStudio({ apiKey: FAKE_KEYS.good, baseUrl: gemini.url });
  projectId = await studio.addProject();
  sceneId = await studio.addScene(projectId, { prompt: 'A quiet harbour.', duration: 8 });
});
afterEach(() => studio.close());

const scene = () => studio.scene(projectId, sceneId);

type Call = { userId?: string; ifMatch?: number; key?: string };

const restore = (sha256: string | null, { userId = studio.userId, ifMatch, key }: Call = {}) =>
  restoreTake(
    studio.deps,
    {
      userId,
      key: key ?? null,
      ifMatch: ifMatch ?? null,
      madeOn: null,
      device: null,
      fingerprint: `restore ${sha256}`,
    },
    sceneId,
    sha256 ?? '',
  );

async function generate(): Promise<void> {
  await studio.make(projectId);
}

async function generateAgain(): Promise<void> {
  await studio.makeScene(sceneId);
}

const clipOf = ({ sha256, videoUrl, mediaBytes, width, height, fps, frameCount, clipPromptHash }: Scene) => ({
  sha256,
  videoUrl,
  mediaBytes,
  width,
  height,
  fps,
  frameCount,
  clipPromptHash,
});

/** A trimmed clip, and the one that has taken its place. */
async function twoTakes(): Promise<{ former: Scene; present: Scene }> {
  await generate();
  await studio.rows(`update scenes set trim_start = 0.1, trim_end = 2 where id = '${sceneId}'`);
  const former = await scene();
  await studio.rows(`update scenes set description = 'A stormy harbour.' where id = '${sceneId}'`);
  await generateAgain();
  return { former, present: await scene() };
}

describe('the former clip of a scene', () => {
  test('comes back with its facts and trims as an edit, and the newer one after it', async () => {
    const { former, present } = await twoTakes();
    expect(present.sha256).not.toBe(former.sha256);
    const reply = await restore(former.sha256, { ifMatch: present.version });
    const back = await scene();
    expect(clipOf(back)).toEqual(clipOf(former));
    expect(back).toMatchObject({ status: 'complete', trimStart: 0.1, trimEnd: 2, version: present.version + 1 });
    expect(reply.scenes).toEqual(await studio.scenes(projectId));

    await restore(present.sha256);
    expect(clipOf(await scene())).toEqual(clipOf(present));
    expect(await scene()).toMatchObject({ trimStart: null, trimEnd: null, version: present.version + 2 });
  });

  test('comes back once however often it is asked for', async () => {
    const { former, present } = await twoTakes();
    const first = await restore(former.sha256, { ifMatch: present.version, key: 'op' });
    const version = (await scene()).version;
    expect(await restore(former.sha256, { ifMatch: present.version, key: 'op' })).toEqual(first);
    await restore(former.sha256);
    expect((await scene()).version).toBe(version);
  });

  test('is kept for thirty days, and the one that is shown for good', async () => {
    const { former, present } = await twoTakes();
    await restore(former.sha256);
    studio.skip(29 * DAY_MS);
    await sweepMedia(studio.deps);
    expect(await studio.mediaStore.size(present.sha256 ?? '')).not.toBeNull();
    studio.skip(2 * DAY_MS);
    await sweepMedia(studio.deps);
    expect(await studio.mediaStore.size(present.sha256 ?? '')).toBeNull();
    expect(await studio.mediaStore.size(former.sha256 ?? '')).not.toBeNull();
    await expect(restore(present.sha256)).rejects.toMatchObject({ code: 'invalid_input' });
    expect(clipOf(await scene())).toEqual(clipOf(former));
  });

  test('does not come back over an edit that nobody has seen, while another is made, or for somebody else', async () => {
    const { former, present } = await twoTakes();
    await expect(restore(former.sha256, { ifMatch: present.version - 1 })).rejects.toMatchObject({
      code: 'version_conflict',
    });
    await expect(restore(former.sha256, { userId: 'somebody else' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(restore('0'.repeat(64))).rejects.toMatchObject({ code: 'invalid_input' });
    await studio.generateScene(sceneId);
    await expect(restore(former.sha256)).rejects.toMatchObject({ code: 'already_generating' });
    expect((await scene()).sha256).toBe(present.sha256);
  });

  test('is none where the same file came again, and its trims stay', async () => {
    isSameFile = true;
    const { former, present } = await twoTakes();
    expect(present).toMatchObject({ sha256: former.sha256, trimStart: 0.1, trimEnd: 2, version: former.version });
    expect(await studio.rows('select sha256 from takes')).toEqual([{ sha256: null }]);
  });
});

describe('a scene of several pieces', () => {
  let extensionId: string;
  beforeEach(async () => {
    extensionId = await studio.addExtension(projectId, sceneId);
  });

  const segments = async () => [await scene(), await studio.scene(projectId, extensionId)];
  const files = async () => (await segments()).map(({ sha256 }) => sha256);
  const played = async () => playedSegment(await scene(), await studio.scenes(projectId)).sha256;

  test('comes back with all of them', async () => {
    await generate();
    const former = await files();
    await generateAgain();
    const present = await files();
    expect(new Set([...former, ...present]).size).toBe(4);
    await restore(former[0] ?? null);
    expect(await files()).toEqual(former);
    expect(await played()).toBe(former[1]);
    await restore(present[0] ?? null);
    expect(await files()).toEqual(present);
  });

  test('whose second piece failed this time is whole again, and stays so', async () => {
    await generate();
    const former = await files();
    await studio.generateScene(sceneId);
    await studio.runner.runUntilIdle();
    const body = { error: { code: 'SAFETY', message: 'Blocked.', status: 'SAFETY' } };
    gemini.onNext('interactions.create', { kind: 'json', status: 400, body });
    await studio.finish();
    expect((await segments()).map(({ status }) => status)).toEqual(['complete', 'failed']);
    const [first] = await files();
    await restore(former[0] ?? null);
    expect(await files()).toEqual(former);
    expect((await segments()).map(({ status, errorMessage }) => [status, errorMessage])).toEqual([
      ['complete', null],
      ['complete', null],
    ]);
    await expect(restore(first ?? null)).rejects.toMatchObject({ code: 'invalid_input' });
  });

  test('is no scene by itself', async () => {
    await generate();
    const piece = restoreTake(
      studio.deps,
      { userId: studio.userId, key: null, ifMatch: null, madeOn: null, device: null, fingerprint: '' },
      extensionId,
      '0'.repeat(64),
    );
    await expect(piece).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

test('what goes on from a clip that came back goes on from that one', async () => {
  const { former } = await twoTakes();
  await restore(former.sha256);
  await studio.addExtension(projectId, sceneId);
  await studio.make(projectId);
  expect((await scene()).sha256).toBe(former.sha256);
  const [madeFirst] = await studio.rows(
    `select upstream_id as id from jobs where scene_id = '${sceneId}' order by created_at_ms limit 1`,
  );
  const extended = gemini.requests.findLast(({ operation }) => operation === 'interactions.create')?.body;
  expect(extended).toMatchObject({ previous_interaction_id: madeFirst?.['id'] });
});
