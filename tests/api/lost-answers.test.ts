/** Clips that are over here while the model may still know of them: it is asked, and never sent anything twice. */
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LibsqlError } from '@libsql/client/web';
import type { Db } from '#edge-api/db/client.ts';
import { queuedTurns, type Turn, type TurnQueue } from '#edge-api/jobs/queued-turns.ts';
import { createJobRunner } from '#edge-api/jobs/runner.ts';
import { cancelGeneration } from '#edge-api/services/stop-generation.ts';
import { ownSpending } from '#edge-api/services/spending.ts';
import { FAKE_KEYS } from '#tests/helpers/fake-gemini/credentials.ts';
import { startFakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { startStudio, type Studio } from './generation-harness.ts';

const HOUR_MS = 60 * 60_000;
/** A clip is asked about for twenty minutes, every five seconds: 240 times. These are made a little later. */
const LATE = '[[slow:244]]';
const CLIP_USD = 4 * 0.07;

let studio: Studio;
let projectId: string;
let sceneId: string;

const gemini = await startFakeGemini();
afterAll(() => gemini.close());
beforeEach(async () => {
  gemini.reset();
  studio = await startStudio({ apiKey: FAKE_KEYS.good, baseUrl: gemini.url });
  projectId = await studio.addProject();
});
afterEach(() => studio.close());

const scene = () => studio.scene(projectId, sceneId);
const money = async () => {
  const { spentUsd, openUsd } = await ownSpending(studio.deps, studio.userId);
  return { spentUsd, openUsd };
};
const costs = (spent: number, open: number) => ({ spentUsd: expect.closeTo(spent), openUsd: expect.closeTo(open) });

async function generate(prompt: string): Promise<void> {
  sceneId = await studio.addScene(projectId, { prompt });
  await studio.generate(projectId);
  await studio.runner.runUntilIdle();
}

async function untilLost(): Promise<void> {
  while ((await scene()).status === 'generating') await studio.advance(5_000);
  expect(await scene()).toMatchObject({ status: 'failed', answerLost: true });
  expect(await money()).toEqual(costs(0, CLIP_USD));
}

describe('a clip whose answer was lost after it had its name', () => {
  test('is found when the model has made it after all, and was sent once', async () => {
    await generate(`A late clip. ${LATE}`);
    await untilLost();
    await studio.finish();
    expect(await scene()).toMatchObject({ status: 'complete', answerLost: false, errorMessage: null });
    expect(gemini.posts.forPrompt('A late clip.')).toBe(1);
    expect(await money()).toEqual(costs(CLIP_USD, 0));
  });

  test('is told as not made, and not charged, when that is how it ended', async () => {
    await generate(`A late failure. ${LATE} [[fail]]`);
    await untilLost();
    await studio.finish();
    expect(await scene()).toMatchObject({
      status: 'failed',
      answerLost: false,
      errorMessage: expect.stringContaining('You weren’t charged'),
    });
    expect(await money()).toEqual(costs(0, 0));
  });

  test('stays lost when nothing is learnt of it for two days, and is asked about less and less', async () => {
    await generate('For ever. [[slow:100000]]');
    await untilLost();
    const polls = gemini.jobs[0]?.polls ?? 0;
    await studio.finish();
    expect(studio.now() - studio.startedMs).toBeGreaterThan(48 * HOUR_MS);
    expect((gemini.jobs[0]?.polls ?? 0) - polls).toBeLessThan(70);
    expect(await scene()).toMatchObject({ status: 'failed', answerLost: true });
    expect(await money()).toEqual(costs(0, CLIP_USD));
  });

  test('does not take the place of one that was made since, and both are counted', async () => {
    await generate(`The first. ${LATE}`);
    await untilLost();
    await studio.rows(`update scenes set description = 'The second.', prompt = 'The second.'`);
    await studio.makeScene(sceneId, { acceptSecondCharge: true });
    expect(await scene()).toMatchObject({ status: 'complete', answerLost: false });
    expect(await studio.rows(`select state from jobs order by created_at_ms`)).toEqual([
      { state: 'unknown' },
      { state: 'done' },
    ]);
    expect([gemini.posts.forPrompt('The first.'), gemini.posts.forPrompt('The second.')]).toEqual([1, 1]);
    expect(await money()).toEqual(costs(2 * CLIP_USD, 0));
  });
});

describe('a clip that is cancelled while the model makes it', () => {
  test('gives its money back when the model stopped', async () => {
    await generate('Stopped. [[slow:50]]');
    await studio.advance(5_000);
    await cancelGeneration(studio.deps, studio.caller(), projectId);
    await studio.finish();
    expect(await scene()).toMatchObject({ status: 'pending', errorMessage: null });
    expect(await money()).toEqual(costs(0, 0));
  });

  test('is settled when it was made before the model heard of it, and does not come back', async () => {
    await generate('Too late.');
    gemini.onNext('interactions.cancel', { kind: 'drop' });
    await cancelGeneration(studio.deps, studio.caller(), projectId);
    await studio.finish();
    expect(await scene()).toMatchObject({ status: 'pending', sha256: null });
    expect(await money()).toEqual(costs(CLIP_USD, 0));
  });
});

/** A database that fails the first writes after the model has accepted the clip. */
function awayAfterSubmit(times: number, error: Error, whenAway: () => void = () => undefined): Db {
  const { db } = studio.deps;
  let left = times;
  return {
    execute: (statement) => db.execute(statement),
    batch: async (statements, mode) => {
      if (mode === 'write' && gemini.jobs.length > 0 && left > 0) {
        left--;
        whenAway();
        throw error;
      }
      return db.batch(statements, mode);
    },
  };
}

describe('a clip that was accepted while the database was away', () => {
  const failures = [new TypeError('fetch failed'), new LibsqlError('Server returned HTTP status 502', 'SERVER_ERROR')];

  test.each(failures)('keeps its name in this process until it can be written: %s', async (failure) => {
    sceneId = await studio.addScene(projectId, { prompt: 'Named.' });
    await studio.generate(projectId);
    const runner = createJobRunner({ ...studio.deps, db: awayAfterSubmit(3, failure) });
    await runner.runUntilIdle();
    await runner.stop();
    await studio.finish();
    expect(await scene()).toMatchObject({ status: 'complete', errorMessage: null });
    expect(gemini.posts.forPrompt('Named.')).toBe(1);
    expect(studio.logged.join('\n')).toMatch(/waiting_for_database.*"upstreamId":"/);
    expect(await money()).toEqual(costs(CLIP_USD, 0));
  });

  test.each([
    ['before anybody took it for lost', [], { status: 'generating' }],
    ['after it was told as lost', [5 * 60_000], { status: 'failed', answerLost: true }],
  ])('has its name carried by the queue where no process stays, %s', async (_, waitsMs, meanwhile) => {
    sceneId = await studio.addScene(projectId, { prompt: 'Carried.' });
    await studio.generate(projectId);
    const sent: Turn[] = [];
    const queue: TurnQueue = { send: async (turns) => void sent.push(...turns.map(({ turn }) => turn)) };
    // It is away for longer than a step waits.
    const db = awayAfterSubmit(2, new TypeError('fetch failed'), () => studio.skip(100_000));
    await queuedTurns({ ...studio.deps, db }, queue).take({ dueMs: 0, jobId: null });
    const named = sent.filter(({ upstreamId }) => upstreamId !== undefined);
    expect(named).toHaveLength(1);
    for (const ms of waitsMs) await studio.advance(ms);
    expect(await scene()).toMatchObject(meanwhile);
    // At least once.
    for (const turn of [...named, ...named]) await queuedTurns(studio.deps, queue).take(turn);
    await studio.finish();
    expect(await scene()).toMatchObject({ status: 'complete', answerLost: false, errorMessage: null });
    expect(gemini.posts.forPrompt('Carried.')).toBe(1);
    expect(await money()).toEqual(costs(CLIP_USD, 0));
  });
});
