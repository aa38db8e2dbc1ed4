import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createJobRunner, type JobRunner } from '#edge-api/jobs/runner.ts';
import type { PollOutcome, SubmitOutcome, VideoModel } from '#edge-api/providers/video-model/port.ts';
import { cancelGeneration, generateVideos } from '#edge-api/services/generation.ts';
import { startStudio, type Studio } from './generation-harness.ts';

function settledByHand<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let settle: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => {
    settle = resolve;
  });
  return { promise, resolve: (value) => settle(value) };
}

/** A model whose answers the test gives when it likes. */
function heldModel() {
  const submitted = settledByHand<void>();
  const answer = settledByHand<SubmitOutcome>();
  const cancelled: string[] = [];
  const state = { submits: 0, poll: { kind: 'working' } as PollOutcome };
  const model: VideoModel = {
    isDemo: false,
    sharesQuota: true,
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

const caller = () => ({ userId: studio.userId, idempotencyKey: null });
const job = async () => (await studio.rows('select state, upstream_id, cancel_due, lease_by from jobs'))[0];

describe('a runner that works by itself', () => {
  test('begins with what is written as soon as it is woken, and lets a request on its way end when it is stopped', async () => {
    studio.runner.start();
    await generateVideos(studio.deps, caller(), projectId);
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
    await generateVideos(studio.deps, caller(), projectId);
    await studio.runner.runUntilIdle();
    expect(held.state.submits).toBe(0);
    expect(await job()).toMatchObject({ state: 'queued' });
  });
});

describe('a lease', () => {
  /** Lets a second runner take a job whose first holder sleeps past its lease. */
  async function whileSending(then: (second: JobRunner) => Promise<void>): Promise<void> {
    await generateVideos(studio.deps, caller(), projectId);
    const first = studio.runner.runUntilIdle();
    await held.submitted;
    const second = createJobRunner(studio.deps);
    await then(second);
    held.answer({ kind: 'accepted', upstreamId: 'late' });
    await first;
    await second.stop();
  }

  test('that ran out belongs to nobody: the late answer of a paused sender changes nothing', async () => {
    await whileSending(async (second) => {
      studio.skip(91_000);
      await second.runUntilIdle();
      expect(await job()).toMatchObject({ state: 'unknown' });
    });
    expect(await job()).toMatchObject({ state: 'unknown', upstream_id: null });
    expect((await studio.scenes(projectId))[0]).toMatchObject({ status: 'failed', answerLost: true });
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
      await cancelGeneration(studio.deps, caller(), projectId);
    });
    await studio.finish();
    expect(await job()).toMatchObject({ state: 'cancelled', upstream_id: 'late', cancel_due: 0 });
    expect(held.cancelled).toEqual(['late']);
    expect((await studio.scenes(projectId))[0]?.status).toBe('pending');
  });
});

describe('work that never ends', () => {
  test('is told after twenty minutes, and not sent again', async () => {
    held.answer({ kind: 'accepted', upstreamId: 'for-ever' });
    await generateVideos(studio.deps, caller(), projectId);
    while ((await studio.scenes(projectId))[0]?.status !== 'failed') await studio.advance(5_000);
    expect(studio.now() - studio.startedMs).toBeGreaterThan(20 * 60_000);
    expect(studio.now() - studio.startedMs).toBeLessThan(21 * 60_000);
    expect((await studio.scenes(projectId))[0]).toMatchObject({ status: 'failed', answerLost: true });
    expect(held.state.submits).toBe(1);
  });

  test('because something in it always breaks is given up', async () => {
    held.answer({ kind: 'accepted', upstreamId: 'work-1' });
    held.state.poll = { kind: 'ready', clip: { fileId: 'file', billedSeconds: null } };
    held.model.download = () => Promise.reject(new Error('A fault of ours.'));
    await generateVideos(studio.deps, caller(), projectId);
    await studio.finish();
    expect((await studio.scenes(projectId))[0]).toMatchObject({
      status: 'failed',
      errorMessage: expect.stringContaining('Something went wrong'),
    });
    expect(studio.logged.filter((line) => line.includes('A fault of ours.'))).toHaveLength(8);
  });
});
