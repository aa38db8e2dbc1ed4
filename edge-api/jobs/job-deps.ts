/** What the job runner needs from its host. */
import type { KeySecrets } from '#edge-api/deps.ts';
import type { Db } from '#edge-api/db/client.ts';
import type { Log } from '#edge-api/log.ts';
import type { FrameTaker } from '#edge-api/providers/frame-taker/port.ts';
import type { MediaStore } from '#edge-api/providers/media-store/port.ts';
import type { AtOnce } from '#edge-api/services/at-once.ts';
import type { TextModelFor } from '#edge-api/providers/text-model/port.ts';
import type { VideoModelFor } from '#edge-api/providers/video-model/port.ts';

export type JobDeps = {
  db: Db;
  mediaStore: MediaStore;
  frameTaker: FrameTaker;
  textModelFor: TextModelFor;
  videoModelFor: VideoModelFor;
  /** The person's API key; null when there is none. */
  readApiKey(userId: string): Promise<string | null>;
  keySecrets: KeySecrets;
  atOncePerPerson: AtOnce;
  /** How often we ask about a clip, in milliseconds. */
  pollMs: number;
  now(): number;
  randomBytes(count: number): Uint8Array<ArrayBuffer>;
  log: Log;
};

/** What a step works with. */
export type StepContext = JobDeps & {
  /** The name of the lease holder. */
  leaseBy: string;
  /** Fires when the server stops. Work that can be repeated is dropped then; a submit never is. */
  stopping: AbortSignal;
  /** Lets one clip after another through memory, where there is little of it; left out where there is enough. */
  inTurn?: InTurn;
  /** How long a request to a model may take, in milliseconds, where the host ends a step that takes longer. */
  longestSubmitMs?: number;
  /** Sends the name of accepted work to whoever comes next; left out where this process stays until it is written. */
  sendName?(work: NamedWork): Promise<void>;
};

/** What upstream calls the work that it does for a job. */
export type NamedWork = { jobId: string; upstreamId: string };

/** Runs works one after another, each when the one before has ended, however it did. */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;
