/** Random mixes of scenes, music, and voice-overs: the preview, the export, and the server’s export hand the same sound on. */
import { commands } from 'vitest/browser';
import { afterAll, expect, test } from 'vitest';
import { audioPiece, musicBed, testId } from '#tests/helpers/rows.ts';
import { randomFrom } from '#tests/helpers/seeded-random.ts';
import type { MusicKind } from './commands/server-movie.ts';
import { fileAt, hashOf } from './media-movie.ts';
import { apartFromServerDb, base64Files, randomProject, soundDifferenceDb, type Project } from './preview-parity.ts';
import { SEED } from '#tests/helpers/test-values.ts';

/** Largest difference before encoding, in dB of full scale. */
const MOST_DB = -60;
/** `npm run test:long` tries 20. */
const RUNS = Number(import.meta.env['VITE_MIXES'] ?? 2);
const KINDS: readonly MusicKind[] = [
  ...(['wav', 'mp3', 'm4a', 'flac', 'opus', 'ogg', 'aac'] as const),
  ...(['mono AAC without its description', 'late Opus in Matroska'] as const),
];

let worstDb = -Infinity;
afterAll(() => console.warn(`The mix that differed most: ${worstDb.toFixed(1)} dB of full scale.`));

/** The difference, once it is counted. */
function counted(differenceDb: number): number {
  worstDb = Math.max(worstDb, differenceDb);
  return differenceDb;
}

async function mixOf(seed: number): Promise<Project> {
  const { plan, sources } = await randomProject(seed, 3);
  const random = randomFrom(seed + 1);
  const among = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] ?? values[0]!;
  const tune = await fileAt(await commands.musicFile(6, among(KINDS)));
  const mediaId = await hashOf(tune);
  sources[mediaId] = { kind: 'blob', blob: tune };
  const heard = () => ({
    mediaId,
    gainDb: among([0, -6, -14, 5]),
    fadeInSeconds: among([0, 0.4, 1]),
    fadeOutSeconds: among([0, 0.6]),
    duckDb: among([0, 8, 14]),
    duckSeconds: among([0.2, 0.5]),
    inSeconds: among([0, 0.4, 1.3]),
  });
  const bed = musicBed({ ...heard(), outSeconds: 2 + random() * 3, loop: true });
  const pieces = (['music', 'voice'] as const).map((kind, at) => {
    const part = heard();
    const outSeconds = part.inSeconds + 0.8 + random() * 3;
    return audioPiece({ ...part, id: testId(710 + at), kind, startSeconds: random() * 6, outSeconds });
  });
  return { plan: { ...plan, audio: [bed, ...pieces], levelling: random() < 0.5 }, sources };
}

test.for(Array.from({ length: RUNS }, (_, run) => SEED + run))('the mix with seed %i', async (seed) => {
  const project = await mixOf(seed);
  const random = randomFrom(seed);
  expect(counted(await soundDifferenceDb(project, 0))).toBeLessThan(MOST_DB);
  expect(counted(await soundDifferenceDb(project, Math.floor(random() * 150_000)))).toBeLessThan(MOST_DB);
  const fromServer = await apartFromServerDb(
    project,
    await commands.mixOfFiles(project.plan, await base64Files(project.sources)),
  );
  expect(counted(fromServer)).toBeLessThan(MOST_DB);
});
