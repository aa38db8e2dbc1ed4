// An interaction as the service describes it. `output_video` and `output_text` are the SDK's own additions
// and are never sent.

import type { FakeState } from './state.ts';
import { markerNamed } from './markers.ts';
import type { Resolution } from './options.ts';
import { clipOf, isFinished, type VideoJob, videoUri } from './video-job.ts';

/** Output tokens that a second of video is billed at. */
export const VIDEO_TOKENS_PER_SECOND: Record<Resolution, number> = {
  '360p': 1931,
  '720p': 5792,
  '1080p': 5792,
  '4k': 5792,
};

/** The whole answer for a job in its present state. */
export async function describeInteraction(state: FakeState, job: VideoJob): Promise<Record<string, unknown>> {
  const base = { id: job.id, object: 'interaction', model: job.model, created: job.createdAt, updated: job.createdAt };
  if (!isFinished(job)) {
    return { ...base, status: 'in_progress' };
  }
  switch (job.ending) {
    case 'completed':
      return { ...base, status: 'completed', usage: usage(job, true), steps: steps(job, [await video(state, job)]) };
    case 'refused':
      return { ...base, status: 'completed', usage: usage(job, false), steps: steps(job, [refusal()]) };
    case 'empty':
      return { ...base, status: 'completed', usage: usage(job, false), steps: steps(job, []) };
    case 'failed':
      return { ...base, status: 'failed', ...failure(job) };
    case 'incomplete':
    case 'budget_exceeded':
    case 'cancelled':
      return { ...base, status: job.ending, steps: steps(job, null) };
  }
}

function steps(job: VideoJob, output: readonly unknown[] | null): unknown[] {
  const content = typeof job.input === 'string' ? [{ type: 'text', text: job.input }] : job.input;
  const asked = { type: 'user_input', content };
  if (output === null) return [asked];
  return [asked, { type: 'thought', signature: 'c2lnbmF0dXJl' }, { type: 'model_output', content: output }];
}

async function video(state: FakeState, job: VideoJob): Promise<Record<string, unknown>> {
  const part = { type: 'video', mime_type: 'video/mp4' };
  if (job.delivery === 'uri') return { ...part, uri: videoUri(state, job) };
  const bytes = await clipOf(state, job).bytes();
  return { ...part, data: Buffer.from(bytes).toString('base64') };
}

function refusal(): Record<string, unknown> {
  return { type: 'text', text: "I can't create this video. Please try a different description." };
}

function failure(job: VideoJob): Record<string, unknown> {
  const error = { code: 'internal', message: 'The video could not be generated.' };
  return markerNamed(job.markers, 'fail-singular') === null ? { errors: [error] } : { error };
}

function usage(job: VideoJob, hasVideo: boolean): Record<string, unknown> {
  const input = Math.ceil(job.request.prompt.length / 4);
  const tokens = hasVideo ? Math.round(VIDEO_TOKENS_PER_SECOND[job.request.resolution] * job.request.newSeconds) : 0;
  return {
    total_tokens: input + tokens,
    total_input_tokens: input,
    total_output_tokens: tokens,
    output_tokens_by_modality: hasVideo ? [{ modality: 'video', tokens }] : [],
  };
}
