/** Whatever clip the server's writer is given, it writes a good movie or says in a sentence what is wrong. */
import { readFile, rm } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MovieWriteError } from '#edge-api/providers/movie-writer/port.ts';
import { Mp4Error, parseMp4Facts } from '#edge-api/services/parse-mp4-facts.ts';
import type { ExportTarget } from '#shared/export-plan/export-target.ts';
import { ODD_SCENE_NUMBER, oddClipPath, oddClips, type OddClipName } from '#tests/helpers/clips/odd-clips.ts';
import { DAMAGED_SPEC, damaged, damages } from '#tests/helpers/clips/damage.ts';
import { clipPath } from '#tests/helpers/clips/make-clip.ts';
import { decodeErrors, probePackets } from '#tests/helpers/ffprobe.ts';
import { checkMovieFile } from '#tests/helpers/movie-check.ts';
import { expectationOfPlan, P360 } from '#tests/helpers/movie-of-clips.ts';
import { serverMovie, type ServerScene } from '#tests/helpers/server-movie.ts';
import { inTemporaryFolder } from '#tests/helpers/temporary-folder.ts';
import { SEED } from '#tests/helpers/test-values.ts';

/** Damages that are tried; `npm run test:long` tries many. */
const RUNS = Number(process.env['TEST_RUNS'] ?? 4);
/** Another size than the clips', so that all is encoded; small, because the size isn't the point. */
const SMALL: ExportTarget = { ...P360, width: 320, height: 180 };

const WEBM: ExportTarget = { ...SMALL, format: 'webm' };
const TARGETS = { copied: P360, encoded: SMALL, webm: WEBM };

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
  const rows = [...all.map((name) => [name, 'mp4'] as const), ...few.map((name) => [name, 'webm'] as const)];
  it.each(rows)('%s, as %s', async (name, format) => {
    const path = await oddClipPath(name);
    const good = { path: await clipPath({ seconds: 4, size: '360p', sceneNumber: 2 }), number: 2, outFrame: 12 };
    const outcome = await oddOutcome(name, path, good, { ...SMALL, format });
    // What people may bring becomes a movie, and no sentence.
    const isRefused = FOREIGN.test(name) && outcome !== null && 'sentence' in outcome;
    expect(outcome === null || isRefused ? outcome : problemOf(outcome)).toBeNull();
  });
});

describe('what a phone films', () => {
  it.each<OddClipName>([
    'HEVC of a phone',
    'turned by 90, of a varying rate',
    'turned by 90, of pixels that are not square',
    'a second sound that is spatial',
  ])('is right side up, whole, and in sync: %s', async (name) => {
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
  good: ServerScene,
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
        const whole = damage.of === null ? await clipPath(DAMAGED_SPEC) : await oddClipPath(damage.of);
        const bytes = damaged(new Uint8Array(await readFile(whole)), damage);
        const outcome = await inTemporaryFolder(async ({ file }) =>
          damagedOutcome(await file('damaged.mp4', bytes), TARGETS[damage.movie]),
        );
        counts['sentence' in outcome ? 'sentences' : 'movies'] += 1;
        expect(problemOf(outcome)).toBeNull();
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: true },
    );
    console.warn(`Of damaged clips, ${counts.movies} became movies and ${counts.sentences} sentences`);
  }, 3_600_000);
});

/** The plan was made when the clip was whole: a disk may damage it later. */
async function damagedOutcome(path: string, target: ExportTarget): Promise<Outcome> {
  const whole = await clipPath(DAMAGED_SPEC);
  return await outcomeOf([{ path: whole, number: 1 }], target, { replaced: path });
}
