/**
 * Decides, for every stretch of the movie, whether its packets are copied or encoded, and why. Pure: it works on the plan
 * and on the clips' facts, so that the dialog can show it and tests can try any movie.
 */
import { sameFps } from '#shared/movie/time.ts';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { parseAvcConfig, writeAvcConfig } from '#shared/avc/avc-config.ts';
import { withColor } from '#shared/avc/edit-sps.ts';
import { joinParameterSets, type ParameterSetFamily } from '#shared/avc/join-parameter-sets.ts';
import { codesFromTags } from '#shared/color/color-codes.ts';
import { movieTags, resolvedTags, sameTags, type ColorTags } from '#shared/color/color-tags.ts';
import type { ClipFacts, StoredVideo } from '#shared/clip/clip-facts.ts';
import { hasConstantRateUs } from '#shared/clip/frame-rate.ts';
import type { ExportTarget } from './export-target.ts';
import { copiedStretch, copyRuns, runBytes, type CopyRun } from './copy-runs.ts';
import { planAudio, type ScenePair } from './plan-audio.ts';
import { ENCODER_SETS, type EncodedVideo, type ExportPlan, type SetsMember, type VideoStretch } from './plan-types.ts';
import type { VideoReason } from './reasons.ts';
import { planShared } from './plan-shared.ts';
import { overlap, touchOf } from './touched-frames.ts';

export type PlanOptions = {
  /** The configuration record of this browser's encoder at the target; null where nothing can or will be encoded. */
  encoderConfig: Uint8Array | null;
  /** Positions of scenes whose sound this browser can't decode; left out where all of it can be. */
  undecodable?: ReadonlySet<number>;
};

/** @param facts of each scene's clip, in the plan's order */
export function planExport(
  plan: MoviePlan,
  facts: readonly ClipFacts[],
  target: ExportTarget,
  { encoderConfig, undecodable = new Set() }: PlanOptions,
): ExportPlan {
  const pairs = plan.scenes.flatMap((scene, index): ScenePair[] => {
    const clip = facts[index];
    return clip === undefined ? [] : [{ scene, clip, index }];
  });
  if (pairs.length !== plan.scenes.length) throw new RangeError('Every scene of the plan needs the facts of its clip');
  const audio = planAudio(plan, pairs, { isEncodedAll: target.format !== 'mp4', undecodable });
  const shared = planShared(plan, pairs, target);
  const base = { target, fps: plan.fps, frameCount: plan.frameCount, audio, undecodable };
  if (shared !== null) return { ...base, ...shared, color: resolvedTags(shared.tags, target), joined: null };
  const scenes = pairs.map((pair) => planScene(plan, pair, target));
  const joined = joinSets(scenes, encoderConfig);
  const video = stretchesOf(plan, scenes, joined);
  const copies = video.some(({ kind }) => kind === 'copy');
  const tags = copies ? joined.tags : movieTags(pairs.map(({ clip: { video: of } }) => resolvedTags(of.color, of)));
  return {
    ...base,
    color: resolvedTags(tags, target),
    tags,
    video,
    joined: copies && joined.avcConfig !== null ? { avcConfig: joined.avcConfig, members: joined.members } : null,
    shared: null,
  };
}

type ScenePlan = ScenePair & {
  /** Why nothing of the scene can be copied; empty where something may be. */
  reasons: VideoReason[];
  /** Why parts are encoded. */
  touches: VideoReason[];
  stored: StoredVideo | null;
  runs: CopyRun[];
};

function planScene(plan: MoviePlan, pair: ScenePair, target: ExportTarget): ScenePlan {
  const { scene, clip } = pair;
  const { stored } = clip.video;
  const reasons = sceneReasons(plan, pair, target);
  const touch = touchOf(plan, pair);
  if (reasons.length > 0 || stored === null)
    return { ...pair, reasons, touches: touch.reasons, stored: null, runs: [] };
  const runs = copyRuns(stored, scene.inFrame, scene.outFrame, touch.isTouched);
  return { ...pair, reasons, touches: touch.reasons, stored, runs };
}

/** What keeps every packet of a scene from being copied. */
function sceneReasons(plan: MoviePlan, { scene, clip: { video } }: ScenePair, target: ExportTarget): VideoReason[] {
  const reasons: VideoReason[] = [];
  if (target.format !== 'mp4') reasons.push('format');
  if (video.width !== target.width || video.height !== target.height) reasons.push('size');
  if (!hasConstantRateUs(video.frameTimesUs, video.fps)) reasons.push('varying-rate');
  else if (!sameFps(video.fps, plan.fps) || !sameFps(scene.clip.fps, plan.fps)) reasons.push('rate');
  // Such a clip is always stored at another size than it is shown at: that alone would say little.
  const isStretched = video.copyRefusal === 'pixel-aspect';
  if (video.copyRefusal !== null && (reasons.length === 0 || isStretched)) reasons.push(video.copyRefusal);
  return reasons;
}

type JoinedSets = {
  avcConfig: Uint8Array | null;
  members: Map<string, SetsMember>;
  tags: ColorTags;
  /** Whether stretches of this browser's encoder can stand beside copied ones. */
  takesEncoder: boolean;
};

/** Brings as many bytes of packets as possible under one configuration record. */
function joinSets(scenes: readonly ScenePlan[], encoderConfig: Uint8Array | null): JoinedSets {
  const families = new Map<string, ParameterSetFamily & { tags: ColorTags }>();
  for (const { stored, runs, clip } of scenes) {
    if (stored === null || runs.length === 0) continue;
    const family = families.get(stored.setsKey);
    const weight = (family?.weight ?? 0) + runs.reduce((sum, run) => sum + runBytes(stored, run), 0);
    families.set(stored.setsKey, {
      key: stored.setsKey,
      record: stored.avcConfig,
      weight,
      isEncoder: false,
      tags: clip.video.color,
    });
  }
  const heaviest = [...families.values()].toSorted((a, b) => b.weight - a.weight)[0];
  const members = new Map<string, SetsMember>();
  if (heaviest === undefined)
    return {
      avcConfig: null,
      members,
      tags: { primaries: null, transfer: null, matrix: null, fullRange: null },
      takesEncoder: true,
    };
  const { tags } = heaviest;
  const fitting: ParameterSetFamily[] = [...families.values()].filter((family) => sameTags(family.tags, tags));
  if (encoderConfig !== null)
    fitting.push({ key: ENCODER_SETS, record: coloredLike(encoderConfig, tags), weight: 0, isEncoder: true });
  const join = joinParameterSets(fitting);
  for (const [key, member] of join.members) if (member.kind !== 'refused') members.set(key, member);
  return { avcConfig: join.record, members, tags, takesEncoder: encoderConfig === null || members.has(ENCODER_SETS) };
}

/** The encoder's sets with the tags of the clips beside which its pictures stand: those pixels are the same. */
export function coloredLike(record: Uint8Array, tags: ColorTags): Uint8Array {
  const config = parseAvcConfig(record);
  return config === null
    ? record
    : writeAvcConfig({ ...config, sps: config.sps.map((sps) => withColor(sps, codesFromTags(tags))) });
}

function stretchesOf(plan: MoviePlan, scenes: readonly ScenePlan[], joined: JoinedSets): VideoStretch[] {
  const build = (isEncodedAll: boolean): VideoStretch[] =>
    scenes.flatMap((scene) => sceneStretches(plan, scene, joined, isEncodedAll));
  const stretches = build(false);
  const isMixed = new Set(stretches.map(({ kind }) => kind)).size > 1;
  // An encoder whose pictures can't stand beside the clips' leaves one way only.
  return isMixed && !joined.takesEncoder ? build(true) : stretches;
}

function sceneStretches(
  plan: MoviePlan,
  scenePlan: ScenePlan,
  joined: JoinedSets,
  isEncodedAll: boolean,
): VideoStretch[] {
  const { scene, index, stored } = scenePlan;
  const from = scene.startFrame + overlap(plan.scenes[index - 1], scene);
  const fadeOut = overlap(scene, plan.scenes[index + 1]);
  const end = scene.startFrame + scene.frameCount - fadeOut;
  const barrier = barrierOf(scenePlan, joined, isEncodedAll);
  const runs = barrier === null && stored !== null ? scenePlan.runs : [];
  const stretches: VideoStretch[] = [];
  let at = from;
  const encodeUntil = (frame: number): void => {
    const reasons = encodeReasons(scenePlan, barrier);
    if (frame > at)
      stretches.push({
        kind: 'encode',
        scene: index,
        startFrame: at,
        frameCount: frame - at,
        isCrossfade: false,
        reasons,
      });
    at = frame;
  };
  for (const run of runs) {
    const startFrame = scene.startFrame + run.firstFrame - scene.inFrame;
    encodeUntil(startFrame);
    stretches.push(copiedStretch(index, startFrame, run, stored));
    at = startFrame + run.frameCount;
  }
  encodeUntil(end);
  if (fadeOut > 0) stretches.push(crossfadeOf(index, end, fadeOut));
  return stretches;
}

function crossfadeOf(scene: number, startFrame: number, frameCount: number): EncodedVideo {
  return { kind: 'encode', scene, startFrame, frameCount, isCrossfade: true, reasons: ['transition'] };
}

/** Why nothing of a scene is copied although its packets could be, or could not. */
function barrierOf(scene: ScenePlan, joined: JoinedSets, isEncodedAll: boolean): VideoReason[] | null {
  if (scene.reasons.length > 0) return scene.reasons;
  if (scene.stored === null) return ['codec'];
  if (isEncodedAll) return ['parameter-sets'];
  if (!sameTags(scene.clip.video.color, joined.tags)) return ['color'];
  return joined.members.has(scene.stored.setsKey) || scene.runs.length === 0 ? null : ['parameter-sets'];
}

function encodeReasons({ touches, stored }: ScenePlan, barrier: VideoReason[] | null): VideoReason[] {
  const reasons = [...(barrier ?? []), ...touches];
  if (reasons.length > 0) return reasons;
  // Pictures may be stored behind one that they are shown before, and that the edit list cuts off.
  return [stored?.shownFrames.includes(-1) === true ? 'edit-list' : 'no-key-frame'];
}
