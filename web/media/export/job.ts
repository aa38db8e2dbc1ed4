/** What the steps of an export hand to each other. */
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import type { OpenClip } from '../probe/open-clip.ts';
import type { ExportInput } from './export-input.ts';
import type { EncoderChoice } from './encode/choose-encoder.ts';
import type { CountedDeps } from './plan/room.ts';
import type { EncodedVideo, ExportPlan } from '#shared/export-plan/plan-types.ts';
import type { ProgressMeter } from './progress.ts';
import type { Segment } from './segments/segment-store.ts';

/** All that the steps of one export work on. */
export type ExportJob = {
  input: ExportInput;
  movie: MoviePlan;
  deps: CountedDeps;
  plan: ExportPlan;
  /** Null where nothing is encoded. */
  encoder: EncoderChoice | null;
  /** By position in the plan's scenes. */
  clips: readonly OpenClip[];
  /** Files of the plan's music and voice-overs, in its order. */
  audio: readonly Blob[];
  meter: ProgressMeter;
  signal: AbortSignal;
};

/** Encoded stretches by the stretch; those that were encoded earlier are named in `reused`. */
export type EncodedStretches = { segments: Map<EncodedVideo, Segment>; reused: Set<EncodedVideo> };
