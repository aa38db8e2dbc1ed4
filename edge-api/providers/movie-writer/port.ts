/** Writes a movie on the server, on hosts that can run ffmpeg. */
import type { ExportTarget } from '#shared/export-plan/export-target.ts';
import type { Receipt } from '#shared/export-receipt/receipt.ts';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';

/** A text picture that the exporting page drew. */
export type DrawnText = {
  sceneId: string;
  /** Position among the plan's overlays of the scene. */
  overlayIndex: number;
  /** Where its upper left corner stands, in pixels of the target. */
  x: number;
  y: number;
  /** A PNG. */
  path: string;
};

export type MovieOrder = {
  /** Cut to what was asked for. */
  plan: MoviePlan;
  target: ExportTarget;
  /** The local path of a clip, of music, or of a voice-over by its SHA-256; where media is remote, it is fetched into `folder` first. */
  open(sha256: string): Promise<string>;
  /** The writer draws the texts that aren't here. */
  drawnTexts: readonly DrawnText[];
  /** Whether scenes whose sound can't be decoded are to be silent; else such a movie is refused. */
  leavesOutSound: boolean;
  /** What the file's metadata and the receipt say, in milliseconds since the epoch. */
  madeAt: number;
  /** For temporary files. */
  folder: string;
  /** Where the movie goes. */
  path: string;
  /** Times the usual bit rate; left out for once. Comparing two encoders' pictures needs more, so that their own losses don't count. */
  bitrateScale?: number;
};

export const writingPhases = ['preparing', 'encoding', 'joining', 'checking'] as const;

/** `percent` is of the whole, from 0 to 100, and never falls. */
export type WritingProgress = { phase: (typeof writingPhases)[number]; percent: number };

export type WrittenMovie = { sizeBytes: number; sha256: string; receipt: Receipt };

/** `error` is a sentence for a person that names what is missing. */
export type WriterCheck = { available: boolean; version: string | null; error: string | null };

export type MovieWriter = {
  /** Really runs ffmpeg; the caller keeps the answer. */
  check(signal: AbortSignal): Promise<WriterCheck>;
  /** Whether a movie has parts that ffmpeg must encode. Runs nothing. */
  needsFfmpeg(order: Pick<MovieOrder, 'plan' | 'target' | 'open'>, signal: AbortSignal): Promise<boolean>;
  /**
   * Writes and checks the movie as one file at `path`. Nothing else is left in `folder` when it ends, and no file at all
   * when it fails. A movie that needs no encoding is written without ffmpeg.
   * @throws MovieWriteError, WritingInterruptedError, or whatever `signal` is aborted with
   */
  write(order: MovieOrder, signal: AbortSignal, onProgress: (progress: WritingProgress) => void): Promise<WrittenMovie>;
};

/** The movie can't be written. `message` is a sentence for the person. */
export class MovieWriteError extends Error {
  /** The scene it is about; null where it is about none. */
  readonly sceneNumber: number | null;

  constructor(sentence: string, sceneNumber: number | null = null, options?: ErrorOptions) {
    super(sentence, options);
    this.name = 'MovieWriteError';
    this.sceneNumber = sceneNumber;
  }
}

/** A program of the writer was killed by somebody else, as systems do when memory runs short. Another try may succeed. */
export class WritingInterruptedError extends Error {
  override readonly name = 'WritingInterruptedError';
}

/** For hosts that can't write movies. @param reason a sentence for a person */
export function noMovieWriter(reason: string): MovieWriter {
  return {
    check: async () => ({ available: false, version: null, error: reason }),
    needsFfmpeg: async () => true,
    write: async () => {
      throw new MovieWriteError(reason);
    },
  };
}
