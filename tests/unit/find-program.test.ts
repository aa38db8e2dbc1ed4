import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasFfmpeg } from '#edge-api/find-program.ts';

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
    expect(await hasFfmpeg({ ...nowhere, programFolders: ['/nowhere', folder] })).toBe(true);
    expect(await hasFfmpeg(nowhere)).toBe(false);
  });

  it('takes a named program, and says so in one sentence when there is none', async () => {
    const named = { ffmpegPath: join(folder, 'ffmpeg'), ffprobePath: join(folder, 'ffprobe'), programFolders: [] };
    expect(await hasFfmpeg(named)).toBe(true);
    const readme = join(folder, 'readme');
    await expect(hasFfmpeg({ ...named, ffprobePath: readme })).rejects.toThrow(
      `FFPROBE_PATH names no program that can be run: ${readme}.`,
    );
  });
});
