import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Transition } from '#shared/entities/scene.ts';
import type { TextStyle } from '#shared/entities/text-overlay.ts';
import {
  clipFrameAt,
  moviePlan,
  overlayOpacity,
  overlaysAt,
  planDurationUs,
  sceneAtFrame,
  type MoviePlan,
} from '#shared/movie/movie-plan.ts';
import { fadedFrames } from '#shared/movie/fade-level.ts';
import { layoutOverlay } from '#shared/movie/overlay-layout.ts';
import { frameAtUs, frameTimeUs, usFromSeconds } from '#shared/movie/time.ts';
import { completeScene, extensionOf, projectRow, sceneRow, testHash, textOverlay } from '#tests/helpers/rows.ts';

describe('frame times', () => {
  it('go to microseconds and back without losing a frame', () => {
    fc.assert(
      fc.property(
        fc.nat(100_000),
        fc.constantFrom({ num: 24, den: 1 }, { num: 30, den: 1 }, { num: 24_000, den: 1001 }),
        (frame, fps) => {
          expect(frameAtUs(frameTimeUs(frame, fps), fps)).toBe(frame);
        },
      ),
    );
  });
});

describe('the movie plan', () => {
  const project = projectRow();

  it('leaves out scenes without a clip and says which', () => {
    const plan = moviePlan(project, [completeScene(1), sceneRow(2), completeScene(3)]);
    expect(plan.scenes.map((scene) => [scene.sceneNumber, scene.startFrame])).toEqual([
      [1, 0],
      [3, 192],
    ]);
    expect(plan.missingSceneNumbers).toEqual([2]);
    expect(planDurationUs(plan)).toBe(16_000_000);
  });

  it('keeps the clip that a scene has while it is generated again', () => {
    const plan = moviePlan(project, [completeScene(1, { status: 'generating' })]);
    expect(plan.frameCount).toBe(192);
  });

  it('plays trimmed frames only, and overlays in clip time', () => {
    const overlay = textOverlay({ startTime: 1, endTime: 3 });
    const plan = moviePlan(project, [completeScene(1, { trimStart: 2, trimEnd: 4, textOverlays: [overlay] })]);
    const scene = plan.scenes[0]!;
    expect([scene.inFrame, scene.outFrame, plan.frameCount]).toEqual([48, 96, 48]);
    expect(overlaysAt(scene, 48)).toHaveLength(1);
    expect(overlaysAt(scene, 72)).toHaveLength(0);
    expect(sceneAtFrame(plan, 10)).toEqual({ scene, clipFrame: 58 });
    expect(sceneAtFrame(plan, 48)).toBeNull();
  });

  it("plays the last complete segment's file for an extended scene", () => {
    const parent = completeScene(1);
    const made = completeScene(1, { sha256: testHash(70), frameCount: 360 });
    const { id, isExtension, parentSceneId, extensionIndex } = extensionOf(parent, 1);
    const segment = { ...made, id, isExtension, parentSceneId, extensionIndex };
    expect(moviePlan(project, [parent, segment]).scenes[0]?.clip).toMatchObject({
      sha256: testHash(70),
      frameCount: 360,
    });
  });

  it('has the rate and the size that most clips have, and resamples the others without a gap', () => {
    const plan = moviePlan(project, [
      completeScene(1),
      completeScene(2),
      completeScene(3, { fps: { num: 30, den: 1 }, frameCount: 240, width: 640, height: 360 }),
    ]);
    expect([plan.fps, plan.width, plan.scenes[2]?.frameCount]).toEqual([{ num: 24, den: 1 }, 1280, 192]);
    const frames = Array.from({ length: 192 }, (_, index) => clipFrameAt(plan.scenes[2]!, index, plan.fps));
    expect(frames[0]).toBe(0);
    expect(frames.at(-1)).toBe(239);
    expect(frames.every((frame, index) => index === 0 || frame > frames[index - 1]!)).toBe(true);
  });

  it('covers every frame of the movie exactly once, for any trims', () => {
    const trim = fc.option(
      fc.integer({ min: 0, max: 80 }).map((tenths) => tenths / 10),
      { nil: null },
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(trim, trim), { minLength: 1, maxLength: 8 }), (trims) => {
        const plan = moviePlan(
          project,
          trims.map(([trimStart, trimEnd], index) => completeScene(index + 1, { trimStart, trimEnd })),
        );
        let next = 0;
        for (const scene of plan.scenes) {
          expect(scene.startFrame).toBe(next);
          expect(scene.frameCount).toBe(scene.outFrame - scene.inFrame);
          next += scene.frameCount;
        }
        expect(next).toBe(plan.frameCount);
      }),
    );
  });
});

describe('transitions', () => {
  const project = projectRow();
  const crossfade = (seconds: number): Transition => ({ kind: 'crossfade', seconds, sound: true });
  const fadeBlack = (seconds: number): Transition => ({ kind: 'fade-black', seconds, sound: true });
  /** The plan of scenes of so many frames, each with its transition to the next. */
  const planOf = (...rows: readonly (readonly [frames: number, transition: Transition | null])[]): MoviePlan =>
    moviePlan(
      project,
      rows.map(([frameCount, transition], index) =>
        completeScene(index + 1, { frameCount, duration: frameCount / 24, transition }),
      ),
    );
  const spans = ({ scenes }: MoviePlan): string =>
    scenes.map(({ startFrame, frameCount }) => `${startFrame}–${startFrame + frameCount}`).join(' ');

  it('cut: scenes stand end to end', () => {
    expect(spans(planOf([96, null], [48, null]))).toBe('0–96 96–144');
  });

  it('crossfade: scenes overlap, and the movie is shorter by each overlap', () => {
    const plan = planOf([96, crossfade(1)], [96, crossfade(0.5)], [96, null]);
    expect(spans(plan)).toBe('0–96 72–168 156–252');
    expect(plan.frameCount).toBe(96 * 3 - 24 - 12);
    expect(planDurationUs(plan)).toBe(10_500_000);
  });

  it('crossfade: neither scene gives more than half of its frames', () => {
    expect(spans(planOf([96, crossfade(2)], [21, crossfade(2)], [96, null]))).toBe('0–96 86–107 97–193');
    expect(spans(planOf([1, crossfade(1)], [96, null]))).toBe('0–1 1–97');
  });

  it('crossfade: what the last scene has is not played', () => {
    expect(planOf([96, null], [96, crossfade(1)]).frameCount).toBe(192);
  });

  it('crossfade: the overlap is counted in played frames of the movie’s rate', () => {
    const plan = moviePlan(project, [
      completeScene(1, { trimStart: 2, trimEnd: 4, transition: crossfade(2) }),
      completeScene(2),
      completeScene(3, { fps: { num: 30, den: 1 }, frameCount: 240 }),
    ]);
    expect(spans(plan)).toBe('0–48 24–216 216–408');
  });

  it('fade over black: half of its time dims either scene, and no scene moves', () => {
    const plan = planOf([96, fadeBlack(1)], [96, fadeBlack(2)], [8, fadeBlack(2)]);
    expect(plan.frameCount).toBe(200);
    expect([0, 1, 2].map((index) => fadedFrames(plan, index))).toEqual([
      { head: 0, tail: 12 },
      { head: 12, tail: 24 },
      { head: 8, tail: 0 },
    ]);
  });

  it('leave every frame of the movie to one scene or to two that mix, for any scenes and transitions', () => {
    const rate = fc.constantFrom({ num: 24, den: 1 }, { num: 30, den: 1 }, { num: 24_000, den: 1001 });
    const transition = fc.option(
      fc.record({
        kind: fc.constantFrom('crossfade' as const, 'fade-black' as const),
        seconds: fc.integer({ min: 1, max: 20 }).map((tenths) => tenths / 10),
        sound: fc.boolean(),
      }),
      { nil: null },
    );
    const scene = fc.record({ fps: rate, frameCount: fc.integer({ min: 1, max: 400 }), transition });
    fc.assert(
      fc.property(fc.array(scene, { minLength: 1, maxLength: 12 }), (rows) => {
        const plan = moviePlan(
          project,
          rows.map((row, index) => completeScene(index + 1, row)),
        );
        const covers = new Uint8Array(plan.frameCount);
        let overlaps = 0;
        for (const [index, { startFrame, frameCount }] of plan.scenes.entries()) {
          const before = plan.scenes[index - 1];
          const overlap = before === undefined ? 0 : before.startFrame + before.frameCount - startFrame;
          expect(frameCount).toBeGreaterThanOrEqual(1);
          expect(startFrame).toBeGreaterThan(before?.startFrame ?? -1);
          expect(overlap).toBeGreaterThanOrEqual(0);
          const mayShare = before?.transition?.kind === 'crossfade';
          expect(overlap).toBeLessThanOrEqual(mayShare ? Math.min(before.frameCount, frameCount) / 2 : 0);
          overlaps += overlap;
          for (let frame = startFrame; frame < startFrame + frameCount; frame += 1) covers[frame]! += 1;
          const { head, tail } = fadedFrames(plan, index);
          expect(Math.max(head, tail)).toBeLessThanOrEqual(frameCount);
        }
        expect(Math.min(...covers)).toBe(1);
        expect(Math.max(...covers)).toBeLessThanOrEqual(2);
        expect(covers.filter((count) => count === 2)).toHaveLength(overlaps);
        expect(plan.frameCount).toBe(plan.scenes.reduce((sum, { frameCount }) => sum + frameCount, 0) - overlaps);
      }),
    );
  });
});

describe('overlay layout', () => {
  /** Every character is half an em wide: enough to test placing and wrapping by hand. */
  const measure = (text: string, fontPx: number) => text.length * fontPx * 0.5;
  const frame = { width: 1280, height: 720 };

  it('scales the font with the short side of the frame', () => {
    const overlay = { text: 'Hi', fontSize: 32, position: 'center' } as const;
    expect(layoutOverlay(overlay, frame, measure).fontPx).toBe(32);
    expect(layoutOverlay(overlay, { width: 1080, height: 1920 }, measure).fontPx).toBe(48);
  });

  it('keeps a margin of 5 % at top and bottom and centres a free position on its point', () => {
    const at = (position: 'top' | 'bottom' | { x: number; y: number }) =>
      layoutOverlay({ text: 'Hi', fontSize: 32, position }, frame, measure).box;
    expect(at('top').y).toBe(36);
    expect(at('bottom').y + at('bottom').height).toBe(684);
    const free = at({ x: 25, y: 50 });
    expect(free.x + free.width / 2).toBe(320);
    expect(free.y + free.height / 2).toBe(360);
  });

  it('wraps at 90 % of the width and breaks a word that is wider than the line', () => {
    const words = layoutOverlay({ text: `${'word '.repeat(40)}`, fontSize: 32, position: 'center' }, frame, measure);
    expect(words.lines.length).toBeGreaterThan(1);
    expect(words.lines.every((line) => line.width <= 1152)).toBe(true);
    const long = layoutOverlay({ text: 'x'.repeat(100), fontSize: 72, position: 'center' }, frame, measure);
    expect(long.lines.map((line) => line.text).join('')).toBe('x'.repeat(100));
    expect(long.lines.every((line) => line.width <= 1152)).toBe(true);
  });
});

describe('seconds', () => {
  it('become whole microseconds', () => {
    expect(usFromSeconds(0.1 + 0.2)).toBe(300_000);
  });
});

describe('a text that comes and goes', () => {
  const text = { text: 'Hello', fontSize: 32, color: '#FFFFFF', position: 'center' } as const;
  const sceneOf = (startTime: number, endTime: number, style: TextStyle) => {
    const overlay = { ...text, startTime, endTime, style };
    const [scene] = moviePlan(projectRow(), [completeScene(1, { textOverlays: [overlay] })]).scenes;
    if (scene === undefined) throw new Error('The scene has a clip.');
    return scene;
  };

  it('is seen by the middle of each frame, and never in a frame that it does not touch', () => {
    const scene = sceneOf(1, 5, { fadeInSeconds: 1, fadeOutSeconds: 0.5 });
    const [overlay] = scene.overlays;
    if (overlay === undefined) throw new Error('There is one.');
    const at = (frame: number): number => overlayOpacity(overlay, scene, frame);
    expect([at(24), at(35), at(47)].map((value) => value.toFixed(4))).toEqual(['0.0208', '0.4792', '0.9792']);
    expect([at(48), at(107)]).toEqual([1, 1]);
    expect([at(108), at(119)].map((value) => value.toFixed(4))).toEqual(['0.9583', '0.0417']);
    const touched = Array.from({ length: 192 }, (_, frame) => frame).filter(
      (frame) => overlaysAt(scene, frame).length > 0,
    );
    expect([touched[0], touched.at(-1), touched.length]).toEqual([24, 119, 96]);
  });

  it('whose fades are longer than itself rises and falls without a jump', () => {
    const scene = sceneOf(0, 3, { fadeInSeconds: 4, fadeOutSeconds: 2 });
    const [overlay] = scene.overlays;
    expect([overlay?.fadeInUs, overlay?.fadeOutUs]).toEqual([2_000_000, 1_000_000]);
  });

  it('is in the plan as it was before, if it is plain', () => {
    const scene = sceneOf(0, 3, { bold: false, align: 'center', fadeInSeconds: 0 });
    expect(scene.overlays).toEqual([{ ...text, startUs: 0, endUs: 3_000_000 }]);
    expect(sceneOf(0, 3, { bold: true }).overlays).toEqual([
      { ...text, startUs: 0, endUs: 3_000_000, style: { bold: true } },
    ]);
  });
});
