/** Tests of clips that people have and the model does not make, each on all its ways. */
import { commands } from 'vitest/browser';
import { afterAll, expect, test } from 'vitest';
import { frameShownAt, until } from '#tests/helpers/playback/player-stage.ts';
import { clip, makeMovie, P360, P720, planOf } from './media-movie.ts';
import { oddClip, problemsOf, type OddClipCase } from './odd-clip-cases.ts';
import { removeTakenIn } from './opfs.ts';
import { BITRATE_SCALE, problemElsewhere, problemEverywhere, RIGHT, tryTakingIn } from './own-files-everywhere.ts';
import { stageOfTests } from './stage.ts';

/**
 * Each clip is taken in, makes a movie by itself that the preview shows and the server writes alike, and another one, trimmed,
 * beside a clip of the model.
 */
export function tryOddClips(rows: readonly OddClipCase[]): void {
  const stage = stageOfTests();
  afterAll(removeTakenIn);

  test.for(rows)('$name', async (row, { signal }) => {
    const { file, path } = await oddClip(row.name);
    const specs = [{ file, number: 7 }];
    const alone = await makeMovie(specs, row.size === '720p' ? P720 : P360, { bitrateScale: BITRATE_SCALE });
    expect.soft(alone.result.receipt.stretches.map(({ kind }) => kind)).toEqual([row.isCopied ? 'copy' : 'encode']);
    expect.soft(await problemsOf(specs, alone, row, [path])).toEqual([]);

    const { it } = await stage.open(specs);
    const frames = [0, 1, 50, 95, 24, 80];
    const shown: unknown[] = [];
    for (const frame of frames)
      shown.push(await frameShownAt(it, stage.element, Math.round((frame * 1e6) / 24), frame));
    expect.soft(shown).toEqual(frames);
    it.play();
    await until(it, () => it.getState().isPlaying);
    await until(it, () => !it.getState().isPlaying);
    expect.soft([it.now(), it.getState().problem]).toEqual([0, null]);
    it.close();

    const { taken, problem } = await tryTakingIn(new File([file], `${row.name}.mp4`), 'clip', signal);
    expect.soft(problem).toBeNull();
    const movie = { ...(await planOf(specs)), isNumbered: true, isWhole: true, ...row.parity };
    const outcomeOfTaken = (): Promise<string | null> =>
      row.size === '720p' ? problemEverywhere(movie, signal) : problemElsewhere(movie, alone.base64, signal);
    const outcome = taken.ok ? await outcomeOfTaken() : taken.sentence;
    expect.soft(outcome ?? RIGHT).toMatch(row.told ?? RIGHT);

    const other = { seconds: 4, size: row.size ?? '360p', sceneNumber: 8 } as const;
    const both = [
      { file, number: 7, inFrame: 20 },
      { file: await clip(other), number: 8 },
    ];
    const beside = await makeMovie(both, row.size === '720p' ? P720 : P360);
    expect.soft(await problemsOf(both, beside, row, [path, await commands.clipFile(other)])).toEqual([]);
  });
}
