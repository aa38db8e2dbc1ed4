/** Decides packet by packet where the movie's sound comes from. */
import { fadedFrames } from '#shared/movie/fade-level.ts';
import {
  playedFromSample,
  wholeFrames,
  type CutRamp,
  type MoviePlan,
  type PlanScene,
} from '#shared/movie/movie-plan.ts';
import { fpsNumber, type Fps, sampleAtUs, samplesAt } from '#shared/movie/time.ts';
import { sameAacConfig, type AacConfig, SAMPLES_PER_PACKET } from '#shared/aac/aac-config.ts';
import type { AudioFacts, ClipFacts } from '#shared/clip/clip-facts.ts';
import type { AudioPlan, AudioRun, AudioStretch } from './plan-types.ts';
import type { AudioReason } from './reasons.ts';

export type ScenePair = { scene: PlanScene; clip: ClipFacts; index: number };

const DEFAULT_SOUND: AacConfig = { sampleRate: 48_000, channels: 2 };

export type AudioOptions = {
  /** Whether the file's sound has another form than AAC. */
  isEncodedAll: boolean;
  /** Positions of scenes whose sound can't be decoded: it is copied, or left out. */
  undecodable: ReadonlySet<number>;
};

/** Null where nothing is heard. */
export function planAudio(
  plan: MoviePlan,
  pairs: readonly ScenePair[],
  { isEncodedAll, undecodable }: AudioOptions,
): AudioPlan | null {
  const heard = pairs.filter(({ scene, clip }) => clip.audio !== null && !scene.muted);
  if (heard.length === 0 && plan.audio.length === 0) return null;
  const everywhere: AudioReason[] = [
    ...(isEncodedAll ? (['format'] as const) : []),
    ...(plan.audio.length === 0 ? [] : (['music'] as const)),
    ...(plan.levelling ? (['levelling'] as const) : []),
  ];
  const stretchesUnder = (config: AacConfig): AudioStretch[] => {
    const mixed = mixedPackets(plan, config);
    return pairs
      .flatMap((pair) => {
        const [from, to] = packetsOf(plan, pair, config.sampleRate);
        const whole = { scene: pair.index, firstPacket: from, packetCount: to - from };
        const isHeard = pair.clip.audio !== null && !pair.scene.muted;
        const isDecodable = !undecodable.has(pair.index);
        if (everywhere.length > 0 && (isHeard || plan.audio.length > 0 || isEncodedAll)) {
          const reasons = isHeard && !isDecodable ? [...everywhere, 'undecodable' as const] : everywhere;
          return [{ ...whole, kind: 'encode' as const, reasons }];
        }
        return cutOut(sceneStretches(plan, pair, { config, whole, isDecodable }), mixed);
      })
      .filter(({ packetCount }) => packetCount > 0);
  };
  const common = commonConfig(heard);
  const joined = stretchesUnder(common);
  // The clips' form binds only beside packets of theirs; else mono clips would make music mono.
  const hasCopies = joined.some(({ kind }) => kind === 'copy');
  const config = hasCopies ? common : DEFAULT_SOUND;
  const stretches = hasCopies ? joined : stretchesUnder(config);
  const packetCount = packetAt(plan.frameCount, plan.fps, config.sampleRate);
  return { config, packetCount, stretches, runs: audioRuns(stretches, pairs) };
}

/** The packets of the movie that a scene has for itself: up to where the next one begins. */
function packetsOf(plan: MoviePlan, { scene, index }: ScenePair, sampleRate: number): [from: number, to: number] {
  const next = plan.scenes[index + 1]?.startFrame ?? plan.frameCount;
  return [packetAt(scene.startFrame, plan.fps, sampleRate), packetAt(next, plan.fps, sampleRate)];
}

type Whole = { scene: number; firstPacket: number; packetCount: number };

type StretchOptions = { config: AacConfig; whole: Whole; isDecodable: boolean };

function sceneStretches(
  plan: MoviePlan,
  { scene, clip }: ScenePair,
  { config, whole, isDecodable }: StretchOptions,
): AudioStretch[] {
  const { audio, video } = clip;
  if (audio === null) return [{ ...whole, kind: 'silence', reasons: ['no-sound'] }];
  if (scene.muted) return [{ ...whole, kind: 'silence', reasons: ['muted'] }];
  const reasons = encodeReasons(scene, audio, config);
  if (reasons.length > 0 && !isDecodable) return [{ ...whole, kind: 'silence', reasons: ['undecodable'] }];
  if (reasons.length > 0) return [{ ...whole, kind: 'encode', reasons }];
  // How far the packet grid stands after the picture's cut: at most half a packet, and never added up over scenes.
  const late = whole.firstPacket * SAMPLES_PER_PACKET - samplesAt(scene.startFrame, plan.fps, config.sampleRate);
  // The scene begins with its clip's first frame, wherever that stands in the clip.
  const pictureStart = sampleAtUs(video.frameTimesUs[0] ?? 0, config.sampleRate);
  const clipSample = pictureStart + playedFromSample(scene, plan.fps, config.sampleRate) + late;
  const nearest = Math.round((clipSample - audio.firstSample) / SAMPLES_PER_PACKET);
  const clipPacket = Math.max(0, nearest);
  const before = Math.min(whole.packetCount, clipPacket - nearest);
  const copied = Math.max(0, Math.min(whole.packetCount - before, audio.packetCount - clipPacket));
  const silence = (skipped: number, packetCount: number): AudioStretch => ({
    scene: whole.scene,
    firstPacket: whole.firstPacket + skipped,
    packetCount,
    kind: 'silence',
    reasons: ['no-sound'],
  });
  // Sound that begins after the picture or ends before it has silence there.
  return [
    silence(0, before),
    {
      scene: whole.scene,
      firstPacket: whole.firstPacket + before,
      packetCount: copied,
      kind: 'copy',
      clipPacket,
      reasons: [],
    },
    silence(before + copied, whole.packetCount - before - copied),
  ];
}

function encodeReasons(scene: PlanScene, audio: AudioFacts, config: AacConfig): AudioReason[] {
  const reasons: AudioReason[] = [];
  if (audio.aac === null || audio.stored === null) reasons.push('sound-form');
  else if (!sameAacConfig(audio.aac, config)) reasons.push('other-config');
  if (scene.gainDb !== 0) reasons.push('volume');
  return reasons;
}

/** A run of frames, then of packets, whose sound fades or is mixed; `to` is outside. */
type MixedRun = { from: number; to: number; reason: 'transition' | 'fade' };

/** The packets in which a transition or a fade is heard. */
function mixedPackets(plan: MoviePlan, { sampleRate }: AacConfig): MixedRun[] {
  return plan.scenes.flatMap((scene, index) => {
    const next = plan.scenes[index + 1];
    const runs = [
      ...cutFades(plan, scene, index),
      ...(next === undefined ? [] : transitionFrames(plan, scene, next)),
      ...(scene.muted ? [] : ownFades(plan, scene)),
    ];
    return runs.flatMap(({ from, to, reason }): MixedRun[] => {
      const [first, end] = [Math.max(0, from), Math.min(plan.frameCount, to)];
      if (first >= end) return [];
      return [
        {
          from: Math.floor(samplesAt(first, plan.fps, sampleRate) / SAMPLES_PER_PACKET),
          to: Math.ceil(samplesAt(end, plan.fps, sampleRate) / SAMPLES_PER_PACKET),
          reason,
        },
      ];
    });
  });
}

function transitionFrames(plan: MoviePlan, { transition, ...scene }: PlanScene, next: PlanScene): MixedRun[] {
  if (transition === null) return [];
  const end = scene.startFrame + scene.frameCount;
  // Without its sound, too: somewhere in it one scene's sound takes the place of the other's.
  if (transition.kind === 'crossfade') return [{ from: next.startFrame, to: end, reason: 'transition' }];
  if (!transition.sound) return [];
  const half = Math.round((transition.seconds * fpsNumber(plan.fps)) / 2);
  return [{ from: end - half, to: end + half, reason: 'transition' }];
}

/** Where a range of the movie leaves a fade whose other scene it leaves out. */
function cutFades(plan: MoviePlan, scene: PlanScene, index: number): MixedRun[] {
  if (!scene.cut) return [];
  const { fadeIn, fadeOut } = scene.cut;
  const { head, tail } = fadedFrames(plan, index);
  const end = scene.startFrame + scene.frameCount;
  const run = (ramp: CutRamp | null, from: number, to: number): MixedRun[] =>
    ramp !== null && ramp.seconds > 0 ? [{ from, to, reason: 'transition' }] : [];
  return [...run(fadeIn, scene.startFrame, scene.startFrame + head), ...run(fadeOut, end - tail, end)];
}

/** The fades of a scene's own sound, as far as a range of the movie leaves them. */
function ownFades({ fps }: MoviePlan, scene: PlanScene): MixedRun[] {
  const frames = wholeFrames(scene, fps);
  const start = scene.startFrame - (scene.cut?.skippedFrames ?? 0);
  const left = { from: scene.startFrame, to: scene.startFrame + scene.frameCount };
  const within = (from: number, to: number): MixedRun[] => {
    const run: MixedRun = { from: Math.max(left.from, from), to: Math.min(left.to, to), reason: 'fade' };
    return run.from < run.to ? [run] : [];
  };
  const lengthOf = (seconds: number): number => Math.ceil(seconds * fpsNumber(fps));
  return [
    ...within(start, start + lengthOf(scene.fadeInSeconds)),
    ...within(start + frames - lengthOf(scene.fadeOutSeconds), start + frames),
  ];
}

/** Turns the parts of stretches that are mixed or fade into encoded ones. */
function cutOut(stretches: readonly AudioStretch[], mixed: readonly MixedRun[]): AudioStretch[] {
  let parts = [...stretches];
  for (const { from, to, reason } of mixed) {
    parts = parts.flatMap((part) => {
      const end = part.firstPacket + part.packetCount;
      if (part.kind === 'encode' || to <= part.firstPacket || from >= end) return [part];
      const mixedFrom = Math.max(from, part.firstPacket);
      const mixedTo = Math.min(to, end);
      return [
        pieceOf(part, part.firstPacket, mixedFrom),
        {
          scene: part.scene,
          firstPacket: mixedFrom,
          packetCount: mixedTo - mixedFrom,
          kind: 'encode' as const,
          reasons: [reason],
        },
        pieceOf(part, mixedTo, end),
      ];
    });
  }
  return parts;
}

function pieceOf(stretch: AudioStretch, from: number, to: number): AudioStretch {
  const place = { firstPacket: from, packetCount: to - from };
  return stretch.kind === 'copy'
    ? { ...stretch, ...place, clipPacket: stretch.clipPacket + from - stretch.firstPacket }
    : { ...stretch, ...place };
}

/** The stretches as runs of packets from -1 on, each with the packet before it in front where there is one. */
function audioRuns(stretches: readonly AudioStretch[], pairs: readonly ScenePair[]): AudioRun[] {
  const leads = stretches.map((stretch) => hasLead(stretch, pairs));
  const runs: AudioRun[] = leads[0] === true ? [] : [{ kind: 'silence', firstPacket: -1, packetCount: 1 }];
  stretches.forEach((stretch, index) => {
    const lead = leads[index] === true ? 1 : 0;
    const nextLead = leads[index + 1] === true ? 1 : 0;
    const firstPacket = stretch.firstPacket - lead;
    const packetCount = stretch.packetCount + lead - nextLead;
    if (packetCount <= 0) return;
    const place = { firstPacket, packetCount };
    const last = runs.at(-1);
    if (stretch.kind === 'copy')
      runs.push({ ...place, kind: 'copy', scene: stretch.scene, clipPacket: stretch.clipPacket - lead });
    else if (last?.kind === stretch.kind) last.packetCount += packetCount;
    else runs.push({ ...place, kind: stretch.kind });
  });
  return runs;
}

function hasLead(stretch: AudioStretch, pairs: readonly ScenePair[]): boolean {
  if (stretch.kind === 'encode') return true;
  if (stretch.kind === 'silence') return stretch.firstPacket === 0;
  return stretch.clipPacket - 1 >= -(pairs[stretch.scene]?.clip.audio?.primingPackets ?? 0);
}

/** The configuration under which most of the heard time can be copied. */
function commonConfig(heard: readonly ScenePair[]): AacConfig {
  let best = DEFAULT_SOUND;
  let most = 0;
  for (const { clip } of heard) {
    const config = clip.audio?.aac ?? null;
    if (config === null || config.sampleRate < 44_100) continue;
    const frames = heard.reduce((sum, { scene, clip: { audio } }) => {
      const isCopied = audio !== null && encodeReasons(scene, audio, config).length === 0;
      return isCopied ? sum + scene.frameCount : sum;
    }, 0);
    if (frames > most) [best, most] = [config, frames];
  }
  return best;
}

/** The packet that starts nearest to a frame. */
function packetAt(frame: number, fps: Fps, sampleRate: number): number {
  return Math.round(samplesAt(frame, fps, sampleRate) / SAMPLES_PER_PACKET);
}
