/** Files of many makes, whole and damaged, are taken in and become part of a movie, or a sentence names them. None hangs. */
import { commands } from 'vitest/browser';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { MediaFailure } from '#media/failures.ts';
import { importFile } from '#media/import/client.ts';
import { makeStill } from '#media/still/client.ts';
import { startExport } from '#media/worker/client.ts';
import type { OwnFileKind } from '#shared/entities/own-file.ts';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { damaged } from '#tests/helpers/clips/damage.ts';
import { oddOwnFiles, type OddOwnFile } from '#tests/helpers/clips/odd-own-files.ts';
import { audioPiece } from '#tests/helpers/rows.ts';
import { clip, fromBase64, hashOf, inputOf, openOutput, P360, planOf, toBase64 } from './media-movie.ts';
import { soundDifferenceDb } from './preview-parity.ts';

/** Of each kind; `npm run test:long` tries 60. */
const RUNS = Number(import.meta.env['VITE_ODD_OWN_FILES'] ?? 4);
const SEED = Number(import.meta.env['VITE_PARITY_SEED'] ?? 20_261_118);
const LONGEST_MS = 60_000;
const SPEC = { seconds: 2, size: '360p', sceneNumber: 3, sound: 'tone' } as const;
/** Before encoding, of full scale. */
const MOST_DB = -60;

const counts = { used: 0, refused: 0, failed: 0 };
const folders = { finished: 'odd-own-files', unfinished: 'odd-own-files-unfinished' };
afterAll(async () => {
  const root = await navigator.storage.getDirectory();
  for (const name of Object.values(folders)) await root.removeEntry(name, { recursive: true }).catch(() => undefined);
});

async function bytesOf({ ending, args, damage }: OddOwnFile): Promise<Uint8Array<ArrayBuffer>> {
  const whole = fromBase64(await commands.stillPicture(SPEC, ending, args));
  return damage === null ? whole : damaged(whole, damage);
}

/** What is wrong with what became of it; null for a use of all of it, and for a sentence that names it. */
async function problemOf(odd: OddOwnFile): Promise<string | null> {
  const name = `Found ${odd.kind}.${odd.ending}`;
  const file = new File([await bytesOf(odd)], name);
  const signal = AbortSignal.timeout(LONGEST_MS);
  const request = { file, ...folders, temporaryName: crypto.randomUUID(), at: 1, kinds: [odd.kind] };
  const taken = await importFile(request, { signal });
  if (!taken.ok) {
    counts.refused += 1;
    if (odd.isUsual && odd.damage === null) return `refused: ${taken.sentence}`;
    return taken.sentence.includes(name) && taken.sentence.endsWith('.') ? null : taken.sentence;
  }
  if (taken.file.sha256 !== (await hashOf(file))) return 'another hash';
  try {
    const problem = await uses[odd.kind](file, name, signal);
    counts.used += 1;
    return problem;
  } catch (error) {
    // What reads well can still be damaged further on.
    if (!(error instanceof MediaFailure) || error.code === 'internal' || odd.damage === null) return String(error);
    counts.failed += 1;
    return /^[A-Z].*\.$/.test(error.message) ? null : error.message;
  }
}

type Use = (file: File, name: string, signal: AbortSignal) => Promise<string | null>;

const uses: Record<OwnFileKind, Use> = {
  clip: (file, _, signal) => inMovie(file, signal),
  async picture(file, name, signal) {
    const settings = { seconds: 1, fit: 'fit', pushIn: true, background: 'night' } as const;
    const shape = { width: 640, height: 360, fps: { num: 24, den: 1 }, beside: null, at: 1 };
    const made = await makeStill({ picture: file, name, settings, ...shape }, signal);
    return made.ok ? inMovie(made.clip, signal) : `no clip: ${made.sentence}`;
  },
  async sound(file, _, signal) {
    const { plan, sources } = await planOf([{ file: await clip(SPEC), number: 3 }]);
    const mediaId = await hashOf(file);
    sources[mediaId] = { kind: 'blob', blob: file };
    const mixed = { ...plan, audio: [audioPiece({ mediaId, outSeconds: 1.5, fadeInSeconds: 0.2 })] };
    const apartDb = await soundDifferenceDb({ plan: mixed, sources }, 0);
    if (!(apartDb < MOST_DB)) return `the preview is ${apartDb} dB apart`;
    return written(mixed, sources, signal);
  },
};

/** Beside another clip. */
async function inMovie(file: Blob, signal: AbortSignal): Promise<string | null> {
  const { plan, sources } = await planOf([
    { file: await clip(SPEC), number: 1 },
    { file, number: 2 },
  ]);
  return written(plan, sources, signal);
}

async function written(
  plan: MoviePlan,
  sources: Parameters<typeof inputOf>[1],
  signal: AbortSignal,
): Promise<string | null> {
  const input = inputOf(plan, sources, P360);
  const { receipt } = await startExport(input, { signal });
  const bytes = new Uint8Array(await (await openOutput(input)).arrayBuffer());
  const { video } = await commands.probeMovie(toBase64(bytes));
  const isGood = video?.width === P360.width && receipt.checks.frameCount === plan.frameCount;
  return isGood ? null : JSON.stringify({ video, checks: receipt.checks });
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
