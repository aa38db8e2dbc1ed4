import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimatedMegabytes, exportSize } from '#shared/catalogue/export-presets.ts';
import { genres, searchGenres } from '#shared/catalogue/genres.ts';
import { idSchema, uuidv7 } from '#shared/entities/id.ts';
import type { Transition } from '#shared/entities/scene.ts';
import { moviePlan } from '#shared/movie/movie-plan.ts';
import { billedSeconds, estimateCost, estimateForLength } from '#shared/rules/cost.ts';
import { movieFileName, sanitizeTitle, sceneFileName, storyboardFileName } from '#shared/rules/file-names.ts';
import { maskKey } from '#shared/rules/key-mask.ts';
import { generationCounts, projectStatus } from '#shared/rules/project-status.ts';
import { inFormerOrder, inPlayOrder, moveScene, renumber } from '#shared/rules/scene-order.ts';
import { totalDuration } from '#shared/rules/totals.ts';
import { inPointProblem, outPointProblem, playedFrames } from '#shared/rules/trims.ts';
import { newProjectProblem, overlayProblem } from '#shared/rules/validation.ts';
import { formatBytes, formatDuration, formatUsd } from '#shared/words/format.ts';
import { completeScene, extensionOf, projectRow, sceneRow } from '#tests/helpers/rows.ts';

const fps24 = { num: 24, den: 1 };

describe('ids', () => {
  it('are version 7, sort by time and need ten random bytes', () => {
    const random = new Uint8Array(10).fill(255);
    const [early, late] = [uuidv7(1_700_000_000_000, random), uuidv7(1_700_000_000_001, new Uint8Array(10))];
    expect(idSchema.safeParse(early).success).toBe(true);
    expect(early < late).toBe(true);
    expect(() => uuidv7(0, new Uint8Array(9))).toThrow(RangeError);
  });
});

describe('the genre catalogue', () => {
  it('has thirty genres, each with a description and search words', () => {
    expect(genres).toHaveLength(30);
    expect(new Set(genres.map((genre) => genre.id)).size).toBe(30);
    for (const genre of genres) {
      expect(genre.description.length).toBeGreaterThan(15);
      expect(genre.keywords.length).toBeGreaterThanOrEqual(5);
    }
  });

  it('is searched by label, description and keywords, whatever the case', () => {
    expect(searchGenres('SCI').map((genre) => genre.id)).toContain('scifi');
    expect(searchGenres('cowboy').map((genre) => genre.id)).toEqual(['western']);
    expect(searchGenres('wet streets').map((genre) => genre.id)).toEqual(['noir']);
    expect(searchGenres('')).toHaveLength(30);
    expect(searchGenres('no such genre')).toHaveLength(0);
  });
});

describe('cost', () => {
  it('rounds scenes above 8 s up to a multiple of 8 and leaves extensions out', () => {
    const estimate = estimateCost([
      sceneRow(1, { duration: 6 }),
      sceneRow(2, { duration: 15 }),
      extensionOf(sceneRow(2), 1),
    ]);
    expect(estimate).toEqual({
      totalScenes: 2,
      totalDuration: 22,
      estimatedCost: 5.5,
      costPerScene: [
        { sceneNumber: 1, duration: 6, cost: 1.5 },
        { sceneNumber: 2, duration: 16, cost: 4 },
      ],
    });
  });

  it('is a quarter of a dollar a second, shown with two decimals', () => {
    expect(billedSeconds(8)).toBe(8);
    expect(billedSeconds(8.1)).toBe(16);
    expect(formatUsd(estimateForLength(120))).toBe('$30.00');
  });
});

describe('trims', () => {
  it('play the frames n with trimStart ≤ n/fps < trimEnd', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 400 }),
        fc.constantFrom(fps24, { num: 30, den: 1 }, { num: 30_000, den: 1001 }),
        fc.integer({ min: 0, max: 160 }),
        fc.integer({ min: 0, max: 160 }),
        (frameCount, fps, startTenths, endTenths) => {
          const [trimStart, trimEnd] = [startTenths / 10, endTenths / 10];
          const played = playedFrames(frameCount, fps, trimStart, trimEnd);
          const expected = Array.from({ length: frameCount }, (_, n) => n).filter((n) => {
            // In whole numbers, so that this check has no rounding of its own: n * den / num against tenths / 10.
            const left = n * fps.den * 10;
            return left >= startTenths * fps.num && left < endTenths * fps.num;
          });
          expect(Array.from({ length: played.end - played.start }, (_, index) => played.start + index)).toEqual(
            expected,
          );
        },
      ),
    );
  });

  it('refuse points that cross', () => {
    expect(inPointProblem(2, 2)?.message).toBe('Start point must be before end point');
    expect(outPointProblem(2, 2)?.message).toBe('End point must be after start point');
    expect(inPointProblem(1, 2)).toBeNull();
    expect(outPointProblem(1, 2)).toBeNull();
  });
});

describe('totals', () => {
  it('are null without scenes, and take the clip over the asked length', () => {
    expect(totalDuration([])).toBeNull();
    expect(totalDuration([sceneRow(1, { duration: 6 }), completeScene(2, { trimStart: 2, trimEnd: 7 })])).toBe(11);
  });

  it('leave out what crossfades overlap, before and after there are clips', () => {
    const crossfade: Transition = { kind: 'crossfade', seconds: 1.5, sound: true };
    const fade: Transition = { kind: 'fade-black', seconds: 2, sound: true };
    expect(totalDuration([sceneRow(1, { transition: crossfade }), sceneRow(2, { transition: fade })])).toBe(14.5);
    expect(totalDuration([sceneRow(1, { transition: fade }), sceneRow(2, { transition: crossfade })])).toBe(16);
  });

  it('are the length of the movie that is made, to the frame', () => {
    const transition = fc.record({
      kind: fc.constantFrom('crossfade' as const, 'fade-black' as const),
      seconds: fc.integer({ min: 1, max: 40 }).map((tenths) => tenths / 10),
      sound: fc.boolean(),
    });
    const clip = fc.record({ frameCount: fc.integer({ min: 1, max: 200 }), transition: fc.option(transition) });
    fc.assert(
      fc.property(fc.array(clip, { minLength: 1, maxLength: 9 }), (clips) => {
        const rows = clips.map((part, index) => completeScene(index + 1, part));
        expect(totalDuration(rows)).toBeCloseTo(moviePlan(projectRow(), rows).frameCount / 24, 9);
      }),
    );
  });
});

describe('scene order', () => {
  const scenes = [1, 2, 3].map((n) => sceneRow(n));
  const extension = extensionOf(sceneRow(2), 1, { title: 'Scene 2' });

  it('keeps an extension behind its parent when scenes move', () => {
    const moved = moveScene([...scenes, extension], 1, 0);
    expect(moved.map((row) => [row.title, row.sceneNumber, row.isExtension])).toEqual([
      ['Scene 2', 1, false],
      ['Scene 2', 1, true],
      ['Scene 1', 2, false],
      ['Scene 3', 3, false],
    ]);
  });

  it('closes the gap that a deleted scene leaves', () => {
    expect(renumber([scenes[0]!, scenes[2]!]).map((row) => row.sceneNumber)).toEqual([1, 2]);
  });

  it('is always 1..n for scenes, whatever is moved where', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.array(fc.tuple(fc.nat(11), fc.nat(11)), { maxLength: 10 }),
        (count, moves) => {
          let rows = Array.from({ length: count }, (_, index) => sceneRow(index + 1));
          for (const [from, to] of moves) rows = moveScene(rows, from % count, to % count);
          expect(inPlayOrder(rows).map((row) => row.sceneNumber)).toEqual(
            Array.from({ length: count }, (_, index) => index + 1),
          );
          expect(new Set(rows.map((row) => row.id)).size).toBe(count);
        },
      ),
    );
  });

  it('comes back for those that are left, and moves nothing that was added since', () => {
    expect(inFormerOrder(['c', 'new', 'a', 'b'], ['a', 'gone', 'b', 'c'])).toEqual(['a', 'new', 'b', 'c']);
    const ids = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 2 }), { maxLength: 12 });
    fc.assert(
      fc.property(ids, ids, (present, former) => {
        const restored = inFormerOrder(present, former);
        expect(restored.toSorted()).toEqual(present.toSorted());
        expect(restored.filter((id) => former.includes(id))).toEqual(former.filter((id) => present.includes(id)));
        const added = present.filter((id) => !former.includes(id));
        expect(added.map((id) => restored.indexOf(id))).toEqual(added.map((id) => present.indexOf(id)));
        expect(inFormerOrder(restored, former)).toEqual(restored);
      }),
    );
  });
});

describe('project status and counters', () => {
  it('is derived: generating before failed before complete, else draft', () => {
    expect(projectStatus([])).toBe('draft');
    expect(projectStatus([sceneRow(1), completeScene(2)])).toBe('draft');
    expect(projectStatus([completeScene(1), completeScene(2)])).toBe('complete');
    expect(projectStatus([completeScene(1), sceneRow(2, { status: 'failed' })])).toBe('failed');
    expect(projectStatus([sceneRow(1, { status: 'generating' }), sceneRow(2, { status: 'failed' })])).toBe(
      'generating',
    );
  });

  it('counts scenes, not segments, and is finished when none generates and all have ended', () => {
    const extension = extensionOf(sceneRow(1), 1, { status: 'generating' });
    const counts = { total: 2, complete: 0, failed: 1, generating: 1, percent: 50, isFinished: false };
    expect(generationCounts([completeScene(1), extension, sceneRow(2, { status: 'failed' })])).toEqual(counts);
    expect(generationCounts([]).isFinished).toBe(false);
    expect(generationCounts([completeScene(1), sceneRow(2, { status: 'failed' })]).isFinished).toBe(true);
  });
});

describe('names of files', () => {
  it('keep letters and digits of every script and turn the rest into hyphens', () => {
    expect(movieFileName('Die Straße: 2/3', 'mp4')).toBe('Die-Straße--2-3.mp4');
    expect(sceneFileName('東京 夜', 3)).toBe('東京-夜-scene-03.mp4');
    expect(storyboardFileName('../../etc')).toBe('------etc_storyboard.txt');
    expect(sanitizeTitle('!!!')).toBe('movie');
    expect([...sanitizeTitle('x'.repeat(200))]).toHaveLength(80);
  });
});

describe('key mask', () => {
  it('shows the first six and last four, and nothing of short ones', () => {
    expect(maskKey('AIzaSyABCDEFG1234')).toBe('AIzaSy••••••1234');
    expect(maskKey('0123456789')).toBe('***');
  });
});

describe('words on the screen', () => {
  it('write durations as m:ss and sizes in decimal units', () => {
    expect([null, 0, 65.4, 600].map(formatDuration)).toEqual(['—', '0:00', '1:05', '10:00']);
    const sizes = [999, 400_000, 1_240_000, 44_000_000];
    expect(sizes.map(formatBytes)).toEqual(['999 B', '400 kB', '1.2 MB', '44 MB']);
  });

  it('refuse forms in the order in which they look', () => {
    expect(newProjectProblem({ title: ' ', description: 'x', genres: [] })?.title).toBe('Missing information');
    expect(newProjectProblem({ title: 'x', description: 'x', genres: [] })?.title).toBe('Missing genre');
    expect(newProjectProblem({ title: 'x', description: 'x', genres: ['drama'] })).toBeNull();
    expect(overlayProblem({ text: ' ', startTime: 0, endTime: 1 })?.title).toBe('Text required');
    expect(overlayProblem({ text: 'x', startTime: 1, endTime: 1 })?.title).toBe('Invalid duration');
  });
});

describe('export presets', () => {
  it('change their sides at 9:16 and estimate 100 MB for what is not in the table', () => {
    expect(exportSize('1080p', '9:16')).toEqual({ width: 1080, height: 1920 });
    expect(exportSize('480p', '16:9')).toEqual({ width: 854, height: 480 });
    expect(estimatedMegabytes('4k', 'webm')).toBe(400);
    expect(estimatedMegabytes('source', 'mp4')).toBe(100);
  });
});
