/** Makes one movie of the same clips in every way there is a row for, all in one run. */
import { askedBitrate } from './asked-bitrate.ts';
import { chromiumVersion, measureIn } from './chromium.ts';
import { benchClips, CLIP_SECONDS } from './make-bench-clips.ts';
import { headLine, importLines, machineLine, ratioLines, rowLine, type Measured } from './report.ts';
import { ffmpegRows, ffmpegSoundRows } from './rows/ffmpeg.ts';
import { ownMaterialRows } from './rows/own-material.ts';
import { appRows, otherRows, ownRows } from './rows/pages.ts';
import type { BenchRow } from './rows/row.ts';
import { serverRows } from './rows/server.ts';

export const benchRows: readonly BenchRow[] = [
  ...ownRows,
  ...serverRows,
  ...ffmpegRows,
  ...ffmpegSoundRows,
  ...otherRows,
  ...appRows,
  ...ownMaterialRows,
];

export type BenchOptions = {
  /** Where the pages are served, without a slash at its end. */
  origin: string;
  sceneCount: number;
  /** Names of rows; empty is all of them but those that have to be asked for. */
  only: readonly string[];
  /** Runs the rows from the last to the first: what comes later may find a warmer or a busier machine. */
  isReversed: boolean;
  print(line: string): void;
};

/** @throws RangeError for a name in `only` that no row has */
export async function runBench({ origin, sceneCount, only, isReversed, print }: BenchOptions): Promise<void> {
  const rows = chosenRows(only, isReversed);
  const clips = await benchClips(sceneCount);
  const bitrateBps = await askedBitrate(clips);
  const context = { clips, bitrateBps, measurePage: measureIn(origin, clips, bitrateBps) };
  const measured: Measured[] = [];
  print(
    `${sceneCount} clips of ${CLIP_SECONDS} s, 720p. Encoders are asked for ${(bitrateBps / 1e6).toFixed(2)} Mbit/s. Chromium ${await chromiumVersion()}. ${machineLine()}`,
  );
  print(headLine());
  for (const { name, title, run } of rows) {
    const row = { name, title, movieSeconds: sceneCount * CLIP_SECONDS, measure: await run(context) };
    measured.push(row);
    print(rowLine(row));
  }
  print('');
  for (const line of [...ratioLines(measured), ...importLines(measured)]) print(line);
  print(`Afterwards: ${machineLine()}`);
}

function chosenRows(only: readonly string[], isReversed: boolean): BenchRow[] {
  const unknown = only.filter((name) => !benchRows.some((row) => row.name === name));
  if (unknown.length > 0)
    throw new RangeError(
      `No such row: ${unknown.join(', ')}. There are: ${benchRows.map(({ name }) => name).join(', ')}.`,
    );
  const rows = benchRows.filter(({ name, isAskedFor = false }) =>
    only.length === 0 ? !isAskedFor : only.includes(name),
  );
  return isReversed ? rows.toReversed() : rows;
}
