import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planExport } from '#shared/export-plan/plan-export.ts';
import type { CopiedVideo, ExportPlan } from '#shared/export-plan/plan-types.ts';
import type { ClipFacts } from '#shared/clip/clip-facts.ts';
import { SAMPLES_PER_PACKET } from '#shared/aac/aac-config.ts';
import { samplesAt, US_PER_SECOND } from '#shared/movie/time.ts';
import type { ExportTarget } from '#shared/export-plan/export-target.ts';
import { overlaysAt, type MoviePlan, type PlanAudio } from '#shared/movie/movie-plan.ts';
import { fadedFrames } from '#shared/movie/fade-level.ts';
import { rangeOf } from '#shared/movie/range.ts';
import {
  anyRange,
  build,
  FPS,
  overlayOf,
  rangeAt,
  RECORDS,
  sceneArbitrary,
  STEREO,
  whole8s,
  type SceneSpec,
} from './plan-builder.ts';
import { musicBed } from '#tests/helpers/rows.ts';

const TARGET: ExportTarget = { width: 1280, height: 720, format: 'mp4', label: '720p' };
/** Any encoder's record will do; this one differs from those of most clips. */
const encoderConfig = RECORDS.baseline;
const STEREO_SOUND = { aac: STEREO, priming: 1, firstSample: 0, missingPackets: 0 };
const MUSIC = musicBed({ gainDb: -12 });

type Extra = NonNullable<Parameters<typeof build>[1]> & {
  /** Where a range of the movie begins and ends, as shares of it. */
  range?: readonly [number, number] | null;
};

function planOf(
  specs: readonly SceneSpec[],
  { range = null, ...extra }: Extra = {},
  target = TARGET,
): ExportPlan & { movie: MoviePlan; clips: ClipFacts[]; specs: SceneSpec[] } {
  const { plan: whole, clips: all } = build(specs, extra);
  const movie = range === null ? whole : rangeOf(whole, rangeAt(whole, range));
  const kept = new Set(movie.scenes.map(({ sceneId }) => sceneId));
  const isKept = (_: unknown, index: number): boolean => kept.has(whole.scenes[index]?.sceneId ?? '');
  const clips = all.filter(isKept);
  return { ...planExport(movie, clips, target, { encoderConfig }), movie, clips, specs: specs.filter(isKept) };
}

const movies = fc.tuple(
  fc.array(sceneArbitrary, { minLength: 1, maxLength: 60 }),
  fc.record({
    range: fc.option(anyRange),
    levelling: fc.constantFrom(false, false, false, true),
    audio: fc.constantFrom<PlanAudio[]>([], [], [], [MUSIC]),
  }),
  fc.constantFrom('mp4' as const, 'mp4' as const, 'mp4' as const, 'webm' as const),
);

/** Plans any movie, and looks at its plan. */
function forAnyMovie(check: (plan: ReturnType<typeof planOf>) => void, withFormats = false): void {
  fc.assert(
    fc.property(movies, ([specs, extra, format]) => {
      check(planOf(specs, extra, withFormats ? { ...TARGET, format } : TARGET));
    }),
  );
}

const clipWith = (change: Partial<SceneSpec['clip']>, rest: Partial<SceneSpec> = {}): SceneSpec => ({
  ...whole8s,
  clip: { ...whole8s.clip, ...change },
  ...rest,
});

describe('the stretches of any movie', () => {
  test('cover it exactly once and in order', () => {
    forAnyMovie((plan) => {
      let frame = 0;
      for (const stretch of plan.video) {
        expect(stretch.startFrame).toBe(frame);
        expect(stretch.frameCount).toBeGreaterThan(0);
        frame += stretch.frameCount;
      }
      expect(frame).toBe(plan.movie.frameCount);
      let packet = 0;
      for (const stretch of plan.audio?.stretches ?? []) {
        expect(stretch.firstPacket).toBe(packet);
        packet += stretch.packetCount;
      }
      expect(packet).toBe(plan.audio?.packetCount ?? 0);
    }, true);
  });

  test('are copied from a key frame on, as whole runs of packets that show whole runs of frames', () => {
    forAnyMovie((plan) => {
      for (const stretch of copied(plan)) {
        const stored = plan.clips[stretch.scene]?.video.stored;
        if (!stored) throw new Error('Nothing of this clip can be copied');
        const packets = stored.shownFrames.slice(stretch.firstPacket, stretch.firstPacket + stretch.frameCount);
        expect(stored.isSync[stretch.firstPacket]).toBe(1);
        expect([...packets].toSorted((a, b) => a - b)).toEqual(
          Array.from(packets, (_, index) => stretch.firstFrame + index),
        );
        expect(packets[0]).toBe(stretch.firstFrame);
      }
    });
  });

  test('are copied only where nothing changes the frames', () => {
    forAnyMovie((plan) => {
      for (const stretch of copied(plan)) {
        const scene = plan.movie.scenes[stretch.scene];
        const spec = plan.specs[stretch.scene];
        if (scene === undefined || spec === undefined) throw new Error('No such scene');
        expect(spec.clip.size).toEqual({ width: TARGET.width, height: TARGET.height });
        expect(spec.clip.sets).not.toBe('interlaced');
        expect(spec.clip.fps).toEqual(FPS);
        const { head, tail } = fadedFrames(plan.movie, stretch.scene);
        const before = plan.movie.scenes[stretch.scene - 1];
        const after = plan.movie.scenes[stretch.scene + 1];
        for (let at = 0; at < stretch.frameCount; at += 1) {
          const movieFrame = stretch.startFrame + at;
          const frame = stretch.firstFrame + at;
          expect(frame).toBe(scene.inFrame + movieFrame - scene.startFrame);
          expect(frame >= scene.inFrame && frame < scene.outFrame).toBe(true);
          expect(overlaysAt(scene, frame)).toEqual([]);
          const sceneFrame = movieFrame - scene.startFrame;
          expect(sceneFrame >= head && sceneFrame < scene.frameCount - tail).toBe(true);
          expect(before !== undefined && movieFrame < before.startFrame + before.frameCount).toBe(false);
          expect(after !== undefined && movieFrame >= after.startFrame).toBe(false);
        }
      }
    });
  });

  test('say why they are encoded, and only then', () => {
    forAnyMovie((plan) => {
      for (const stretch of [...plan.video, ...(plan.audio?.stretches ?? [])])
        expect(stretch.reasons.length > 0).toBe(stretch.kind !== 'copy');
    }, true);
  });

  test('keep one set of colour tags and one configuration that names every set', () => {
    forAnyMovie((plan) => {
      for (const { scene } of copied(plan)) {
        const { video } = plan.clips[scene] ?? {};
        expect(video?.color).toEqual(plan.tags);
        expect(plan.joined?.members.has(video?.stored?.setsKey ?? '')).toBe(true);
      }
      const kinds = new Set(plan.video.map(({ kind }) => kind));
      expect(plan.joined !== null).toBe(kinds.has('copy'));
      expect(kinds.size === 2 && plan.joined?.members.has('encoder') !== true).toBe(false);
    });
  });
});

describe('the sound of any movie', () => {
  test('is never more than half a packet out of step, however many scenes stand before it', () => {
    forAnyMovie((plan) => {
      const { audio, movie, clips } = plan;
      if (audio === null) return;
      const rate = audio.config.sampleRate;
      const half = SAMPLES_PER_PACKET / 2 + 1;
      const seen = new Set<number>();
      for (const stretch of audio.stretches) {
        const scene = movie.scenes[stretch.scene];
        if (scene === undefined) throw new Error('No such scene');
        const isFirst = !seen.has(stretch.scene);
        seen.add(stretch.scene);
        const late = stretch.firstPacket * SAMPLES_PER_PACKET - (scene.startFrame * rate) / 24;
        expect(isFirst && Math.abs(late) > half).toBe(false);
        if (stretch.kind !== 'copy') continue;
        const { video, audio: sound } = clips[stretch.scene] ?? {};
        // A range may begin within a picture of a clip that is slower than the movie; the sound goes on from there.
        const { inFrame, skippedFrames } = scene.cut ?? { inFrame: scene.inFrame, skippedFrames: 0 };
        const begins = samplesAt(inFrame, scene.clip.fps, rate) + samplesAt(skippedFrames, movie.fps, rate);
        const shown = (begins * US_PER_SECOND) / rate;
        const heard = stretch.firstPacket * SAMPLES_PER_PACKET - (scene.startFrame * rate) / 24;
        const due = (((video?.frameTimesUs[0] ?? 0) + shown) * rate) / US_PER_SECOND + heard;
        const copied = (sound?.firstSample ?? 0) + stretch.clipPacket * SAMPLES_PER_PACKET;
        expect(Math.abs(copied - due)).toBeLessThanOrEqual(half);
      }
      const end = (movie.frameCount * rate) / 24;
      expect(Math.abs(audio.packetCount * SAMPLES_PER_PACKET - end)).toBeLessThanOrEqual(half);
    });
  });

  test('comes as one run of packets from the one that primes the decoder to the last', () => {
    forAnyMovie((plan) => {
      const { audio, clips } = plan;
      if (audio === null) return;
      let packet = -1;
      for (const run of audio.runs) {
        expect(run.firstPacket).toBe(packet);
        expect(run.packetCount).toBeGreaterThan(0);
        packet += run.packetCount;
        if (run.kind !== 'copy') continue;
        const sound = clips[run.scene]?.audio;
        expect(run.clipPacket).toBeGreaterThanOrEqual(-(sound?.primingPackets ?? 0));
        expect(run.clipPacket + run.packetCount).toBeLessThanOrEqual(sound?.packetCount ?? 0);
      }
      expect(packet).toBe(audio.packetCount);
    });
  });
});

describe('sound that can’t be decoded', () => {
  const foreign = { ...STEREO_SOUND, aac: null };
  const planned = (extra: Parameters<typeof build>[1] = {}, sound: SceneSpec['clip']['sound'] = foreign) => {
    const { plan, clips } = build([whole8s, clipWith({ sound }), whole8s], extra);
    return planExport(plan, clips, TARGET, { encoderConfig, undecodable: new Set([1]) }).audio?.stretches ?? [];
  };

  test('leaves its scene silent, with the reason, and the sound around it copied', () => {
    expect(planned()).toMatchObject([
      { kind: 'copy', scene: 0 },
      { kind: 'silence', scene: 1, reasons: ['undecodable'] },
      { kind: 'copy', scene: 2 },
    ]);
  });

  test('is copied all the same where it can be', () => {
    expect(planned({}, STEREO_SOUND).map(({ kind }) => kind)).toEqual(['copy', 'copy', 'copy']);
  });

  test('is told where music goes on over it', () => {
    const reasons = planned({ audio: [MUSIC] }).map((stretch) => stretch.reasons);
    expect(reasons).toEqual([['music'], ['music', 'undecodable'], ['music']]);
  });
});

describe('planExport', () => {
  test('whole clips of one kind are copied, and their sound joins packet for packet', () => {
    const plan = planOf(Array.from({ length: 60 }, () => whole8s));
    expect(plan.video).toHaveLength(60);
    expect(plan.video.every(({ kind, frameCount }) => kind === 'copy' && frameCount === 192)).toBe(true);
    expect(plan.audio?.stretches.every((row) => row.kind === 'copy' && row.clipPacket === 0)).toBe(true);
    expect(plan.audio?.stretches.every(({ packetCount }) => packetCount === 375)).toBe(true);
    // Each clip's last priming packet stands in the place of the last packet of the clip before.
    expect(plan.audio?.runs.every((run) => run.kind === 'copy' && run.clipPacket === -1)).toBe(true);
    expect(plan.audio?.runs.at(-1)).toMatchObject({ packetCount: 376 });
  });

  test('a trim at the end encodes at most the frames of one cut mini-GOP', () => {
    for (let outFrame = 4; outFrame < 192; outFrame += 1) {
      const [head, tail, ...rest] = planOf([{ ...whole8s, outFrame }]).video;
      expect(rest).toEqual([]);
      expect(head).toMatchObject({ kind: 'copy', startFrame: 0 });
      expect(tail?.frameCount ?? 0).toBeLessThanOrEqual(2);
      expect(tail?.reasons ?? ['trim']).toEqual(['trim']);
    }
  });

  test('a trim at the start encodes up to the next key frame', () => {
    expect(planOf([clipWith({ keyEvery: 160 }, { inFrame: 5 })]).video).toMatchObject([
      { kind: 'encode', startFrame: 0, frameCount: 155, reasons: ['trim'] },
      { kind: 'copy', startFrame: 155, frameCount: 32, firstPacket: 160, firstFrame: 160 },
    ]);
  });

  test.each([0, 41_667])(
    'text encodes from where it begins to the next key frame, with a first frame at %i µs',
    (at) => {
      const clip = { keyEvery: 48, bFrames: 0, pictureStartUs: at };
      expect(planOf([clipWith(clip, { overlay: { start: 60, end: 70 } })]).video).toMatchObject([
        { kind: 'copy', startFrame: 0, frameCount: 60 },
        { kind: 'encode', startFrame: 60, frameCount: 36, reasons: ['overlay'] },
        { kind: 'copy', startFrame: 96, frameCount: 96 },
      ]);
      const late = clipWith(clip, { inFrame: 48, overlay: { start: 47, end: 48 } });
      expect(planOf([late]).video).toMatchObject([{ kind: 'copy', frameCount: 144 }]);
    },
  );

  test('text that a trim hides is no reason to encode', () => {
    const at = (end: number) => planOf([clipWith({ keyEvery: 48 }, { inFrame: 48, overlay: { start: 0, end } })]);
    expect(at(48).video).toMatchObject([{ kind: 'copy', frameCount: 144 }]);
    expect(at(49).video.map(({ kind }) => kind)).toEqual(['encode', 'copy']);
  });

  test('pictures that an edit list cuts off are not copied, and what is stored behind them is encoded', () => {
    // Frame 190 is stored behind 191, which is cut off.
    expect(planOf([clipWith({ frames: 191, hiddenFrames: 2 }, { outFrame: 191 })]).video).toMatchObject([
      { kind: 'copy', startFrame: 0, frameCount: 190 },
      { kind: 'encode', startFrame: 190, frameCount: 1, reasons: ['edit-list'] },
    ]);
    const whole = clipWith({ hiddenFrames: 3, bFrames: 0 });
    expect(planOf([whole]).video).toMatchObject([{ kind: 'copy', frameCount: 192 }]);
  });

  test('a clip of another rate than the project was told is encoded', () => {
    const { plan, clips } = build([whole8s]);
    const told = { num: 30_000, den: 1001 };
    const scenes = plan.scenes.map((scene) => ({ ...scene, frameCount: 154, clip: { ...scene.clip, fps: told } }));
    const { video } = planExport({ ...plan, scenes, frameCount: 154 }, clips, TARGET, { encoderConfig });
    expect(video).toMatchObject([{ kind: 'encode', frameCount: 154, reasons: ['rate'] }]);
  });

  test('a crossfade is one stretch over what both scenes show', () => {
    const specs: SceneSpec[] = [{ ...whole8s, transition: { kind: 'crossfade', seconds: 1, sound: true } }, whole8s];
    const plan = planOf(specs);
    expect(plan.movie.frameCount).toBe(360);
    expect(plan.video).toMatchObject([
      { kind: 'copy', scene: 0, frameCount: 166 },
      { kind: 'encode', scene: 0, startFrame: 166, frameCount: 2, isCrossfade: false, reasons: ['transition'] },
      { kind: 'encode', scene: 0, startFrame: 168, frameCount: 24, isCrossfade: true, reasons: ['transition'] },
      { kind: 'encode', scene: 1, startFrame: 192, frameCount: 168, isCrossfade: false, reasons: ['transition'] },
    ]);
    expect(plan.audio?.stretches.map(({ kind }) => kind)).toEqual(['copy', 'encode', 'copy']);
  });

  test('a fade over black touches the sound and the pictures around the cut, and no length', () => {
    const plan = planOf([{ ...whole8s, transition: { kind: 'fade-black', seconds: 1, sound: true } }, whole8s]);
    expect(plan.movie.frameCount).toBe(384);
    expect(plan.video[0]).toMatchObject({ kind: 'copy', frameCount: 178 });
    expect(plan.audio?.stretches.map(({ kind }) => kind)).toEqual(['copy', 'encode', 'encode', 'copy']);
  });

  test('sound is copied where it can be, encoded where it must be, and silent where there is none', () => {
    const { audio } = planOf([
      whole8s,
      { ...whole8s, gainDb: -6 },
      clipWith({ sound: { ...STEREO_SOUND, aac: { sampleRate: 44_100, channels: 1 } } }),
      clipWith({ sound: null }),
      { ...whole8s, muted: true },
      clipWith({ sound: { ...STEREO_SOUND, missingPackets: 5 } }),
    ]);
    expect(audio?.config).toEqual(STEREO);
    expect(audio?.stretches.map(({ kind, reasons }) => [kind, ...reasons].join(' '))).toEqual([
      ...['copy', 'encode volume', 'encode other-config', 'silence no-sound', 'silence muted'],
      ...['copy', 'silence no-sound'],
    ]);
    expect(audio?.stretches.at(-1)?.packetCount).toBe(5);
  });

  test('sound that begins after the picture has silence in front, and is copied from there on', () => {
    const sound = { ...STEREO_SOUND, firstSample: 24_000, missingPackets: 23 };
    const { audio } = planOf([clipWith({ sound })]);
    expect(audio?.stretches).toMatchObject([
      { kind: 'silence', firstPacket: 0, packetCount: 23, reasons: ['no-sound'] },
      { kind: 'copy', firstPacket: 23, packetCount: 352, clipPacket: 0 },
    ]);
  });

  test('sound is copied from where the first frame stands in the clip, as its pictures are', () => {
    const { video, audio } = planOf([clipWith({ pictureStartUs: 500_000 })]);
    expect(video).toMatchObject([{ kind: 'copy', firstFrame: 0 }]);
    expect(audio?.stretches[0]).toMatchObject({ kind: 'copy', firstPacket: 0, clipPacket: 23 });
  });

  test('the form of the clips’ sound binds only where some of it is copied', () => {
    const mono = { sampleRate: 44_100, channels: 1 };
    const spec = clipWith({ sound: { ...STEREO_SOUND, aac: mono } });
    expect(planOf([spec]).audio?.config).toEqual(mono);
    expect(planOf([spec, { ...whole8s, gainDb: -6 }, { ...whole8s, gainDb: -6 }]).audio?.config).toEqual(mono);
    expect(planOf([spec], { audio: [MUSIC] }).audio?.config).toEqual(STEREO);
    expect(planOf([spec], { levelling: true }).audio?.config).toEqual(STEREO);
    expect(planOf([{ ...spec, gainDb: 3 }]).audio?.config).toEqual(STEREO);
  });

  test('a fade of its sound is encoded, and the rest of the scene’s sound and its picture are copied', () => {
    const { video, audio } = planOf([{ ...whole8s, fadeInSeconds: 1, fadeOutSeconds: 0.5 }]);
    expect(video.map(({ kind }) => kind)).toEqual(['copy']);
    expect(audio?.stretches.map(({ kind, reasons, packetCount }) => [kind, reasons, packetCount])).toEqual([
      ['encode', ['fade'], 47],
      ['copy', [], 304],
      ['encode', ['fade'], 24],
    ]);
  });

  test('music and levelling are mixed into everything that is heard', () => {
    const silent: SceneSpec = { ...whole8s, muted: true };
    const kinds = (extra: Extra) =>
      planOf([whole8s, silent], extra).audio?.stretches.map(({ kind, reasons }) => [kind, ...reasons].join(' '));
    expect(kinds({ audio: [MUSIC] })).toEqual(['encode music', 'encode music']);
    expect(kinds({ levelling: true })).toEqual(['encode levelling', 'silence muted']);
  });

  test('a movie without any sound plans no sound track', () => {
    expect(planOf([clipWith({ sound: null }), { ...whole8s, muted: true }]).audio).toBeNull();
  });

  test('other sizes, rates and formats are encoded, and say so', () => {
    const reasonsOf = (target: ExportTarget, spec = whole8s) => planOf([spec], {}, target).video[0]?.reasons;
    expect(reasonsOf({ ...TARGET, width: 1920, height: 1080 })).toEqual(['size']);
    expect(reasonsOf({ ...TARGET, format: 'webm' })).toEqual(['format']);
    expect(reasonsOf(TARGET, clipWith({ sets: 'interlaced' }))).toEqual(['stream-kind']);
    const { plan, clips } = build([whole8s]);
    const at30 = planExport({ ...plan, fps: { num: 30, den: 1 } }, clips, TARGET, { encoderConfig });
    expect(at30.video[0]?.reasons).toEqual(['rate']);
  });

  test('the clips whose packets weigh most keep their ids; the encoder never takes them', () => {
    const plan = planOf([clipWith({ sets: 'main' }), whole8s, whole8s, { ...whole8s, inFrame: 3 }]);
    expect(plan.joined?.members.get('high')).toEqual({ kind: 'as-is' });
    expect(plan.joined?.members.get('main')).toMatchObject({ kind: 'renumbered' });
    expect(plan.joined?.members.get('encoder')).toMatchObject({ kind: 'renumbered' });
  });

  test('an encoder whose pictures cannot stand beside the clips’ encodes everything, and the plan says so', () => {
    const { plan, clips } = build([whole8s, { ...whole8s, inFrame: 3 }]);
    const { video } = planExport(plan, clips, TARGET, { encoderConfig: RECORDS.interlaced });
    expect(video.map(({ kind, reasons }) => [kind, ...reasons])).toEqual([
      ['encode', 'parameter-sets'],
      ['encode', 'parameter-sets', 'trim'],
    ]);
  });

  test('clips with other colour tags than most are encoded to them', () => {
    const plan = planOf([whole8s, clipWith({ color: 'bt709' }), whole8s]);
    expect(plan.video.map(({ reasons }) => reasons)).toEqual([[], ['color'], []]);
    expect(plan.tags.matrix).toBeNull();
  });

  test('an overlay in the frames of a clip of another rate counts in clip time', () => {
    const { plan, clips } = build([whole8s]);
    const scenes = plan.scenes.map((scene) => ({ ...scene, overlays: [overlayOf({ start: 100, end: 110 })] }));
    const { video } = planExport({ ...plan, scenes, fps: FPS }, clips, TARGET, { encoderConfig });
    expect(video).toMatchObject([
      { kind: 'copy', frameCount: 100 },
      { kind: 'encode', frameCount: 92 },
    ]);
  });
});

function copied({ video }: ExportPlan): CopiedVideo[] {
  return video.filter((stretch) => stretch.kind === 'copy');
}
