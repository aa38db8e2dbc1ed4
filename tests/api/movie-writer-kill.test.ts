/** A movie that is called off, and a server that is killed while it writes one: no process and no file stays. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WritingInterruptedError } from '#edge-api/providers/movie-writer/port.ts';
import { clipPath } from '#tests/helpers/clips/make-clip.ts';
import { P720 } from '#tests/helpers/movie-of-clips.ts';
import { serverMovie } from '#tests/helpers/server-movie.ts';

const root = join(import.meta.dirname, '../..');
let folder = '';
beforeAll(async () => {
  folder = join(tmpdir(), `storyreel-killed-${randomUUID()}`);
  await mkdir(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const clip = (): Promise<string> => clipPath({ seconds: 4, size: '360p', sceneNumber: 1 });

/** Runs of ffmpeg that work in a folder. */
async function runsIn(place: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const places = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')));
  return pids.filter((_, at) => places[at]?.startsWith(place) === true);
}

describe('a movie that is called off', () => {
  it('leaves neither a process nor a file', async () => {
    const controller = new AbortController();
    const own = join(folder, 'called-off');
    const specs = [{ path: await clip(), number: 1 }];
    const reason = new Error('called off');
    const target = { ...P720, width: 1920, height: 1080 };
    const writing = serverMovie(specs, target, {
      folder: own,
      signal: controller.signal,
      onProgress: ({ phase }) => {
        if (phase === 'encoding') controller.abort(reason);
      },
    });
    await expect(writing).rejects.toBe(reason);
    expect(await runsIn(own)).toEqual([]);
  });
});

describe('a movie whose ffmpeg somebody else ends', () => {
  it.each(['SIGKILL', 'SIGTERM'] as const)(
    'by %s is told as interrupted, whatever ffmpeg was asked to do',
    async (signal) => {
      const own = join(folder, `interrupted-${signal}`);
      const specs = [{ path: await clip(), number: 1 }];
      const end = async (): Promise<void> => {
        for (const pid of await runsIn(own)) process.kill(Number(pid), signal);
      };
      const writing = serverMovie(
        specs,
        { ...P720, width: 1920, height: 1080 },
        {
          folder: own,
          onProgress: ({ phase }) => void (phase === 'encoding' ? end() : undefined),
        },
      );
      await expect(writing).rejects.toThrow(WritingInterruptedError);
      expect(await runsIn(own)).toEqual([]);
    },
  );
});

describe('a server that is killed', () => {
  it('takes its ffmpeg along', async () => {
    const script = await bundled();
    const own = join(folder, 'killed');
    await mkdir(own);
    const server = spawn(process.execPath, [script, await clip(), own], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(server, 'exit');
    await once(server.stdout, 'data');
    expect(await runsIn(own)).not.toEqual([]);
    server.kill('SIGKILL');
    await ended;
    await expect.poll(() => runsIn(own), { timeout: 30_000 }).toEqual([]);
  }, 120_000);
});

/** The script that writes, in plain JavaScript. */
async function bundled(): Promise<string> {
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  const input = join(root, 'tests/helpers/kill/writing-process.ts');
  const bundle = await rolldown({ cwd: root, input, platform: 'node', external: [/^node:/, /^@napi-rs\/canvas/] });
  const file = join(folder, 'writing.mjs');
  await bundle.write({ file, format: 'esm' });
  await bundle.close();
  return file;
}
