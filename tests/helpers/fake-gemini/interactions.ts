// The Interactions API: submit, poll and cancel a video job.

import { orderedFault } from './faults.ts';
import { refusedPolls, spendingRefusal } from './credentials.ts';
import { describeInteraction } from './interaction-answer.ts';
import { readSubmission, type Submission } from './interaction-body.ts';
import { markerNamed, markersIn } from './markers.ts';
import { modelUse } from './models.ts';
import type { ClipRequest } from './options.ts';
import { drop, json, type Reply } from './reply.ts';
import type { FakeRequest } from './request.ts';
import { countUp, type FakeState } from './state.ts';
import { acceptJob, isFinished, nextJobIndex, type VideoJob } from './video-job.ts';
import { invalid, multipleCredentials, unknownInteraction } from './wire-errors.ts';

/** POST interactions */
export async function createInteraction(state: FakeState, request: FakeRequest): Promise<Reply> {
  const read = readSubmission(request.body);
  if (!read.ok) return invalid('interactions', read.message);
  const { submission } = read;
  const { model } = submission.body;
  const known = modelUse(state, model, 'createInteraction');
  if (!known.ok) return known.reply;
  if (known.use !== 'omni') return invalid('interactions', `models/${model} does not support video output.`);
  const refusal = spendingRefusal(state.options.keys(request.key), model, 'interactions');
  if (refusal !== null) return refusal;
  const previous = submission.body.previous_interaction_id;
  if (previous !== undefined && findJob(state, previous, request.key) === null) return unknownInteraction(previous);
  const markers = markersIn(submission.prompt);
  const isFirst = (words: string) => countUp(state, `${words} | ${submission.prompt}`) === 1;
  const fault = orderedFault({ scope: 'video', family: 'interactions', model, markers, isFirst });
  if (fault !== null) return fault;
  const job = accept(state, request, submission);
  const dropped = markerNamed(markers, 'drop-after-accept');
  if (dropped !== null && (!dropped.isOnce || isFirst(dropped.literal))) return drop();
  if (!submission.isBackground) job.polls = job.slowPolls + 1;
  return json(await describeInteraction(state, job));
}

/** GET interactions/{id} */
export async function getInteraction(state: FakeState, request: FakeRequest): Promise<Reply> {
  const id = request.params[0] ?? '';
  const job = findJob(state, id, request.key);
  if (countUp(state, `refused poll ${id}`) <= refusedPolls(request.key)) return multipleCredentials('interactions');
  if (job === null || markerNamed(job.markers, 'poll-gone') !== null) return unknownInteraction(id);
  const fault = orderedFault({
    scope: 'poll',
    family: 'interactions',
    model: job.model,
    markers: job.markers,
    isFirst: (words) => countUp(state, `${words} | ${id}`) === 1,
  });
  if (fault !== null) return fault;
  job.polls += 1;
  return json(await describeInteraction(state, job));
}

/** POST interactions/{id}/cancel. A finished job stays as it is. */
export async function cancelInteraction(state: FakeState, request: FakeRequest): Promise<Reply> {
  const id = request.params[0] ?? '';
  const job = findJob(state, id, request.key);
  if (job === null) return unknownInteraction(id);
  if (!isFinished(job)) job.ending = 'cancelled';
  return json(await describeInteraction(state, job));
}

function accept(state: FakeState, request: FakeRequest, submission: Submission): VideoJob {
  const { body: sent, seconds, prompt, resolution, aspectRatio, delivery, isStored, isExtension } = submission;
  const previous = findJob(state, sent.previous_interaction_id ?? '', request.key);
  const source = previous?.request;
  const clip: ClipRequest = {
    // A new take of an earlier clip keeps its length; an extension has the earlier footage in the file.
    durationSeconds:
      source === undefined ? seconds : isExtension ? source.durationSeconds + seconds : source.durationSeconds,
    newSeconds: source === undefined || isExtension ? seconds : source.durationSeconds,
    resolution,
    aspectRatio: source?.aspectRatio ?? aspectRatio,
    prompt,
    index: nextJobIndex(state),
  };
  return acceptJob(state, {
    ...{ api: 'interactions', key: request.key, model: sent.model, request: clip, markers: markersIn(prompt) },
    ...{ input: sent.input, delivery, isStored },
  });
}

function findJob(state: FakeState, id: string, key: string): VideoJob | null {
  const job = state.jobs.find((candidate) => candidate.id === id && candidate.api === 'interactions');
  return job === undefined || job.key !== key || !job.isStored ? null : job;
}
