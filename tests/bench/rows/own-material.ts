/** What people bring, as it is taken in: what makes no movie has its figures in the note. */
import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { ffmpeg } from '#tests/helpers/clips/run-ffmpeg.ts';
import { pageRows } from './pages.ts';
import type { BenchRow } from './row.ts';

const PAGE = 'own-material.html';
const KEPT = fileURLToPath(new URL('../../../node_modules/.cache/storyreel-clips/', import.meta.url));
const HOUR_SECONDS = 3_600;

export const ownMaterialRows: BenchRow[] = [
  ...importRows('', { bytes: 1_000_000_000, size: '1 GB' }),
  ...importRows('-quarter', { bytes: 250_000_000, size: '250 MB' }),
  {
    name: 'waveform',
    title: 'Storyreel, waveform of an hour',
    isAskedFor: true,
    run: async ({ measurePage }) => measurePage(`/tests/bench/${PAGE}`, `waveform /@fs${await hourOfSound()}`),
  },
];

/** Two sizes of one run tell whether memory grows with the file. */
function importRows(suffix: string, { bytes, size }: { bytes: number; size: string }): BenchRow[] {
  return pageRows(
    PAGE,
    [
      [`import-copy${suffix}`, `A plain copy of ${size} in OPFS`, `copy ${bytes}`],
      [`import${suffix}`, `Storyreel takes in ${size}`, `import ${bytes}`],
    ],
    { isAskedFor: true },
  );
}

/** Path of an MP3 as long as a scene may be; it is made once. */
export async function hourOfSound(): Promise<string> {
  const path = `${KEPT}hour.mp3`;
  if (existsSync(path)) return path;
  await mkdir(KEPT, { recursive: true });
  const source = `anoisesrc=color=pink:sample_rate=48000:duration=${HOUR_SECONDS}:seed=1,tremolo=f=0.2:d=0.9,pan=stereo|c0=c0|c1=c0`;
  await ffmpeg(['-f', 'lavfi', '-i', source, '-c:a', 'libmp3lame', '-b:a', '192k', '-f', 'mp3', `${path}.part`]);
  await rename(`${path}.part`, path);
  return path;
}
