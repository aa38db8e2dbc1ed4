import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MoviePlan, PlanScene } from '#shared/movie/movie-plan.ts';
import { cutIntoPieces } from '#media/export/encode/sound-pieces.ts';
import { soundContent, type SampleRange } from '#shared/sound/sound-content.ts';
import { planSound } from '#shared/sound/sound-plan.ts';
import { musicBed } from '#tests/helpers/rows.ts';
import { movie, scene } from './sound-plan-builder.ts';

const SECOND = 48_000;
const GRID = { sampleRate: SECOND, packetSamples: 1024 };
/** Length of a scene of the builder. */
const SCENE = 8 * SECOND;

function named(name: string, part: Parameters<typeof scene>[0] = {}): PlanScene {
  return scene({ ...part, clip: { ...part.clip, sha256: name } });
}

function contentOf(plan: MoviePlan, range: SampleRange, musicSamples: number | null = null) {
  const clips = plan.scenes.map(() => ({ pictureStartUs: 0, endUs: null }));
  return soundContent(
    planSound(plan, { sampleRate: SECOND, clips, audioSamples: plan.audio.map(() => musicSamples) }),
    range,
    (source) => (source.kind === 'audio' ? 'music' : (plan.scenes[source.index]?.clip.sha256 ?? '')),
  );
}

const MUSIC = musicBed({ gainDb: -6, fadeInSeconds: 2, fadeOutSeconds: 2 });

describe('the content of a range', () => {
  const scenes = [named('a'), named('b'), named('c'), named('d')];
  const inside: SampleRange = { from: 2 * SCENE + 100, to: 3 * SCENE - 100 };

  test('is told by what reaches into it, and by nothing else', () => {
    const before = contentOf(movie(scenes), inside);
    const changed = [named('a', { gainDb: -6 }), named('x'), named('c'), named('d', { muted: true })];
    expect(contentOf(movie(changed), inside)).toEqual(before);
    for (const third of [named('c', { gainDb: -6 }), named('c', { muted: true }), named('y')])
      expect(contentOf(movie([named('a'), named('b'), third, named('d')]), inside)).not.toEqual(before);
  });

  test('holds a fade of its own and not one at the far end of its scene', () => {
    const fade = { kind: 'fade-black', seconds: 1, sound: true } as const;
    const faded = movie([named('a'), named('b'), named('c', { transition: fade }), named('d')]);
    const early: SampleRange = { from: inside.from, to: inside.from + SECOND };
    const late: SampleRange = { from: 3 * SCENE - SECOND, to: 3 * SCENE };
    expect(contentOf(faded, early)).toEqual(contentOf(movie(scenes), early));
    expect(contentOf(faded, late)).not.toEqual(contentOf(movie(scenes), late));
  });

  test('is the same wherever it stands in a movie', () => {
    const moved = { from: inside.from + 2 * SCENE, to: inside.to + 2 * SCENE };
    expect(contentOf(movie([named('x'), named('y'), ...scenes]), moved)).toEqual(contentOf(movie(scenes), inside));
  });

  test('with music under it changes with the place in the music', () => {
    const plan = movie(scenes, { audio: [MUSIC] });
    const longer = movie([named('x'), ...scenes], { audio: [MUSIC] });
    const moved = { from: inside.from + SCENE, to: inside.to + SCENE };
    expect(contentOf(longer, moved, 60 * SECOND)).not.toEqual(contentOf(plan, inside, 60 * SECOND));
    // The music fades out at the end of the movie alone.
    const other = movie([...scenes, named('e')], { audio: [MUSIC] });
    expect(contentOf(other, inside, 60 * SECOND)).toEqual(contentOf(plan, inside, 60 * SECOND));
  });

  test('with levelling names what is measured', () => {
    const plan = movie(scenes, { levelling: true });
    const trimmed = movie([named('a'), named('b'), named('c', { outFrame: 190 }), named('d')], { levelling: true });
    const early: SampleRange = { from: inside.from, to: inside.from + SECOND };
    expect(contentOf(trimmed, early)).not.toEqual(contentOf(plan, early));
  });
});

describe('pieces', () => {
  test('follow each other over the whole span, none longer than half a minute', () => {
    const lengths = fc.array(fc.integer({ min: 1, max: 2000 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(
        lengths,
        fc.integer({ min: -1, max: 500 }),
        fc.integer({ min: 1, max: 5000 }),
        (frames, from, count) => {
          const plan = movie(frames.map((frameCount) => scene({ clip: { frameCount } })));
          const pieces = cutIntoPieces({ from, to: from + count }, plan, GRID);
          expect(pieces[0]?.from).toBe(from);
          expect(pieces.at(-1)?.to).toBe(from + count);
          pieces.slice(1).forEach((piece, index) => expect(piece.from).toBe(pieces[index]?.to));
          for (const piece of pieces) {
            expect(piece.to).toBeGreaterThan(piece.from);
            expect((piece.to - piece.from) * 1024).toBeLessThanOrEqual(30 * SECOND + 1024);
          }
        },
      ),
    );
  });

  test('begin with scenes, but for scenes shorter than a second', () => {
    const [long, short] = [scene(), scene({ clip: { frameCount: 12 } })];
    expect(cutIntoPieces({ from: -1, to: 1125 }, movie([long, long, long]), GRID)).toEqual([
      { from: -1, to: 375 },
      { from: 375, to: 750 },
      { from: 750, to: 1125 },
    ]);
    expect(cutIntoPieces({ from: -1, to: 94 }, movie([short, short, short, short]), GRID)).toEqual([
      { from: -1, to: 47 },
      { from: 47, to: 94 },
    ]);
  });
});
