/** Whatever clip the server's writer is given, it writes a good movie or says in a sentence what is wrong. */
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MovieWriteError } from '#edge-api/providers/movie-writer/port.ts';
import { Mp4Error, parseMp4Facts } from '#edge-api/services/parse-mp4-facts.ts';
import type { ExportTarget } from '#shared/export-plan/export-target.ts';
import { ODD_SCENE_NUMBER, oddClipPath, oddClips, type OddClipName } from '#tests/helpers/clips/odd-clips.ts';
import { DAMAGED_SPEC, damaged, damages } from '#tests/helpers/clips/damage.ts';
import { clipPath } from '#tests/helpers/clips/make-clip.ts';
import { decodeErrors, probePackets } from '#tests/helpers/ffprobe.ts';
import { checkMovieFile } from '#tests/helpers/movie-check.ts';
import { expectationOfPlan, P360, P720 } from '#tests/helpers/movie-of-clips.ts';
import { serverMovie } from '#tests/helpers/server-movie.ts';
import { SEED } from '#tests/helpers/test-values.ts';

/** Counts of `npm test`; `npm run test:long` tries all odd clips and many damages. */
const LONG_RUNS = Number(process.env['TEST_RUNS'] ?? 0);
const isLong = LONG_RUNS > 0;

let folder = '';
beforeAll(async () => {
  folder = join(tmpdir(), `storyreel-bad-inputs-${randomUUID()}`);
  await mkdir(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const WEBM: ExportTarget = { ...P360, format: 'webm' };
const TARGETS = { copied: P360, encoded: P720, webm: WEBM };

/** Whether the server takes it as a clip. */
async function isTaken(path: string): Promise<boolean> {
  const bytes = await readFile(path);
  const read = async (start: number, end: number): Promise<Uint8Array<ArrayBuffer>> =>
    new Uint8Array(bytes.subarray(start, end));
  try {
    await parseMp4Facts({ sizeBytes: bytes.length, read });
    return true;
  } catch (error) {
    if (error instanceof Mp4Error) return false;
    throw error;
  }
}

/** What the writer makes of a movie: so many frames of those planned, or the sentence that says why not. Anything else fails. */
type Outcome = { frames: number; planned: number; errors: string[] } | { sentence: string };

async function outcomeOf(...args: Parameters<typeof serverMovie>): Promise<Outcome> {
  try {
    const movie = await serverMovie(...args);
    const packets = await probePackets(movie.path, 'video');
    const { stretches } = movie.written.receipt;
    // What was copied out of a damaged clip is as damaged as the clip.
    const isEncoded = stretches.every(({ kind }) => kind === 'encode');
    const errors = isEncoded ? await decodeErrors(movie.path) : [];
    await rm(movie.folder, { recursive: true, force: true });
    return { frames: packets.length, planned: movie.plan.frameCount, errors };
  } catch (error) {
    if (!(error instanceof MovieWriteError)) throw error;
    return { sentence: error.message };
  }
}

/** What is wrong with an outcome; null where it is as it should be. */
function problemOf(outcome: Outcome): string | null {
  if ('sentence' in outcome) return /^[A-Z].*[.]$/.test(outcome.sentence) ? null : outcome.sentence;
  return outcome.frames === outcome.planned && outcome.errors.length === 0 ? null : JSON.stringify(outcome);
}

describe('an odd clip', () => {
  const all = Object.keys(oddClips) as OddClipName[];
  const few: OddClipName[] = ['HDR, PQ', 'turned by 90', '5.1', 'ten bits', 'VP8 and Vorbis in WebM'];
  it.each(isLong ? all : few)(
    '%s',
    async (name) => {
      const path = await oddClipPath(name);
      for (const target of isLong ? [P360, P720, WEBM] : [P720]) {
        const good = { path: await clipPath({ seconds: 4, size: '360p', sceneNumber: 2 }), number: 2 };
        const outcome = await oddOutcome(name, path, good, target);
        // What people may bring becomes a movie, and no sentence.
        const isRefused = FOREIGN.test(name) && outcome !== null && 'sentence' in outcome;
        expect(outcome === null || isRefused ? outcome : problemOf(outcome)).toBeNull();
      }
    },
    300_000,
  );
});

describe('what a phone films', () => {
  const few: OddClipName[] = ['HEVC of a phone', 'turned by 90, of a varying rate'];
  const more: OddClipName[] = ['turned by 90, of pixels that are not square', 'a second sound that is spatial'];
  it.each(isLong ? [...few, ...more] : few)('is right side up, whole, and in sync: %s', async (name) => {
    const path = await oddClipPath(name);
    const movie = await serverMovie([{ path, number: ODD_SCENE_NUMBER }], P360, { fps: { num: 24, den: 1 } });
    try {
      expect(movie.plan).toMatchObject({ width: 640, height: 360 });
      await checkMovieFile(
        movie.path,
        expectationOfPlan(movie.plan, P360, () => ODD_SCENE_NUMBER),
      );
    } finally {
      await rm(movie.folder, { recursive: true });
    }
  });
});

/** Other containers, in which people's own clips come: their browser reads them for the plan. */
const FOREIGN = /WebM|Matroska/;

/** Null for what the server doesn't take as a clip: it stands in no plan. */
async function oddOutcome(
  name: OddClipName,
  path: string,
  good: { path: string; number: number },
  target: ExportTarget,
): Promise<Outcome | null> {
  if (FOREIGN.test(name)) {
    const alike = await clipPath({ seconds: 4, size: '360p', sceneNumber: ODD_SCENE_NUMBER });
    return await outcomeOf([{ path: alike, number: 1 }, good], target, { replaced: path });
  }
  return (await isTaken(path)) ? await outcomeOf([{ path, number: 1 }, good], target) : null;
}

describe('a damaged clip', () => {
  it('becomes a movie, or a sentence', async () => {
    const counts = { movies: 0, sentences: 0 };
    await fc.assert(
      fc.asyncProperty(damages, async (damage) => {
        const path = join(folder, `${randomUUID()}.mp4`);
        const whole = damage.of === null ? await clipPath(DAMAGED_SPEC) : await oddClipPath(damage.of);
        await writeFile(path, damaged(new Uint8Array(await readFile(whole)), damage));
        try {
          const outcome = await damagedOutcome(path, TARGETS[damage.movie]);
          counts['sentence' in outcome ? 'sentences' : 'movies'] += 1;
          expect(problemOf(outcome)).toBeNull();
        } finally {
          await rm(path, { force: true });
        }
      }),
      { numRuns: isLong ? LONG_RUNS : 4, seed: SEED, endOnFailure: true },
    );
    console.warn(`Of damaged clips, ${counts.movies} became movies and ${counts.sentences} sentences`);
  }, 3_600_000);
});

/** The plan was made when the clip was whole: a disk may damage it later. */
async function damagedOutcome(path: string, target: ExportTarget): Promise<Outcome> {
  const whole = await clipPath(DAMAGED_SPEC);
  return await outcomeOf([{ path: whole, number: 1 }], target, { replaced: path });
}

describe('what is no clip', () => {
  it.each([
    ['nothing', Buffer.alloc(0)],
    ['an HTML page', Buffer.from('<!doctype html><p>Not a video.</p>')],
    ['zeros', Buffer.alloc(100_000)],
  ])('%s is named with its scene', async (_, bytes) => {
    const path = join(folder, `${randomUUID()}.mp4`);
    await writeFile(path, bytes);
    expect(await damagedOutcome(path, P360)).toEqual({ sentence: expect.stringContaining('scene 1') });
  });
});
