/** Files of many makes, whole and damaged, are taken in and become part of a movie that is right everywhere, or a sentence names them. None hangs. */
import { commands } from 'vitest/browser';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { makeStill } from '#media/still/client.ts';
import type { OwnFileKind } from '#shared/entities/own-file.ts';
import { damaged } from '#tests/helpers/clips/damage.ts';
import { oddOwnFiles, type OddOwnFile } from '#tests/helpers/clips/odd-own-files.ts';
import { audioPiece } from '#tests/helpers/rows.ts';
import { clip, fromBase64, hashOf, planOf } from './media-movie.ts';
import { removeTakenIn } from './opfs.ts';
import { isTold, LONGEST_MS, problemEverywhere, tryTakingIn } from './own-files-everywhere.ts';
import { SEED } from '#tests/helpers/test-values.ts';

/** Of each kind; `npm run test:long` tries 60. */
const RUNS = Number(import.meta.env['VITE_ODD_OWN_FILES'] ?? 4);
const SPEC = { seconds: 2, size: '360p', sceneNumber: 3, sound: 'tone' } as const;

const counts = { used: 0, refused: 0, failed: 0 };
afterAll(removeTakenIn);

async function bytesOf({ ending, args, damage }: OddOwnFile): Promise<Uint8Array<ArrayBuffer>> {
  const whole = fromBase64(await commands.freshFile(SPEC, ending, args));
  return damage === null ? whole : damaged(whole, damage);
}

/** What is wrong with what became of it; null for a use of all of it, and for a sentence that names it. */
async function problemOf(odd: OddOwnFile): Promise<string | null> {
  const file = new File([await bytesOf(odd)], `Found ${odd.kind}.${odd.ending}`);
  const signal = AbortSignal.timeout(LONGEST_MS);
  const { taken, problem } = await tryTakingIn(file, odd.kind, signal);
  if (problem !== null) return problem;
  if (!taken.ok) {
    counts.refused += 1;
    return odd.isUsual && odd.damage === null ? `refused: ${taken.sentence}` : null;
  }
  try {
    const wrong = await uses[odd.kind](file, { isWhole: odd.damage === null, signal });
    counts.used += 1;
    return wrong;
  } catch (error) {
    // What reads well can still be damaged further on.
    if (odd.damage === null || !isTold(error)) return String(error);
    counts.failed += 1;
    return null;
  }
}

type How = { isWhole: boolean; signal: AbortSignal };

const uses: Record<OwnFileKind, (file: File, how: How) => Promise<string | null>> = {
  clip: (file, how) => inMovie(file, how),
  async picture(file, how) {
    const settings = { seconds: 1, fit: 'fit', pushIn: true, background: 'night' } as const;
    const shape = { width: 640, height: 360, fps: { num: 24, den: 1 }, beside: null, at: 1 };
    const made = await makeStill({ picture: file, name: file.name, settings, ...shape }, how.signal);
    if (!made.ok) return how.isWhole ? `no clip: ${made.sentence}` : null;
    // It was pushed in, so its numbers are at other places.
    return inMovie(made.clip, { ...how, isWhole: true }, false);
  },
  async sound(file, { isWhole, signal }) {
    const { plan, sources } = await planOf([{ file: await clip(SPEC), number: 3 }]);
    const mediaId = await hashOf(file);
    sources[mediaId] = { kind: 'blob', blob: file };
    const mixed = { ...plan, audio: [audioPiece({ mediaId, outSeconds: 1.5, fadeInSeconds: 0.2 })] };
    return problemEverywhere({ plan: mixed, sources, isNumbered: true, isWhole }, signal);
  },
};

/** Beside another clip. */
async function inMovie(file: Blob, { signal, ...how }: How, isNumbered = true): Promise<string | null> {
  const { plan, sources } = await planOf([
    { file: await clip(SPEC), number: 1 },
    { file, number: 2 },
  ]);
  return problemEverywhere({ plan, sources, isNumbered, ...how }, signal);
}

for (const kind of ['clip', 'picture', 'sound'] as const)
  test(
    `${RUNS} files as ${kind}s`,
    async () => {
      const property = fc.asyncProperty(oddOwnFiles[kind], async (odd) => {
        expect(await problemOf(odd)).toBeNull();
      });
      await fc.assert(property, { numRuns: RUNS, seed: SEED, endOnFailure: true });
      console.warn(`${kind}s so far: ${JSON.stringify(counts)}`);
    },
    RUNS * LONGEST_MS,
  );
