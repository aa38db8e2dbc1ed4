/** Servers that end at a named point between two steps, are asked to stop, or sleep past their leases. */
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Project } from '#shared/entities/project.ts';
import { bundleServer, type ServerBundle } from '#tests/helpers/kill/bundle-server.ts';
import { breakdownPoints, clipPoints, type CrashPoint } from '#tests/helpers/kill/crash-points.ts';
import { markOf, postsByMark, requireNothingPaidTwice } from '#tests/helpers/kill/kill-again.ts';
import type { ServerProcess } from '#tests/helpers/kill/server-process.ts';
import { copiesOf, openStage, untilIdle, untilRows, type Person, type Stage } from '#tests/helpers/kill/stage.ts';

/** How often each point is tried; `npm run test:long` asks for more. */
const TRIES = Number(process.env['TEST_KILLS_A_POINT'] ?? 1);
const MARK = 'mark-0-0.';

let bundle: ServerBundle;
let stage: Stage;
let ada: Person;

beforeAll(async () => {
  bundle = await bundleServer();
});
afterAll(() => bundle.remove());
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage.close());

/** Starts a server with somebody signed in and a project of one scene. */
async function startWithScene(script: string, environment: Record<string, string> = {}) {
  const server = stage.start(script, environment);
  const url = await server.ready;
  ada = await stage.person(url, 'ada');
  return { server, url, projectId: await ada.addScenes(url, [MARK]) };
}

let complete: ReturnType<typeof completeScene> | null = null;
afterAll(async () => (await complete)?.close());

/** A scene with its clip, made once for all that extend it. */
async function completeScene() {
  const maker = await openStage();
  const server = maker.start(bundle.server);
  const url = await server.ready;
  const person = await maker.person(url, 'ada');
  const projectId = await person.addScenes(url, [MARK], 8);
  await person.call(url, 'POST', `/api/projects/${projectId}/generate-videos`);
  await untilRows(maker, `select id from scenes where status = 'complete'`);
  const [made] = await person.scenes(url, projectId);
  await server.end('SIGTERM');
  if (made === undefined) throw new Error('The scene is missing.');
  return { copy: copiesOf(maker), person, projectId, made, close: maker.close };
}

/** Lets a new server bring everything to its end, after another one is dead. */
async function finishAfter(dead: ServerProcess, projectId: string) {
  await stage.endLeases(dead);
  const server = stage.start(bundle.server);
  try {
    const url = await server.ready;
    await untilIdle(stage);
    const scenes = await ada.scenes(url, projectId);
    const project = (await ada.call(url, 'GET', `/api/projects/${projectId}`)) as Project;
    for (const scene of scenes.filter(({ sha256 }) => sha256 !== null))
      expect(await ada.clipHash(url, scene)).toBe(scene.sha256);
    return { scenes, project };
  } finally {
    await server.end('SIGKILL');
    await stage.endLeases(server);
  }
}

/** Waits until the request for the clip is on its way: the model holds it, and has not answered yet. */
async function untilSent(): Promise<void> {
  while (postsByMark(stage).get(MARK) === undefined) await pause(5);
}

/** What can't be known after a crash is told and not repeated: whether the request had left, and what was answered. */
const lostAt: Partial<Record<CrashPoint, { posts: number }>> = {
  'after submitting': { posts: 0 },
  'while submitting': { posts: 1 },
  'before running': { posts: 1 },
};

describe.each(Array.from({ length: TRIES }, (_, index) => index + 1))('time %i', () => {
  test.each(clipPoints)('a server that ends at “%s” of a clip', async (point) => {
    const { server, url, projectId } = await startWithScene(bundle.crashingServer, { CRASH_AT: point });
    // The server may be gone before it answers.
    await ada.call(url, 'POST', `/api/projects/${projectId}/generate-videos`).catch(() => undefined);
    await server.ended;
    const { scenes } = await finishAfter(server, projectId);
    const lost = lostAt[point];
    expect(scenes).toMatchObject([{ status: lost ? 'failed' : 'complete', answerLost: lost !== undefined }]);
    expect(postsByMark(stage).get(MARK) ?? 0).toBe(lost?.posts ?? 1);
    const [scene] = scenes;
    if (scene) await requireNothingPaidTwice(stage, new Map([[MARK, scene]]));
  });

  test.each(clipPoints)('a server that ends at “%s” of an extension', async (point) => {
    const { copy, person, projectId, made } = await (complete ??= completeScene());
    await stage.close();
    stage = await copy();
    ada = person;
    const server = stage.start(bundle.crashingServer, { CRASH_AT: point });
    const key = crypto.randomUUID();
    // The server may be gone before it answers, and the page asks once more.
    const ask = (at: string) => ada.call(at, 'POST', `/api/scenes/${made.id}/extend`, {}, key);
    await ask(await server.ready).catch(() => undefined);
    await server.ended;
    const { scenes } = await finishAfter(server, projectId);
    const lost = lostAt[point];
    expect(scenes).toMatchObject([
      { status: 'complete', sha256: made.sha256, duration: 15 },
      { status: lost ? 'failed' : 'complete', answerLost: lost !== undefined, isExtension: true },
    ]);
    expect(postsByMark(stage).get(MARK)).toBe(1);
    expect(postsByMark(stage).get(`${MARK} extended`) ?? 0).toBe(lost?.posts ?? 1);
    await requireNothingPaidTwice(stage, new Map(scenes.map((scene) => [markOf(scene), scene])));
  });

  test.each(breakdownPoints)('a server that ends at “%s” of a breakdown', async (point) => {
    const server = stage.start(bundle.crashingServer, { CRASH_AT: point });
    const url = await server.ready;
    ada = await stage.person(url, 'ada');
    const projectId = await ada.addScenes(url, []);
    await ada.call(url, 'POST', `/api/projects/${projectId}/generate-scenes`).catch(() => undefined);
    await server.ended;
    const { scenes, project } = await finishAfter(server, projectId);
    expect(project).toMatchObject({ breakdownStatus: null, breakdownError: null });
    expect(scenes.reduce((sum, { duration }) => sum + duration, 0)).toBe(30);
  });
});

test('the server that is shipped can’t be told to end itself', async () => {
  const folder = dirname(bundle.server);
  const files = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  const [switched, ...others] = files.filter((_, index) => texts[index]?.includes('CRASH_AT'));
  expect([switched, others]).toEqual([basename(bundle.crashingServer), []]);
  expect(texts.filter((text) => text.includes(`/${switched}`))).toEqual([]);
});

test('a server that is asked to stop while a clip is sent waits for the answer, and the next one goes on', async () => {
  const { server, url, projectId } = await startWithScene(bundle.server);
  await ada.call(url, 'POST', `/api/projects/${projectId}/generate-videos`);
  await untilRows(stage, `select id from jobs where state = 'submitting'`);
  expect(await server.end('SIGTERM')).toBe(0);
  const { scenes } = await finishAfter(server, projectId);
  expect(scenes).toMatchObject([{ status: 'complete', answerLost: false }]);
  expect(postsByMark(stage).get(MARK)).toBe(1);
});

test('a server that sleeps past its lease sends nothing when it wakes, but knows the name of the work, which is found', async () => {
  const { server, url, projectId } = await startWithScene(bundle.server);
  await ada.call(url, 'POST', `/api/projects/${projectId}/generate-videos`);
  await untilSent();
  server.signal('SIGSTOP');
  const before = await finishAfter(server, projectId);
  expect(before.scenes).toMatchObject([{ status: 'failed', answerLost: true }]);
  server.signal('SIGCONT');
  await untilRows(stage, `select id from jobs where state = 'done'`);
  const [after] = await ada.scenes(url, projectId);
  expect(await server.end('SIGTERM')).toBe(0);
  expect(after).toMatchObject({ status: 'complete', answerLost: false });
  if (after) await requireNothingPaidTwice(stage, new Map([[MARK, after]]));
});
