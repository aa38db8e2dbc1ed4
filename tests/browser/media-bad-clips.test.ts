/** Whatever became of a clip's bytes, the export writes a movie of the planned frames or says in a sentence what is wrong. */
import { commands } from 'vitest/browser';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MediaFailure } from '#media/failures.ts';
import { startExport, type ExportTarget } from '#media/worker/client.ts';
import { DAMAGED_SPEC, damaged, damages, type Damage } from '#tests/helpers/clips/damage.ts';
import { base64Of, clip, hashOf, inputOf, openOutput, P360, P720, planOf } from './media-movie.ts';
import { oddClip } from './odd-clip-cases.ts';
import { SEED } from '#tests/helpers/test-values.ts';

/** More are tried by `npm run test:long`. */
const RUNS = Number(import.meta.env['VITE_BAD_CLIPS'] ?? 6);
const LONGEST_MS = 60_000;

const TARGETS: Record<Damage['movie'], ExportTarget> = {
  copied: P360,
  encoded: P720,
  webm: { ...P360, format: 'webm' },
};

const counts = { movies: 0, sentences: 0 };

/** What is wrong with what became of it; null for a movie of every planned frame, and for a sentence. */
async function problemOf(damage: Damage): Promise<string | null> {
  const whole = damage.of === null ? await clip(DAMAGED_SPEC) : (await oddClip(damage.of)).file;
  const blob = new Blob([damaged(new Uint8Array(await whole.arrayBuffer()), damage)]);
  // What is encoded of a clip is kept by its hash.
  const sha256 = await hashOf(blob);
  const { plan } = await planOf([{ file: whole, number: 1 }]);
  const scenes = plan.scenes.map((scene) => ({ ...scene, clip: { ...scene.clip, sha256 } }));
  const target = TARGETS[damage.movie];
  const input = inputOf({ ...plan, scenes }, { [sha256]: { kind: 'blob', blob } }, target);
  try {
    const { receipt } = await startExport(input, { signal: AbortSignal.timeout(LONGEST_MS) });
    counts.movies += 1;
    const { video } = await commands.probeMovie(await base64Of(await openOutput(input)));
    const isGood = video?.width === target.width && receipt.checks.frameCount === plan.frameCount;
    return isGood ? null : JSON.stringify({ video, checks: receipt.checks });
  } catch (error) {
    if (!(error instanceof MediaFailure) || error.code === 'internal') return String(error);
    counts.sentences += 1;
    return /^[A-Z].*\.$/.test(error.message) ? null : error.message;
  }
}

test(
  'garbage behind the last picture of a WebM clip is no reason to hang',
  async () => {
    const damage = { kind: 'moved', at: 0.999, length: 5_723, movie: 'copied', of: 'VP8 and Vorbis in WebM' } as const;
    expect(await problemOf(damage)).toBeNull();
  },
  LONGEST_MS * 2,
);

test(
  'a damaged clip becomes a movie, or a sentence',
  async () => {
    await fc.assert(
      fc.asyncProperty(damages, async (damage) => {
        expect(await problemOf(damage)).toBeNull();
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: true },
    );
    console.warn(`Of ${RUNS} damaged clips, ${counts.movies} became movies and ${counts.sentences} sentences`);
  },
  RUNS * LONGEST_MS,
);
