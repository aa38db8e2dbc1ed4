import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createJobRunner, type JobRunner } from '#edge-api/jobs/runner.ts';
import type { PollOutcome, SubmitOutcome, VideoModel } from '#edge-api/providers/video-model/port.ts';
import { cancelGeneration } from '#edge-api/services/stop-generation.ts';
import { makeClip } from '#tests/helpers/clips/make-clip.ts';
import { settledByHand } from '#tests/helpers/settled-by-hand.ts';
import { startStudio, type Studio } from './generation-harness.ts';

/** A model whose answers the test gives when it likes. */
function heldModel() {
  const submitted = settledByHand<void>();
  const answer = settledByHand<SubmitOutcome>();
  const cancelled: string[] = [];
  const state = { submits: 0, poll: { kind: 'working' } as PollOutcome };
  const model: VideoModel = {
    isDemo: false,
    sharesQuota: true,
    longestSeconds: () => 30,
    reach: async () => [{ id: 'omni', reachable: true, reason: null, upstreamModel: 'omni-test' }],
    priceUsd: () => 1,
    submit: () => {
      state.submits += 1;
      submitted.resolve();
      return answer.promise;
    },
    poll: async () => state.poll,
    download: async () => ({ kind: 'gone', sentence: 'It is gone.' }),
    cancel: async (upstreamId) => void cancelled.push(upstreamId),
  };
  return { model, submitted: submitted.promise, answer: answer.resolve, cancelled, state };
}

let held: ReturnType<typeof heldModel>;
let studio: Studio;
let projectId: string;

beforeEach(async () => {
  held = heldModel();
  studio = await startStudio({ apiKey: 'AQ.some-test-key-0123456789', videoModelFor: () => () => held.model });
  projectId = await studio.addProject();
  await studio.addScene(projectId, { prompt: 'A quiet harbour.' });
});
afterEach(() => studio.close());

const entries = async () => (await studio.rows('select entry from ledger order by entry')).map(({ entry }) => entry);
const job = async () => (await studio.rows('select state, upstream_id, cancel_due, lease_by from jobs'))[0];

describe('a runner that works by itself', () => {
  test('begins with what is written as soon as it is woken, and lets a request on its way end when it is stopped', async () => {
    studio.runner.start();
    await studio.generate(projectId);
    await held.submitted;
    expect(await job()).toMatchObject({ state: 'submitting' });
    const stopped = studio.runner.stop();
    held.answer({ kind: 'accepted', upstreamId: 'work-1' });
    await stopped;
    expect(await job()).toMatchObject({ state: 'running', upstream_id: 'work-1', lease_by: null });
    expect((await studio.scenes(projectId))[0]?.answerLost).toBe(false);
  });

  test('claims nothing more once it is stopped', async () => {
    await studio.runner.stop();
    await studio.generate(projectId);
    await studio.runner.runUntilIdle();
    expect(held.state.submits).toBe(0);
    expect(await job()).toMatchObject({ state: 'queued' });
  });
});

describe('a lease', () => {
  /** Lets a second runner take a job whose first holder sleeps past its lease. */
  async function whileSending(then: (second: JobRunner) => Promise<void>): Promise<void> {
    await studio.generate(projectId);
    const first = studio.runner.runUntilIdle();
    await held.submitted;
    const second = createJobRunner(studio.deps);
    await then(second);
    held.answer({ kind: 'accepted', upstreamId: 'late' });
    await first;
    await second.stop();
  }

  test('that ran out belongs to nobody: the late answer of a paused sender sends nothing, but names the work, which is found', async () => {
    await whileSending(async (second) => {
      studio.skip(91_000);
      await second.runUntilIdle();
      expect(await job()).toMatchObject({ state: 'unknown' });
    });
    expect((await studio.scenes(projectId))[0]).toMatchObject({ status: 'failed', answerLost: true });
    expect(await job()).toMatchObject({ state: 'unknown', upstream_id: 'late' });
    held.state.poll = { kind: 'ready', clip: { fileId: 'file', billedSeconds: null } };
    await studio.finish();
    expect((await studio.scenes(projectId))[0]).toMatchObject({ status: 'failed', answerLost: false });
    expect(await entries()).toEqual(['reserve', 'settle']);
    expect(held.state.submits).toBe(1);
  });

  test('outlasts a slow submit: nobody else touches the job meanwhile', async () => {
    await whileSending(async (second) => {
      studio.skip(61_000);
      await second.runUntilIdle();
      expect(await job()).toMatchObject({ state: 'submitting' });
    });
    expect(await job()).toMatchObject({ state: 'running', upstream_id: 'late' });
  });

  test('of a job that was cancelled while it was sent is lost, and upstream is told to stop', async () => {
    await whileSending(async () => {
      await cancelGeneration(studio.deps, studio.caller(), projectId);
    });
    await studio.finish();
    expect(await job()).toMatchObject({ state: 'cancelled', upstream_id: 'late', cancel_due: 0 });
    expect(held.cancelled).toEqual(['late']);
    expect((await studio.scenes(projectId))[0]?.status).toBe('pending');
  });
});

describe('a clip that is cancelled while it is sent', () => {
  const sendAndCancel = async (answer: SubmitOutcome): Promise<void> => {
    await studio.generate(projectId);
    const sending = studio.runner.runUntilIdle();
    await held.submitted;
    await cancelGeneration(studio.deps, studio.caller(), projectId);
    held.answer(answer);
    await sending;
    await studio.finish();
    expect((await studio.scenes(projectId))[0]).toMatchObject({ status: 'pending', errorMessage: null });
    expect(held.state.submits).toBe(1);
  };

  test.each([
    ['busy', { kind: 'busy', sentence: 'Busy.', retryAfterMs: null }],
    ['rejected', { kind: 'rejected', reason: 'invalid', sentence: 'No.' }],
  ] as const)('and was not begun (%s) gives its money back', async (_, answer) => {
    await sendAndCancel(answer);
    expect(await entries()).toEqual(['release', 'reserve']);
  });

  test('and came to its end at once is settled', async () => {
    const made: PollOutcome = { kind: 'ready', clip: { fileId: 'file', billedSeconds: null } };
    held.state.poll = made;
    await sendAndCancel({ kind: 'ended', upstreamId: 'work-1', outcome: made });
    expect(await entries()).toEqual(['reserve', 'settle']);
  });
});

describe('a clip that was made', () => {
  const READY: PollOutcome = { kind: 'ready', clip: { fileId: 'file', billedSeconds: null } };
  beforeEach(async () => {
    held.answer({ kind: 'accepted', upstreamId: 'work-1' });
    held.state.poll = READY;
    await studio.generate(projectId);
  });
  const scene = async () => (await studio.scenes(projectId))[0];

  test('is fetched when the network is back after hours, and sent once', async () => {
    const bytes = Uint8Array.from(await makeClip({ seconds: 4, size: '360p', sceneNumber: 1 }));
    held.model.download = async () => ({
      kind: 'not_yet',
      sentence: 'Google could not be reached.',
      retryAfterMs: null,
    });
    while ((await scene())?.status !== 'failed') await studio.advance(5_000);
    expect(await scene()).toMatchObject({
      answerLost: true,
      errorMessage: expect.stringMatching(
        /generated and charged.*Google could not be reached\..*keep trying for two days/,
      ),
    });
    for (let minutes = 0; minutes < 5 * 60; minutes += 5) await studio.advance(5 * 60_000);
    held.model.download = async () => ({ kind: 'bytes', body: new Blob([bytes]).stream(), frames: null });
    await studio.finish();
    expect(await scene()).toMatchObject({ status: 'complete', answerLost: false, errorMessage: null });
    expect(held.state.submits).toBe(1);
    expect(await entries()).toEqual(['reserve', 'settle']);
  });

  test('and can’t be fetched for two days is given up with what it cost', async () => {
    held.model.download = async () => ({
      kind: 'not_yet',
      sentence: 'Google could not be reached.',
      retryAfterMs: null,
    });
    await studio.finish();
    expect(studio.now() - studio.startedMs).toBeGreaterThan(48 * 60 * 60_000);
    expect(await scene()).toMatchObject({
      status: 'failed',
      answerLost: false,
      errorMessage: expect.stringMatching(/couldn’t get it\. Google could not be reached\. You were charged/),
    });
    expect(held.state.submits).toBe(1);
  });

  test('but has no address is charged, and says so', async () => {
    held.state.poll = { kind: 'failed', sentence: 'It is nowhere.', billed: { billedSeconds: 2 } };
    await studio.finish();
    expect(await scene()).toMatchObject({ status: 'failed', errorMessage: expect.stringMatching(/You were charged/) });
    expect(await studio.rows(`select amount_micro_usd as usd from ledger where entry = 'settle'`)).toEqual([
      { usd: 500_000 },
    ]);
  });
});

describe('asking about what is over', () => {
  test('goes on after a fault of our own', async () => {
    held.answer({ kind: 'accepted', upstreamId: 'work-1' });
    await studio.generate(projectId);
    while ((await studio.scenes(projectId))[0]?.status !== 'failed') await studio.advance(5_000);
    const broken = createJobRunner({
      ...studio.deps,
      readApiKey: () => Promise.reject(new Error('A fault of ours.')),
    });
    studio.skip(10 * 60_000);
    await broken.runUntilIdle();
    await broken.stop();
    expect(studio.logged.filter((line) => line.includes('A fault of ours.'))).toHaveLength(1);
    held.state.poll = { kind: 'ready', clip: { fileId: 'file', billedSeconds: null } };
    await studio.finish();
    expect(await entries()).toEqual(['reserve', 'settle']);
  });
});

describe('work that never ends', () => {
  test('is told after twenty minutes, and not sent again', async () => {
    held.answer({ kind: 'accepted', upstreamId: 'for-ever' });
    await studio.generate(projectId);
    while ((await studio.scenes(projectId))[0]?.status !== 'failed') await studio.advance(5_000);
    expect(studio.now() - studio.startedMs).toBeGreaterThan(20 * 60_000);
    expect(studio.now() - studio.startedMs).toBeLessThan(21 * 60_000);
    expect((await studio.scenes(projectId))[0]).toMatchObject({ status: 'failed', answerLost: true });
    expect(held.state.submits).toBe(1);
  });

  test('because something in it always breaks is put aside, and said to be paid for', async () => {
    held.answer({ kind: 'accepted', upstreamId: 'work-1' });
    held.state.poll = { kind: 'ready', clip: { fileId: 'file', billedSeconds: null } };
    held.model.download = () => Promise.reject(new Error('A fault of ours.'));
    await studio.generate(projectId);
    while ((await studio.scenes(projectId))[0]?.status !== 'failed') await studio.advance(5_000);
    expect((await studio.scenes(projectId))[0]).toMatchObject({
      status: 'failed',
      answerLost: true,
      errorMessage: expect.stringMatching(/generated and charged.*Something went wrong/),
    });
    expect(studio.logged.filter((line) => line.includes('A fault of ours.'))).toHaveLength(8);
  });
});
