/** Everything that the API needs from its host, handed in once: no module reads a clock, the dice or the environment. */
import type { Config } from './config.ts';
import type { Db } from './db/client.ts';
import type { Wake, WakeJobs } from './jobs/wake.ts';
import type { Log } from './log.ts';
import type { Meters } from './meters.ts';
import type { Disk } from './providers/disk/port.ts';
import type { FrameTaker } from './providers/frame-taker/port.ts';
import type { ImageModelFor } from './providers/image-model/port.ts';
import type { MediaStore } from './providers/media-store/port.ts';
import type { SampleClips } from './providers/sample-clips/port.ts';
import type { SignInProvider } from './providers/sign-in/port.ts';
import type { TextModelFor } from './providers/text-model/port.ts';
import type { VideoModelFor } from './providers/video-model/port.ts';
import type { CachedCheck } from './services/export-check.ts';
import type { AtOnce, CallsUnderWay } from './services/at-once.ts';
import type { FrozenMovie } from './services/export-movie.ts';
import type { PersonTurns } from './services/person-turns.ts';
import type { Quotas } from './services/quotas.ts';
import type { RateBuckets, RateLimits } from './services/rate-limit.ts';

/** What API keys are encrypted under: 32 bytes each. The previous one is read while keys are moved to the current. */
export type KeySecrets = { current: Uint8Array<ArrayBuffer>; previous: Uint8Array<ArrayBuffer> | null };

export type Deps = {
  config: Config;
  db: Db;
  mediaStore: MediaStore;
  /** The disk of both; null on hosts without one. */
  disk: Disk | null;
  /** Takes pictures of clips, on hosts that can. */
  frameTaker: FrameTaker;
  /** The files of the sample project. */
  sampleClips: SampleClips;
  textModelFor: TextModelFor;
  videoModelFor: VideoModelFor;
  imageModelFor: ImageModelFor;
  /** Fetches pictures of people from the hosts of their sign-in; `fetch` itself but in tests. */
  fetchPicture: (url: string, init: { redirect: 'manual'; signal: AbortSignal }) => Promise<Response>;
  /** The ways to sign in that this server has; may be empty. */
  signIn: readonly SignInProvider[];
  keySecrets: KeySecrets;
  rateLimits: RateLimits;
  /** What one person may have here. */
  quotas: Quotas;
  /** How much is done at once for one person. */
  atOncePerPerson: AtOnce;
  callsUnderWay: CallsUnderWay;
  personTurns: PersonTurns;
  /** Where the calls that count are counted. */
  rateBuckets: RateBuckets;
  /** Where every call of people who are signed in is counted, so it must cost next to nothing. */
  visitBuckets: RateBuckets;
  /** Whether this process can write movies; null where it writes none. Asked at most once a minute. */
  checkWriter: CachedCheck | null;
  /** Why movies can't be written on this kind of host, whatever else is there; null where they can. */
  noExports: string | null;
  /** What is said where movies could be written, and nobody is there to do so. */
  noWorker: string;
  /** Whether a movie needs ffmpeg at all; null where stored files can't be read to find out. */
  needsFfmpeg: ((movie: FrozenMovie) => Promise<boolean>) | null;
  /** Tells the workers of this process that somebody asked for an export. */
  wakeExports: Wake;
  /** Tells the job runner that a job of a person was written. */
  wakeJobs: WakeJobs;
  /** Whether jobs are worked on here, or are woken from outside. */
  areJobsRunning(): boolean;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Cryptographically strong. */
  randomBytes(count: number): Uint8Array<ArrayBuffer>;
  log: Log;
  /** Where this process counts. */
  meters: Meters;
  /** Lines of what was counted: by this process, or, where there are many that share nothing, by all of them. */
  meterLines(): Promise<string[]>;
};
