import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPrograms } from '#edge-api/node/find-program.ts';

describe('looking for ffmpeg', () => {
  let folder: string;
  const nowhere = { ffmpegPath: null, ffprobePath: null, programFolders: [] };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'programs-'));
    for (const name of ['ffmpeg', 'ffprobe']) {
      await writeFile(join(folder, name), '#!/bin/sh\n');
      await chmod(join(folder, name), 0o755);
    }
    await writeFile(join(folder, 'readme'), 'not a program');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('finds both programs in a folder of programs', async () => {
    expect(await findPrograms({ ...nowhere, programFolders: ['/nowhere', folder] })).toEqual({
      ffmpeg: join(folder, 'ffmpeg'),
      ffprobe: join(folder, 'ffprobe'),
    });
    expect(await findPrograms(nowhere)).toEqual({ ffmpeg: null, ffprobe: null });
  });

  it('takes a named program, and says so in one sentence when there is none', async () => {
    const named = { ffmpegPath: join(folder, 'ffmpeg'), ffprobePath: join(folder, 'ffprobe'), programFolders: [] };
    expect(await findPrograms(named)).toEqual({ ffmpeg: named.ffmpegPath, ffprobe: named.ffprobePath });
    const readme = join(folder, 'readme');
    await expect(findPrograms({ ...named, ffprobePath: readme })).rejects.toThrow(
      `FFPROBE_PATH doesn’t name a program that can be run: ${readme}.`,
    );
  });
});
