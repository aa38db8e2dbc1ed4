/** Whether this browser can write a movie: asked of the exact configuration, never of the browser's name. */
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { bitrateFor, plannedBitrates, supportedVideoConfig } from './export/video-config.ts';
import { MediaFailure } from './failures.ts';
import type { Capability, ExportTarget } from './worker/protocol.ts';

/** What stands in the way of an export, or how its picture would be encoded. */
export async function exportCapability(plan: MoviePlan, target: ExportTarget): Promise<Capability> {
  try {
    const { codec } = await chooseVideoConfig(plan, target, bitrateFor(target, plan.fps, plannedBitrates(plan.scenes)));
    return { can: true, videoCodec: codec };
  } catch (error) {
    if (error instanceof MediaFailure) return { can: false, code: error.code, facts: error.facts };
    throw error;
  }
}

/** The configuration to encode with. @throws MediaFailure that says why there is none */
export async function chooseVideoConfig(
  plan: MoviePlan,
  target: ExportTarget,
  bitrateBps: number,
): Promise<VideoEncoderConfig> {
  if (target.format !== 'mp4') throw new MediaFailure('unsupported-format');
  if (plan.scenes.length === 0) throw new MediaFailure('empty-movie');
  const feature = unwritableFeature(plan);
  if (feature !== null) throw new MediaFailure('unsupported-plan', { detail: feature });
  if (typeof VideoEncoder === 'undefined' || typeof VideoDecoder === 'undefined')
    throw new MediaFailure('no-webcodecs');
  const config = await supportedVideoConfig(plan, target, bitrateBps);
  if (config === null) throw new MediaFailure('unsupported-encoder', { width: target.width, height: target.height });
  return config;
}

/** What the plan asks for and the exporter does not do; leaving it out silently would be another movie. */
function unwritableFeature(plan: MoviePlan): string | null {
  if (plan.music !== null) return 'background music';
  if (plan.levelling) return 'level matching';
  return plan.scenes.some((scene) => scene.transition !== null) ? 'transitions' : null;
}
