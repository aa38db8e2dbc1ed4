import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planExport, SAMPLES_PER_PACKET } from '#media/export/plan-export.ts';
import type { AudioFacts, ClipFacts } from '#media/probe/clip-facts.ts';
import type { ExportTarget } from '#media/worker/protocol.ts';
import { moviePlan, type MoviePlan, type PlanScene } from '#shared/movie/movie-plan.ts';
import { fpsNumber, frameTimeUs, type Fps } from '#shared/movie/time.ts';

const TARGET: ExportTarget = { width: 1280, height: 720, format: 'mp4', label: '720p' };
const FPS: Fps = { num: 24, den: 1 };
const STEREO = { sampleRate: 48_000, channels: 2 };
const UNTAGGED = { primaries: null, transfer: null, matrix: null, fullRange: null };

function sound(seconds: number, aac: AudioFacts['aac'] = STEREO): AudioFacts {
  return {
    codec: 'mp4a.40.2',
    sampleRate: 48_000,
    channels: 2,
    aac,
    primingPackets: 2,
    packetCount: Math.round((seconds * 48_000) / SAMPLES_PER_PACKET),
    firstSample: 0,
  };
}

function facts(frameCount: number, audio: AudioFacts | null, fps = FPS): ClipFacts {
  return {
    sizeBytes: 1,
    video: {
      codec: 'avc1.64001f',
      description: null,
      codedWidth: 1280,
      codedHeight: 720,
      width: 1280,
      height: 720,
      fps,
      frameCount,
      frameTimesUs: Array.from({ length: frameCount }, (_, frame) => frameTimeUs(frame, fps)),
      keyFrames: [0],
      isReordered: true,
      color: UNTAGGED,
      bitrateBps: 2_000_000,
    },
    audio,
  };
}

type Spec = {
  clipFrames: number;
  inFrame: number;
  outFrame: number;
  hasSound: boolean;
  muted: boolean;
  gainDb: number;
  isOtherConfig: boolean;
};

function build(specs: readonly Spec[]): { plan: MoviePlan; clips: ClipFacts[] } {
  let startFrame = 0;
  const clips = specs.map((spec) =>
    facts(
      spec.clipFrames,
      spec.hasSound
        ? sound(spec.clipFrames / 24, spec.isOtherConfig ? { sampleRate: 44_100, channels: 1 } : STEREO)
        : null,
    ),
  );
  const scenes = specs.map((spec, index): PlanScene => {
    const frameCount = spec.outFrame - spec.inFrame;
    const scene: PlanScene = {
      sceneId: `s${index}`,
      sceneNumber: index + 1,
      title: '',
      inFrame: spec.inFrame,
      outFrame: spec.outFrame,
      startFrame,
      frameCount,
      overlays: [],
      gainDb: spec.gainDb,
      muted: spec.muted,
      transition: null,
      clip: {
        sha256: `s${index}`,
        url: '',
        sizeBytes: 1,
        width: 1280,
        height: 720,
        fps: FPS,
        frameCount: spec.clipFrames,
        hasAudio: spec.hasSound,
      },
    };
    startFrame += frameCount;
    return scene;
  });
  const empty = moviePlan(
    { id: '00000000-0000-7000-8000-000000000000', title: 'T', music: null, levelling: false },
    [],
  );
  return { plan: { ...empty, frameCount: startFrame, scenes }, clips };
}

const specArbitrary: fc.Arbitrary<Spec> = fc
  .record({
    clipFrames: fc.integer({ min: 1, max: 400 }),
    from: fc.double({ min: 0, max: 0.99, noNaN: true }),
    to: fc.double({ min: 0, max: 1, noNaN: true }),
    hasSound: fc.boolean(),
    muted: fc.boolean(),
    gainDb: fc.constantFrom(0, 0, -6),
    isOtherConfig: fc.boolean(),
  })
  .map(({ clipFrames, from, to, ...rest }) => {
    const inFrame = Math.floor(clipFrames * from);
    return { clipFrames, inFrame, outFrame: inFrame + 1 + Math.floor((clipFrames - inFrame - 1) * to), ...rest };
  });

const whole8s: Spec = {
  clipFrames: 192,
  inFrame: 0,
  outFrame: 192,
  hasSound: true,
  muted: false,
  gainDb: 0,
  isOtherConfig: false,
};

describe('planExport', () => {
  test('stretches cover any movie exactly once and in order', () => {
    fc.assert(
      fc.property(fc.array(specArbitrary, { minLength: 1, maxLength: 60 }), (specs) => {
        const { plan, clips } = build(specs);
        const { video, audio } = planExport(plan, clips, TARGET);
        let frame = 0;
        for (const stretch of video) {
          expect(stretch.startFrame).toBe(frame);
          frame += stretch.frameCount;
        }
        expect(frame).toBe(plan.frameCount);
        let packet = 0;
        for (const stretch of audio?.stretches ?? []) {
          expect(stretch.firstPacket).toBe(packet);
          packet += stretch.packetCount;
        }
        expect(packet).toBe(audio?.packetCount ?? 0);
      }),
    );
  });

  test('sound is never more than half a packet out of step, however many scenes stand before it', () => {
    fc.assert(
      fc.property(fc.array(specArbitrary, { minLength: 1, maxLength: 60 }), (specs) => {
        const { plan, clips } = build(specs);
        const { audio } = planExport(plan, clips, TARGET);
        if (audio === null) return;
        const half = SAMPLES_PER_PACKET / 2 + 1;
        for (const stretch of audio.stretches) {
          const scene = plan.scenes[stretch.scene];
          if (scene === undefined) throw new Error('No such scene');
          const movieSample =
            stretch.firstPacket * SAMPLES_PER_PACKET - (scene.startFrame * audio.config.sampleRate) / 24;
          expect(Math.abs(movieSample)).toBeLessThanOrEqual(half);
          if (stretch.kind !== 'copy') continue;
          const shown = (scene.inFrame * audio.config.sampleRate) / 24 + movieSample;
          expect(Math.abs(stretch.clipPacket * SAMPLES_PER_PACKET - shown)).toBeLessThanOrEqual(half);
        }
      }),
    );
  });

  test('whole clips of 8 s join without any drift, packet for packet', () => {
    const { plan, clips } = build(Array.from({ length: 60 }, () => whole8s));
    const { audio } = planExport(plan, clips, TARGET);
    expect(
      audio?.stretches.every(
        (stretch) =>
          stretch.kind === 'copy' &&
          stretch.clipPacket === 0 &&
          stretch.packetCount === 375 &&
          stretch.clipSample === 0,
      ),
    ).toBe(true);
  });

  test('sound is copied where it can be, encoded where it must be, and silent where there is none', () => {
    const { plan, clips } = build([
      whole8s,
      { ...whole8s, gainDb: -6 },
      { ...whole8s, isOtherConfig: true },
      { ...whole8s, hasSound: false },
      { ...whole8s, muted: true },
    ]);
    const { audio } = planExport(plan, clips, TARGET);
    expect(audio?.config).toEqual(STEREO);
    expect(audio?.stretches.map(({ kind, reasons }) => [kind, ...reasons])).toEqual([
      ['copy'],
      ['encode', 'volume'],
      ['encode', 'other-config'],
      ['silence', 'no-sound'],
      ['silence', 'muted'],
    ]);
  });

  test('a movie without any sound plans no sound track', () => {
    const { plan, clips } = build([
      { ...whole8s, hasSound: false },
      { ...whole8s, muted: true },
    ]);
    expect(planExport(plan, clips, TARGET).audio).toBeNull();
  });

  test('a stretch says why its pictures are encoded', () => {
    const { plan, clips } = build([whole8s, { ...whole8s, inFrame: 5 }]);
    expect(planExport(plan, clips, TARGET).video.map(({ reasons }) => reasons)).toEqual([
      ['reordered'],
      ['trim', 'reordered'],
    ]);
    expect(planExport(plan, clips, { ...TARGET, width: 1920, height: 1080 }).video[0]?.reasons).toEqual([
      'size',
      'reordered',
    ]);
  });

  test('text that a trim hides is no reason to encode', () => {
    const { plan, clips } = build([{ ...whole8s, inFrame: 48 }]);
    const at = (startUs: number, endUs: number): MoviePlan => ({
      ...plan,
      scenes: plan.scenes.map((scene) => ({
        ...scene,
        overlays: [{ text: 'x', fontSize: 32, color: '#FFFFFF', position: 'center', startUs, endUs }],
      })),
    });
    expect(planExport(at(0, 2_000_000), clips, TARGET).video[0]?.reasons).not.toContain('overlay');
    expect(planExport(at(0, 2_000_001), clips, TARGET).video[0]?.reasons).toContain('overlay');
  });

  test('a movie of 30 frames a second keeps its sound in step as well', () => {
    const fps: Fps = { num: 30_000, den: 1001 };
    const { plan, clips } = build([whole8s, whole8s]);
    const { audio } = planExport({ ...plan, fps }, clips, TARGET);
    const seconds = plan.frameCount / fpsNumber(fps);
    expect(Math.abs(((audio?.packetCount ?? 0) * SAMPLES_PER_PACKET) / 48_000 - seconds)).toBeLessThan(0.0107);
  });
});
