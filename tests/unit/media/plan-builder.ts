/** Movies and facts of clips to plan with: any order of stored frames, any parameter sets, any cut. */
import fc from 'fast-check';
import type { AacConfig } from '#shared/aac/aac-config.ts';
import type { AudioFacts, ClipFacts, StoredVideo } from '#shared/clip/clip-facts.ts';
import { moviePlan, type MoviePlan, type PlanScene } from '#shared/movie/movie-plan.ts';
import type { MovieRange } from '#shared/movie/range.ts';
import { planClip } from '#tests/helpers/rows.ts';
import { fpsNumber, frameTimeUs, sameFps, type Fps } from '#shared/movie/time.ts';

export const FPS: Fps = { num: 24, den: 1 };
export const STEREO: AacConfig = { sampleRate: 48_000, channels: 2 };

/** Records of x264 for 1280×720: High, Main, Baseline, and one for interlaced pictures, which can't be joined. */
export const RECORDS = {
  high: fromHex('0164001fffe1001a6764001facd9405005bb011000000300100000030300f183196001000668ebe3cb22c0fdf8f800'),
  main: fromHex('014d401fffe10019674d401feca02802dd80880000030008000003018078c18cb001000568ebe3cb20'),
  baseline: fromHex('0142c01fffe100196742c01fd9005005bb011000000300100000030300f183248001000568cb83cb20'),
  interlaced: fromHex('01640020ffe1001a67640020acd940500bbf2e0220000003002000000603e2c5b2c001000668fba3cb22c0fdf8f800'),
} as const;
export type RecordName = keyof typeof RECORDS;

export type ClipSpec = {
  frames: number;
  fps: Fps;
  /** When the first frame is shown: behind 0 where sound begins first, or with B-frames and no edit list. */
  pictureStartUs: number;
  /** Stored pictures that an edit list cuts off at the end. */
  hiddenFrames: number;
  /** Frames between key frames. */
  keyEvery: number;
  /** Pictures that are stored behind the one that is shown after them. */
  bFrames: number;
  sets: RecordName;
  sound: { aac: AacConfig | null; priming: number; firstSample: number; missingPackets: number } | null;
  size: { width: number; height: number };
  color: 'untagged' | 'bt709';
};

export type SceneSpec = {
  clip: ClipSpec;
  inFrame: number;
  outFrame: number;
  overlay: { start: number; end: number } | null;
  gainDb: number;
  muted: boolean;
  fadeInSeconds?: number;
  fadeOutSeconds?: number;
  transition: PlanScene['transition'];
};

const TAGS = {
  untagged: { primaries: null, transfer: null, matrix: null, fullRange: null },
  bt709: { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false },
} as const;

export function clipFacts(spec: ClipSpec): ClipFacts {
  return {
    sizeBytes: 1,
    hasContentCredentials: false,
    video: {
      ...{ codec: 'avc1.64001f', description: RECORDS[spec.sets], ...spec.size, turn: null },
      ...{ codedWidth: spec.size.width, codedHeight: spec.size.height, fps: spec.fps, frameCount: spec.frames },
      frameTimesUs: Array.from(
        { length: spec.frames },
        (_, frame) => spec.pictureStartUs + frameTimeUs(frame, spec.fps),
      ),
      keyFrames: range(0, Math.ceil(spec.frames / spec.keyEvery)).map((group) => group * spec.keyEvery),
      color: TAGS[spec.color],
      bitrateBps: 2_000_000,
      stored: spec.sets === 'interlaced' ? null : storedVideo(spec),
      copyRefusal: spec.sets === 'interlaced' ? 'stream-kind' : null,
      shareable: null,
    },
    audio: spec.sound === null ? null : soundFacts(spec, spec.sound),
  };
}

/** Each group: its key frame, then for each further anchor the anchor and the pictures shown before it. */
function storedVideo({ frames: shown, hiddenFrames, keyEvery, bFrames, sets }: ClipSpec): StoredVideo {
  const frames = shown + hiddenFrames;
  const shownFrames: number[] = [];
  const isSync: number[] = [];
  for (let key = 0; key < frames; key += keyEvery) {
    const end = Math.min(frames, key + keyEvery);
    shownFrames.push(key);
    isSync.push(1);
    for (let from = key + 1; from < end; from += bFrames + 1) {
      const anchor = Math.min(end - 1, from + bFrames);
      shownFrames.push(anchor, ...range(from, anchor));
      isSync.push(0, ...range(from, anchor).map(() => 0));
    }
  }
  return {
    offsets: Float64Array.from(shownFrames, (_, packet) => packet * 1000),
    sizes: new Uint32Array(frames).fill(1000),
    avcConfig: RECORDS[sets],
    setsKey: sets,
    shownFrames: Int32Array.from(shownFrames, (frame) => (frame < shown ? frame : -1)),
    isSync: Uint8Array.from(isSync),
  };
}

function soundFacts(
  { frames, fps }: ClipSpec,
  { aac, priming, firstSample, missingPackets }: NonNullable<ClipSpec['sound']>,
): AudioFacts {
  const sampleRate = aac?.sampleRate ?? 48_000;
  const packetCount = Math.max(1, Math.round(((frames / fpsNumber(fps)) * sampleRate) / 1024) - missingPackets);
  return {
    codec: 'mp4a.40.2',
    sampleRate,
    channels: aac?.channels ?? 2,
    aac,
    primingPackets: priming,
    packetCount,
    firstSample,
    endSeconds: (firstSample + packetCount * 1024) / sampleRate,
    stored: {
      offsets: new Float64Array(packetCount + priming),
      sizes: new Uint32Array(packetCount + priming).fill(300),
    },
  };
}

export function build(
  specs: readonly SceneSpec[],
  extra: Partial<Pick<MoviePlan, 'audio' | 'levelling'>> = {},
): { plan: MoviePlan; clips: ClipFacts[] } {
  let startFrame = 0;
  const scenes: PlanScene[] = [];
  for (const [index, spec] of specs.entries()) {
    const { inFrame, outFrame, gainDb, muted, transition } = spec;
    const sourceFrames = outFrame - inFrame;
    const { fps } = spec.clip;
    const frameCount = sameFps(fps, FPS) ? sourceFrames : Math.max(1, Math.round((sourceFrames / fpsNumber(fps)) * 24));
    const before = scenes.at(-1);
    if (before?.transition?.kind === 'crossfade')
      startFrame -= Math.min(
        Math.round(before.transition.seconds * 24),
        Math.floor(before.frameCount / 2),
        Math.floor(frameCount / 2),
      );
    scenes.push({
      ...{ sceneId: `s${index}`, sceneNumber: index + 1, title: '', startFrame, frameCount },
      ...{ inFrame, outFrame, gainDb, muted, transition },
      overlays: spec.overlay === null ? [] : [overlayOf(spec.overlay, fps)],
      fadeInSeconds: spec.fadeInSeconds ?? 0,
      fadeOutSeconds: spec.fadeOutSeconds ?? 0,
      clip: planClip(`s${index}`, {
        ...{ ...spec.clip.size, fps, frameCount: spec.clip.frames, hasAudio: spec.clip.sound !== null },
      }),
    });
    startFrame += frameCount;
  }
  const empty = moviePlan({ id: '00000000-0000-7000-8000-000000000000', title: 'T', audio: [], levelling: false }, []);
  return {
    plan: { ...empty, ...extra, frameCount: startFrame, scenes },
    clips: specs.map((spec) => clipFacts(spec.clip)),
  };
}

/** From one frame of the clip to before another, at the clip's rate. */
export function overlayOf(
  { start, end }: { start: number; end: number },
  fps: Fps = FPS,
): PlanScene['overlays'][number] {
  const [startUs, endUs] = [frameTimeUs(start, fps), frameTimeUs(end, fps)];
  return { text: 'x', fontSize: 32, color: '#FFFFFF', position: 'center', startUs, endUs };
}

export const whole8s: SceneSpec = {
  clip: {
    frames: 192,
    fps: FPS,
    pictureStartUs: 0,
    hiddenFrames: 0,
    keyEvery: 192,
    bFrames: 2,
    sets: 'high',
    sound: { aac: STEREO, priming: 2, firstSample: 0, missingPackets: 0 },
    size: { width: 1280, height: 720 },
    color: 'untagged',
  },
  ...{ inFrame: 0, outFrame: 192, overlay: null, gainDb: 0, muted: false, transition: null },
};

const clipArbitrary: fc.Arbitrary<ClipSpec> = fc.record({
  frames: fc.integer({ min: 2, max: 400 }),
  fps: fc.constantFrom(FPS, FPS, FPS, FPS, { num: 30, den: 1 }, { num: 30_000, den: 1001 }, { num: 12, den: 1 }),
  pictureStartUs: fc.constantFrom(0, 0, 0, 1, 41_667, 83_333, 500_000),
  hiddenFrames: fc.constantFrom(0, 0, 0, 1, 5, 90),
  keyEvery: fc.constantFrom(400, 160, 48, 7, 1),
  bFrames: fc.constantFrom(0, 1, 2, 3),
  sets: fc.constantFrom<RecordName>('high', 'high', 'high', 'main', 'baseline', 'interlaced'),
  sound: fc.option(
    fc.record({
      aac: fc.constantFrom(STEREO, STEREO, STEREO, { sampleRate: 44_100, channels: 1 }, null),
      priming: fc.integer({ min: 0, max: 2 }),
      firstSample: fc.constantFrom(0, 0, 0, 300, 548, 1024, 24_000, 480_000),
      missingPackets: fc.constantFrom(0, 0, 0, 5, 40),
    }),
  ),
  size: fc.constantFrom(whole8s.clip.size, whole8s.clip.size, whole8s.clip.size, { width: 720, height: 1280 }),
  color: fc.constantFrom('untagged', 'untagged', 'untagged', 'bt709'),
});

export const sceneArbitrary: fc.Arbitrary<SceneSpec> = fc
  .record({
    clip: clipArbitrary,
    cut: fc.option(fc.tuple(fc.double({ min: 0, max: 0.99, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }))),
    overlay: fc.option(fc.tuple(fc.nat(400), fc.nat(400))),
    gainDb: fc.constantFrom(0, 0, 0, -6),
    muted: fc.boolean(),
    fadeInSeconds: fc.constantFrom(0, 0, 0, 0.5, 3),
    fadeOutSeconds: fc.constantFrom(0, 0, 0, 1, 60),
    transition: fc.option(
      fc.record({
        kind: fc.constantFrom('crossfade' as const, 'fade-black' as const),
        seconds: fc.double({ min: 0.1, max: 4, noNaN: true }),
        sound: fc.boolean(),
      }),
      { freq: 5 },
    ),
  })
  .map(({ clip, cut, overlay, ...rest }) => {
    const inFrame = cut === null ? 0 : Math.floor(clip.frames * cut[0]);
    const outFrame = cut === null ? clip.frames : inFrame + 1 + Math.floor((clip.frames - inFrame - 1) * cut[1]);
    const [start, end] = (overlay ?? [0, 0]).toSorted((a, b) => a - b);
    return {
      clip,
      inFrame,
      outFrame,
      overlay: start === undefined || end === undefined || start === end ? null : { start, end },
      ...rest,
    };
  });

/** Where a range begins and ends, as shares of a movie. */
export const anyRange = fc.tuple(
  fc.double({ min: 0, max: 0.999, noNaN: true }),
  fc.double({ min: 0, max: 1, noNaN: true }),
);

/** At least a frame of it. */
export function rangeAt({ frameCount }: MoviePlan, [from, to]: readonly [number, number]): MovieRange {
  const fromFrame = Math.floor(from * frameCount);
  return { fromFrame, toFrame: fromFrame + 1 + Math.floor(to * (frameCount - fromFrame - 1)) };
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}

function fromHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}
