import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { generateScene, generateVideos } from '#edge-api/services/generation.ts';
import { cancelGeneration, dismissFailure } from '#edge-api/services/stop-generation.ts';
import { smallClips } from '#tests/helpers/fake-gemini/options.ts';
import { FAKE_KEYS } from '#tests/helpers/fake-gemini/credentials.ts';
import { startFakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { startStudio, type Studio } from './generation-harness.ts';

let studio: Studio;

const gemini = await startFakeGemini({
  clips: smallClips(3),
});
afterAll(() => gemini.close());
beforeEach(async () => {
  gemini.reset();
  studio = await startStudio({ apiKey: FAKE_KEYS.good, baseUrl: gemini.url });
});
afterEach(() => studio.close());

const submits = (): number =>
  gemini.requests.filter((request) => request.method === 'POST' && request.path.endsWith('/interactions')).length;

async function generate(prompt: string, options: { resolution?: '720p' | '1080p'; duration?: number } = {}) {
  const projectId = await studio.addProject();
  const sceneId = await studio.addScene(projectId, { prompt, ...options });
  await studio.generate(projectId);
  return { projectId, sceneId, read: () => studio.scene(projectId, sceneId) };
}

describe('a clip', () => {
  test('is made, fetched and stored with its facts', async () => {
    const { read } = await generate('A quiet harbour.', { duration: 6 });
    expect(await read()).toMatchObject({ status: 'generating', note: null, queuedAt: studio.now() });
    await studio.finish();
    const scene = await read();
    expect(scene).toMatchObject({
      status: 'complete',
      errorMessage: null,
      note: null,
      frameCount: 144,
      fps: { num: 24, den: 1 },
      width: 640,
      height: 360,
      hasAudio: true,
      isDemo: false,
      version: 1,
      videoUrl: `/api/media/${scene.sha256}`,
      thumbnailUrl: null,
    });
    expect(submits()).toBe(1);
    expect(await studio.mediaStore.size(scene.sha256 ?? '')).toBe(scene.mediaBytes);
    const sent = gemini.requests.find((request) => request.method === 'POST');
    expect(sent?.body).toMatchObject({
      model: 'gemini-omni-1.2-flash',
      background: true,
      store: true,
      response_format: { type: 'video', aspect_ratio: '16:9', duration: '6s', resolution: '720p', delivery: 'uri' },
    });
  });

  test('that takes another place clears the trims, raises the version and leaves the old file held', async () => {
    const { projectId, sceneId, read } = await generate('A quiet harbour.');
    await studio.finish();
    const before = await read();
    await studio.rows(`update scenes set trim_start = 1, trim_end = 2 where id = '${sceneId}'`);
    await studio.generateScene(sceneId);
    expect((await read()).sha256).toBe(before.sha256);
    await studio.finish();
    const after = await read();
    expect(after.sha256).not.toBe(before.sha256);
    expect(after).toMatchObject({ status: 'complete', trimStart: null, trimEnd: null, version: before.version + 1 });
    expect(await studio.mediaStore.size(before.sha256 ?? '')).not.toBeNull();
    expect(await studio.rows(`select count(*) as held from media_refs where project_id = '${projectId}'`)).toEqual([
      { held: 2 },
    ]);
  });

  test('is sent with the words as they are now, and what must not appear at the end', async () => {
    const { sceneId, read } = await generate('A quiet harbour.');
    await studio.rows(
      `update scenes set description = 'A loud harbour', negative_prompt = 'boats, text' where id = '${sceneId}'`,
    );
    await studio.finish();
    expect((await read()).prompt).toContain('A loud harbour.');
    expect(gemini.jobs[0]?.request.prompt).toMatch(/A loud harbour\.[\s\S]*No boats, text\.$/);
  });

  test('that breaks a rule of its model is made without the feature, and the card says so', async () => {
    const { read } = await generate('A quiet harbour.', { duration: 5 });
    await studio.finish();
    expect(await read()).toMatchObject({
      status: 'complete',
      frameCount: 144,
      note: 'Gemini Omni Flash can’t generate 5-second clips, so this one is 6 seconds long.',
    });
  });

  test.each([
    ['refused', 'Draw this. [[refuse]]', /refused/],
    ['failed', 'Draw this. [[fail]]', /could not be generated/],
    ['failed in the older form', 'Draw this. [[fail-singular]]', /could not be generated/],
    ['finished with nothing', 'Draw this. [[region-empty]]', /without a clip/],
  ])('that is %s fails with a sentence, costs nothing and was asked for once', async (_, prompt, sentence) => {
    const { read } = await generate(prompt);
    await studio.finish();
    expect(await read()).toMatchObject({
      status: 'failed',
      errorMessage: expect.stringMatching(sentence),
      note: null,
      answerLost: false,
    });
    expect(submits()).toBe(1);
    expect(await studio.entries()).toEqual(['release', 'reserve']);
  });

  test('is reckoned by what upstream says it made', async () => {
    await generate('A quiet harbour.', { duration: 8, resolution: '1080p' });
    await studio.finish();
    expect(
      await studio.rows('select entry, amount_micro_usd as amount, price_list_date as date from ledger order by entry'),
    ).toEqual([
      { entry: 'reserve', amount: 840_000, date: '2026-11-20' },
      { entry: 'settle', amount: 840_000, date: '2026-11-20' },
    ]);
  });
});

describe('an answer that is lost', () => {
  test('because the connection breaks after the job was accepted is told and never asked for again', async () => {
    const { sceneId, read } = await generate('Lost. [[drop-after-accept]]');
    await studio.finish();
    await studio.advance(3_600_000);
    expect(await read()).toMatchObject({
      status: 'failed',
      answerLost: true,
      errorMessage: expect.stringContaining('may have been charged'),
    });
    expect(submits()).toBe(1);
    expect(gemini.jobs).toHaveLength(1);
    // Still reserved: nobody knows whether it was charged.
    expect(await studio.rows('select entry from ledger')).toEqual([{ entry: 'reserve' }]);

    await expect(studio.generateScene(sceneId)).rejects.toMatchObject({
      code: 'needs_second_charge_consent',
    });
    expect(submits()).toBe(1);
    await studio.makeScene(sceneId, { acceptSecondCharge: true });
    expect(submits()).toBe(2);
  });

  test('is left out when all that is left is generated', async () => {
    const { projectId } = await generate('Lost. [[drop]]');
    await studio.finish();
    await expect(studio.generate(projectId)).rejects.toMatchObject({ code: 'invalid_input' });
  });

  test('of a poll is asked for again, and the clip arrives', async () => {
    studio.setKey(FAKE_KEYS.pollRefusedThrice);
    const { read } = await generate('A quiet harbour.');
    await studio.finish();
    expect((await read()).status).toBe('complete');
    expect(submits()).toBe(1);
  });

  test('of every poll is told in the end, without a second request', async () => {
    studio.setKey(FAKE_KEYS.pollRefused);
    const { read } = await generate('A quiet harbour.');
    await studio.finish();
    expect(await read()).toMatchObject({ status: 'failed', answerLost: true });
    expect(submits()).toBe(1);

    // The next clip of this key is asked for by one request that stays open, so that nothing has to be asked after.
    const next = await generate('Another harbour.');
    const polls = gemini.requests.filter((request) => request.operation === 'interactions.get').length;
    await studio.finish();
    expect((await next.read()).status).toBe('complete');
    expect(submits()).toBe(2);
    expect(gemini.requests.filter((request) => request.operation === 'interactions.get')).toHaveLength(polls);
    expect(gemini.requests.findLast((request) => request.method === 'POST')?.body).not.toHaveProperty('background');
  });
});

describe('fetching the clip', () => {
  test('follows a redirect once and leaves the key behind', async () => {
    const { read } = await generate('Far away. [[redirect]]');
    await studio.finish();
    expect((await read()).status).toBe('complete');
    expect(gemini.redirects).toHaveLength(1);
    expect(gemini.redirects[0]).toMatchObject({ hadKey: false });
  });

  test.each([
    ['names Google’s host', 'Elsewhere. [[google-uri]]'],
    ['names a stranger’s host', 'Elsewhere. [[foreign-uri]]'],
    ['is still being prepared', 'Later. [[file-processing:2]]'],
    ['is cut off once', 'Again. [[cut-download-once]]'],
    ['fails once', 'Again. [[download-503-once]]'],
  ])('from an address that %s comes from the configured one, without a second request', async (_, prompt) => {
    const { read } = await generate(prompt);
    await studio.finish();
    expect((await read()).status).toBe('complete');
    expect(submits()).toBe(1);
    expect(gemini.requests.filter((request) => request.path.includes(':download')).length).toBeGreaterThan(0);
  });

  test.each([
    ['no video', 'Wrong. [[not-a-video]]', /not an MP4/],
    ['half a video', 'Wrong. [[truncated]]', /cut off|past the end/],
    ['deleted', 'Wrong. [[expired-file]]', /no longer has/],
    ['forbidden', 'Wrong. [[expired-file:403]]', /no longer has/],
    ['gone for good', 'Wrong. [[expired-file:410]]', /no longer has.* You were charged/],
  ])('that is %s fails with a sentence and leaves nothing behind', async (_, prompt, sentence) => {
    const { read } = await generate(prompt);
    await studio.finish();
    expect(await read()).toMatchObject({
      status: 'failed',
      answerLost: false,
      errorMessage: expect.stringMatching(sentence),
      sha256: null,
    });
    expect(submits()).toBe(1);
    expect(await studio.storedFiles()).toBe(0);
    expect(await studio.entries()).toEqual(['reserve', 'settle']);
  });
});

describe('several scenes', () => {
  test('are made two at once for one key, and one that fails does not stop the others', async () => {
    const projectId = await studio.addProject();
    for (const prompt of ['One. [[slow:2]]', 'Two. [[fail]]', 'Three. [[slow:1]]', 'Four.', 'Five.'])
      await studio.addScene(projectId, { prompt });
    await studio.generate(projectId);
    let most = 0;
    for (let due = await studio.runner.runUntilIdle(); due !== null; due = await studio.runner.runUntilIdle()) {
      const [row] = await studio.rows("select count(*) as busy from jobs where state in ('submitting', 'running')");
      most = Math.max(most, Number(row?.['busy']));
      await studio.advance(Math.max(1, due - studio.now()));
    }
    expect(most).toBe(2);
    expect(await studio.statuses(projectId)).toEqual(['complete', 'failed', 'complete', 'complete', 'complete']);
    expect(submits()).toBe(5);
  });

  test('that two runners on one database work on are each asked for once', async () => {
    const projectId = await studio.addProject();
    for (let n = 1; n <= 6; n++) await studio.addScene(projectId, { prompt: `Scene ${n}. [[slow:1]]` });
    await studio.generate(projectId);
    const other = studio.secondRunner();
    for (;;) {
      const due = await Promise.all([studio.runner.runUntilIdle(), other.runUntilIdle()]);
      if (due.every((at) => at === null)) break;
      await studio.advance(5_000);
    }
    await other.stop();
    expect((await studio.scenes(projectId)).every((scene) => scene.status === 'complete')).toBe(true);
    expect(submits()).toBe(6);
    expect(gemini.jobs).toHaveLength(6);
  });
});

describe('a restart', () => {
  test('in the middle of the work picks the clip up and asks for nothing again', async () => {
    const { read } = await generate('A slow harbour. [[slow:2]]');
    await studio.runner.runUntilIdle();
    await studio.runner.stop();
    const next = studio.secondRunner();
    for (let due = await next.runUntilIdle(); due !== null; due = await next.runUntilIdle())
      await studio.advance(5_000);
    await next.stop();
    expect((await read()).status).toBe('complete');
    expect(submits()).toBe(1);
  });

  test('after a crash between request and answer says that the answer was lost', async () => {
    const { sceneId, read } = await generate('A quiet harbour.');
    // What a process that was killed in mid-request leaves behind.
    await studio.rows(
      `update jobs set state = 'submitting', attempt = 1, lease_by = 'dead', lease_until_ms = ${studio.now() + 90_000}, params = '{}' where scene_id = '${sceneId}'`,
    );
    await studio.advance(89_000);
    expect((await read()).status).toBe('generating');
    await studio.advance(2_000);
    expect(await read()).toMatchObject({ status: 'failed', answerLost: true });
    expect(submits()).toBe(0);
  });
});

describe('without the key', () => {
  test('a scene that was not sent goes back to pending', async () => {
    const { read } = await generate('A quiet harbour.');
    studio.setKey(null);
    await studio.finish();
    expect(await read()).toMatchObject({ status: 'pending', note: expect.stringContaining('API key') });
    expect(submits()).toBe(0);
  });

  test('a clip that was sent waits, and is fetched when the key is back without being paid for again', async () => {
    const { projectId, sceneId, read } = await generate('A slow harbour. [[slow:1]]');
    await studio.runner.runUntilIdle();
    studio.setKey(null);
    await studio.advance(6_000);
    expect(await read()).toMatchObject({ status: 'pending', note: expect.stringContaining('API key was removed') });
    studio.setKey(FAKE_KEYS.good);
    await studio.makeScene(sceneId);
    expect((await studio.scene(projectId, sceneId)).status).toBe('complete');
    expect(submits()).toBe(1);
  });
});

describe('cancelling', () => {
  test('puts waiting and running scenes back, tells upstream, and asks for nothing more', async () => {
    const projectId = await studio.addProject();
    for (const prompt of ['One. [[slow:9]]', 'Two. [[slow:9]]', 'Three.']) await studio.addScene(projectId, { prompt });
    await studio.generate(projectId);
    await studio.runner.runUntilIdle();
    await cancelGeneration(studio.deps, studio.caller(), projectId);
    await studio.finish();
    expect(await studio.statuses(projectId)).toEqual(['pending', 'pending', 'pending']);
    expect(gemini.requests.filter((request) => request.path.endsWith('/cancel'))).toHaveLength(2);
    expect(submits()).toBe(2);
    await studio.generate(projectId);
    expect(await studio.statuses(projectId)).toEqual(['generating', 'generating', 'generating']);
  });

  test('a failure that is dismissed leaves the scene as it was before', async () => {
    const { sceneId, read } = await generate('Draw this. [[fail]]');
    await studio.finish();
    await dismissFailure(studio.deps, studio.caller(), sceneId);
    expect(await read()).toMatchObject({ status: 'pending', errorMessage: null });
  });
});

describe('asking twice', () => {
  test('at the same moment lets one through', async () => {
    const projectId = await studio.addProject();
    await studio.addScene(projectId, { prompt: 'A quiet harbour.' });
    const both = await Promise.allSettled([studio.generate(projectId), studio.generate(projectId)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await studio.finish();
    expect(submits()).toBe(1);
  });

  test('under one idempotency key is one call, also after the clip is done', async () => {
    const projectId = await studio.addProject();
    const sceneId = await studio.addScene(projectId, { prompt: 'A quiet harbour.' });
    const once = { userId: studio.userId, idempotencyKey: 'op-1' };
    await generateScene(studio.deps, once, sceneId, { acceptSecondCharge: false });
    await generateScene(studio.deps, once, sceneId, { acceptSecondCharge: false });
    await studio.finish();
    await generateScene(studio.deps, once, sceneId, { acceptSecondCharge: false });
    await studio.finish();
    expect(submits()).toBe(1);
    await expect(generateVideos(studio.deps, once, projectId)).rejects.toMatchObject({ code: 'idempotency_mismatch' });
  });
});
