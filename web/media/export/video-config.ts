/** The exact H.264 configurations a movie is encoded with. */
import type { MoviePlan, PlanScene } from '#shared/movie/movie-plan.ts';
import { fpsNumber, type Fps } from '#shared/movie/time.ts';
import type { ExportTarget } from '../worker/protocol.ts';

/** H.264 levels (ITU-T H.264, table A-1): macroblocks in a frame and in a second. */
const LEVELS: readonly { id: number; frame: number; second: number }[] = [
  { id: 30, frame: 1_620, second: 40_500 },
  { id: 31, frame: 3_600, second: 108_000 },
  { id: 32, frame: 5_120, second: 216_000 },
  { id: 40, frame: 8_192, second: 245_760 },
  { id: 42, frame: 8_704, second: 522_240 },
  { id: 50, frame: 22_080, second: 589_824 },
  { id: 51, frame: 36_864, second: 983_040 },
  { id: 52, frame: 36_864, second: 2_073_600 },
];
/** High, Main and Constrained Baseline, best first. */
const PROFILES = ['6400', '4d00', '42e0'];

/** Bits a pixel at 1080p that are never exceeded and never fallen below; smaller pictures get more a pixel, larger less. */
const MOST_BITS = 0.19;
const LEAST_BITS = 0.05;
const REFERENCE_PIXELS = 1920 * 1080;
/** The clips come from x264, which is better at the same rate than what browsers have (no B-frames, often no CABAC). */
const ENCODER_PENALTY = 1.7;

/** Bits per second for a movie, by its size and by what its clips needed. */
export function bitrateFor(
  target: { width: number; height: number },
  fps: Fps,
  clips: readonly { width: number; height: number; bitrateBps: number }[],
): number {
  const pixels = target.width * target.height;
  const perSecond = pixels * fpsNumber(fps) * (pixels / REFERENCE_PIXELS) ** -0.25;
  // Twice the pixels need less than twice the bits; the hardest clip decides, because one encoder writes them all.
  const needed = clips.map((clip) => clip.bitrateBps * (pixels / (clip.width * clip.height)) ** 0.75 * ENCODER_PENALTY);
  return Math.round(Math.min(perSecond * MOST_BITS, Math.max(perSecond * LEAST_BITS, ...needed)));
}

/** Configurations to ask the browser for, in order of preference. */
export function videoConfigs(
  target: { width: number; height: number },
  fps: Fps,
  bitrateBps: number,
): VideoEncoderConfig[] {
  const level = levelFor(target, fps);
  return PROFILES.map((profile) => ({
    codec: `avc1.${profile}${level.toString(16).padStart(2, '0')}`,
    width: target.width,
    height: target.height,
    framerate: fpsNumber(fps),
    bitrate: bitrateBps,
    bitrateMode: 'variable',
    latencyMode: 'quality',
    hardwareAcceleration: 'no-preference',
    avc: { format: 'avc' },
  }));
}

/** The first configuration that this browser's encoder takes, or null. */
export async function supportedVideoConfig(
  plan: Pick<MoviePlan, 'fps'>,
  target: ExportTarget,
  bitrateBps: number,
): Promise<VideoEncoderConfig | null> {
  for (const config of videoConfigs(target, plan.fps, bitrateBps)) {
    const { supported } = await VideoEncoder.isConfigSupported(config);
    if (supported === true) return config;
  }
  return null;
}

/** A guess before the clips are open, from the plan alone. Overlong lengths only make it smaller. */
export function plannedBitrates(scenes: readonly PlanScene[]): { width: number; height: number; bitrateBps: number }[] {
  return scenes.map(({ clip }) => ({
    width: clip.width,
    height: clip.height,
    bitrateBps: clip.frameCount > 0 ? (clip.sizeBytes * 8 * fpsNumber(clip.fps)) / clip.frameCount : 0,
  }));
}

function levelFor({ width, height }: { width: number; height: number }, fps: Fps): number {
  const blocks = Math.ceil(width / 16) * Math.ceil(height / 16);
  const level = LEVELS.find(({ frame, second }) => blocks <= frame && blocks * fpsNumber(fps) <= second);
  return level?.id ?? 52;
}
