// A video job: what it was asked for, how its prompt says it will end, how far it is, and the file that it makes.

import { type Marker, markerNamed, markerNumber } from './markers.ts';
import type { ClipRequest } from './options.ts';
import { countUp, type FakeState } from './state.ts';

/** How a job ends. `refused` is a completed answer without a video; `empty` one without anything. */
export type JobEnding = 'completed' | 'refused' | 'empty' | 'failed' | 'incomplete' | 'cancelled' | 'budget_exceeded';

export interface VideoJob {
  id: string;
  api: 'interactions' | 'veo';
  key: string;
  model: string;
  request: ClipRequest;
  prompt: string;
  markers: readonly Marker[];
  /** What was sent as input, to be repeated in the answer. */
  input: unknown;
  delivery: 'inline' | 'uri';
  isStored: boolean;
  createdAt: string;
  /** Polls answered so far with the job's state. */
  polls: number;
  /** Polls that find it running. */
  slowPolls: number;
  ending: JobEnding;
  /** The clip, once the job has completed with one. */
  file: StoredFile | null;
}

/** A file of the Files API. */
export interface StoredFile {
  id: string;
  /** The key of the project that it belongs to. */
  key: string;
  /** Times that a caller still finds it in state PROCESSING. */
  processingLooks: number;
  /** Orders from the prompt of the job that made it. */
  markers: readonly Marker[];
  /** Makes the bytes at the first call and keeps them. */
  bytes: () => Promise<Uint8Array>;
}

const ENDING_BY_MARKER: readonly [string, JobEnding][] = [
  ['refuse', 'refused'],
  ['region-empty', 'empty'],
  ['fail', 'failed'],
  ['fail-singular', 'failed'],
  ['incomplete', 'incomplete'],
  ['budget', 'budget_exceeded'],
];

/** Accepts a job: from here on it is billed, whatever becomes of the answer. */
export function acceptJob(
  state: FakeState,
  job: Pick<VideoJob, 'api' | 'key' | 'model' | 'request' | 'markers' | 'input' | 'delivery' | 'isStored'>,
): VideoJob {
  const accepted: VideoJob = {
    ...job,
    prompt: job.request.prompt,
    id: `${job.api === 'veo' ? 'op' : 'v1_'}${job.request.index.toString(36)}${idTail(state)}`,
    createdAt: new Date().toISOString(),
    polls: 0,
    slowPolls: markerNumber(job.markers, 'slow', state.options.slowPolls),
    ending: ENDING_BY_MARKER.find(([name]) => markerNamed(job.markers, name) !== null)?.[1] ?? 'completed',
    file: null,
  };
  state.jobs.push(accepted);
  return accepted;
}

/** True once the polls that find it running are used up. */
export function isFinished(job: VideoJob): boolean {
  return job.polls > job.slowPolls || job.ending === 'cancelled';
}

/** The clip of a completed job, kept as a file from the first time it is asked for; its bytes are made when somebody wants them. */
export function clipOf(state: FakeState, job: VideoJob): StoredFile {
  if (job.file !== null) return job.file;
  let made: Promise<Uint8Array> | undefined;
  job.file = {
    id: `clip${state.files.size + 1}x${job.request.index}`,
    key: job.key,
    processingLooks: markerNumber(job.markers, 'file-processing', 0),
    markers: job.markers,
    bytes: () => (made ??= Promise.resolve(state.options.clips(job.request))),
  };
  state.files.set(job.file.id, job.file);
  return job.file;
}

/** The address under which the job's video is announced. */
export function videoUri(state: FakeState, job: VideoJob): string {
  const path = `/v1beta/files/${clipOf(state, job).id}:download?alt=media`;
  if (markerNamed(job.markers, 'foreign-uri') !== null) return `https://clips.example.net${path}`;
  const isGoogle = markerNamed(job.markers, 'google-uri') !== null;
  return `${isGoogle ? 'https://generativelanguage.googleapis.com' : state.baseUrl}${path}`;
}

/** Number for the next job, from 0. */
export function nextJobIndex(state: FakeState): number {
  return state.jobs.length;
}

function idTail(state: FakeState): string {
  return `q${countUp(state, 'job ids').toString(36).padStart(4, '0')}`;
}
