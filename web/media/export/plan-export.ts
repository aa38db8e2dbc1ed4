/**
 * Decides, for every stretch of the movie, whether its packets are copied or encoded, and why. Pure: it works on the plan
 * and on the clips' facts, so that the dialog can show it and tests can try any movie.
 */
import { sameFps, type Fps } from '#shared/movie/time.ts';
import type { MoviePlan, PlanScene } from '#shared/movie/movie-plan.ts';
import { movieTags, resolvedTags, sameTags } from '../decode/color-tags.ts';
import { sameAacConfig, type AacConfig } from '../probe/aac-config.ts';
import type { AudioFacts, ClipFacts } from '../probe/clip-facts.ts';
import type { ColorTags, ExportTarget } from '../worker/protocol.ts';

/** Why the pictures of a stretch can't be copied as they are. */
export type VideoReason =
  | 'size'
  | 'rate'
  | 'trim'
  | 'overlay'
  | 'transition'
  | 'color'
  /** Stored in another order than shown: its packets need an edit list, and the movie's picture track has none. */
  | 'reordered'
  /** The movie's picture track has the one set of parameters of its encoder, and the clip has its own. */
  | 'parameter-sets';

export type VideoStretch = {
  kind: 'copy' | 'encode';
  /** Position in the plan's scenes. */
  scene: number;
  startFrame: number;
  frameCount: number;
  /** Empty for a copy. */
  reasons: VideoReason[];
};

/** Why the sound of a stretch can't be copied. */
export type AudioReason = 'other-config' | 'volume' | 'muted' | 'no-sound' | 'rate';

export type AudioStretch = {
  scene: number;
  /** Packets of 1024 samples in the movie; those of all stretches add up to the movie's length. */
  firstPacket: number;
  packetCount: number;
  /** Where the first packet starts in the clip's sound: samples at the movie's sound rate; may lie before 0 by half a packet. */
  clipSample: number;
  /** One past the last heard sample of the clip, at the movie's rate: what a trim or the end of the picture cuts off. */
  clipEndSample: number;
} & (
  | { kind: 'copy'; /** First packet of the clip, counted from its time 0. */ clipPacket: number; reasons: [] }
  | { kind: 'encode'; reasons: AudioReason[] }
  | { kind: 'silence'; reasons: AudioReason[] }
);

export type ExportPlan = {
  target: ExportTarget;
  fps: Fps;
  frameCount: number;
  color: ColorTags;
  video: VideoStretch[];
  /** Null for a movie none of whose scenes has sound. */
  audio: { config: AacConfig; packetCount: number; stretches: AudioStretch[] } | null;
};

export const SAMPLES_PER_PACKET = 1024;
const DEFAULT_SOUND: AacConfig = { sampleRate: 48_000, channels: 2 };

/** @param facts of each scene's clip, in the plan's order */
export function planExport(plan: MoviePlan, facts: readonly ClipFacts[], target: ExportTarget): ExportPlan {
  const tags = facts.map(({ video }) => resolvedTags(video.color, video));
  const color = movieTags(tags);
  const pairs = plan.scenes.flatMap((scene, index) => {
    const clip = facts[index];
    return clip === undefined ? [] : [{ scene, clip, index }];
  });
  if (pairs.length !== plan.scenes.length) throw new RangeError('Every scene of the plan needs the facts of its clip');
  return {
    target,
    fps: plan.fps,
    frameCount: plan.frameCount,
    color,
    video: pairs.map(({ scene, clip, index }) => ({
      kind: 'encode',
      scene: index,
      startFrame: scene.startFrame,
      frameCount: scene.frameCount,
      reasons: videoReasons(plan, scene, clip, { target, isForeignColor: !sameTags(tags[index] ?? color, color) }),
    })),
    audio: planAudio(plan, pairs),
  };
}

function videoReasons(
  plan: MoviePlan,
  scene: PlanScene,
  { video }: ClipFacts,
  { target, isForeignColor }: { target: ExportTarget; isForeignColor: boolean },
): VideoReason[] {
  const reasons: VideoReason[] = [];
  const startUs = scene.overlays.filter((overlay) => overlay.endUs > (video.frameTimesUs[scene.inFrame] ?? 0));
  if (video.width !== target.width || video.height !== target.height) reasons.push('size');
  if (!sameFps(video.fps, plan.fps)) reasons.push('rate');
  if (scene.inFrame > 0 || scene.outFrame < video.frameCount) reasons.push('trim');
  if (startUs.some((overlay) => overlay.startUs <= (video.frameTimesUs[scene.outFrame - 1] ?? 0)))
    reasons.push('overlay');
  if (scene.transition !== null) reasons.push('transition');
  if (isForeignColor) reasons.push('color');
  if (video.isReordered) reasons.push('reordered');
  return reasons.length > 0 ? reasons : ['parameter-sets'];
}

type Pair = { scene: PlanScene; clip: ClipFacts; index: number };

function planAudio(plan: MoviePlan, pairs: readonly Pair[]): ExportPlan['audio'] {
  const heard = pairs.filter(({ scene, clip }) => clip.audio !== null && !scene.muted);
  if (heard.length === 0) return null;
  const config = commonConfig(heard);
  const stretches: AudioStretch[] = [];
  let packets = 0;
  for (const pair of pairs) {
    const endPacket = Math.round(
      samplesAt(pair.scene.startFrame + pair.scene.frameCount, plan.fps, config.sampleRate) / SAMPLES_PER_PACKET,
    );
    stretches.push(audioStretch(plan, pair, config, packets, endPacket - packets));
    packets = endPacket;
  }
  return { config, packetCount: packets, stretches };
}

function audioStretch(
  plan: MoviePlan,
  { scene, clip, index }: Pair,
  config: AacConfig,
  firstPacket: number,
  packetCount: number,
): AudioStretch {
  // How far the packet grid stands after the picture's cut: at most half a packet, and never added up over scenes.
  const late = firstPacket * SAMPLES_PER_PACKET - samplesAt(scene.startFrame, plan.fps, config.sampleRate);
  const clipSample = Math.round(samplesAt(scene.inFrame, scene.clip.fps, config.sampleRate) + late);
  const clipEndSample = Math.round(samplesAt(scene.outFrame, scene.clip.fps, config.sampleRate));
  const place = { scene: index, firstPacket, packetCount, clipSample, clipEndSample };
  const { audio } = clip;
  if (audio === null) return { ...place, kind: 'silence', reasons: ['no-sound'] };
  if (scene.muted) return { ...place, kind: 'silence', reasons: ['muted'] };
  const reasons = encodeReasons(scene, audio, config);
  if (reasons.length > 0) return { ...place, kind: 'encode', reasons };
  const clipPacket = Math.max(0, Math.round((clipSample - audio.firstSample) / SAMPLES_PER_PACKET));
  return { ...place, kind: 'copy', clipPacket, reasons: [] };
}

function encodeReasons(scene: PlanScene, audio: AudioFacts, config: AacConfig): AudioReason[] {
  const reasons: AudioReason[] = [];
  if (audio.aac === null || !sameAacConfig(audio.aac, config)) reasons.push('other-config');
  if (scene.gainDb !== 0) reasons.push('volume');
  // A first packet off the grid of time 0 could only be copied out of step.
  if (audio.firstSample > SAMPLES_PER_PACKET / 2) reasons.push('rate');
  return reasons;
}

/** The configuration under which most of the heard time can be copied. */
function commonConfig(heard: readonly Pair[]): AacConfig {
  let best = DEFAULT_SOUND;
  let most = 0;
  for (const { clip } of heard) {
    const config = clip.audio?.aac ?? null;
    if (config === null || config.sampleRate < 44_100) continue;
    const frames = heard.reduce(
      (sum, other) =>
        sum + (other.clip.audio?.aac && sameAacConfig(other.clip.audio.aac, config) ? other.scene.frameCount : 0),
      0,
    );
    if (frames > most) [best, most] = [config, frames];
  }
  return best;
}

/** Samples until a frame, not rounded. */
function samplesAt(frame: number, fps: Fps, sampleRate: number): number {
  return (frame * fps.den * sampleRate) / fps.num;
}
