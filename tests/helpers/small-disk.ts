/** A file system of its own that can be full at any moment. It lives in memory, so mounting it takes root on Linux. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export type SmallDisk = {
  folder: string;
  /** Leaves no room for a single block more than is used. */
  fill(): Promise<void>;
  /** Makes room again. */
  makeRoom(): Promise<void>;
  close(): Promise<void>;
};

const run = promisify(execFile);
const SIZE = '512m';
const FILL_TRIES = 100;

/** Why no such file system can be mounted here; null where one can. */
export async function whyNoSmallDisk(): Promise<string | null> {
  if (process.platform !== 'linux') return 'A file system in memory is mounted on Linux only.';
  try {
    await (await openSmallDisk()).close();
    return null;
  } catch (error) {
    return `No file system can be mounted here: ${error instanceof Error ? error.message.trim() : String(error)}`;
  }
}

/** The caller closes it, after everything in it is closed. */
export async function openSmallDisk(): Promise<SmallDisk> {
  const folder = await mkdtemp(join(tmpdir(), 'storyreel-small-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', folder]);
  } catch (error) {
    await rm(folder, { recursive: true });
    throw error;
  }
  const resize = (size: string) => run('mount', ['-o', `remount,size=${size}`, folder]);
  return {
    folder,
    fill: async () => {
      for (let tries = 1; ; tries++) {
        const { blocks, bfree, bsize } = await statfs(folder);
        try {
          return void (await resize(String((blocks - bfree) * bsize)));
        } catch (error) {
          // Somebody has written in between: a disk can't be made smaller than what is on it.
          if (tries === FILL_TRIES) throw error;
        }
      }
    },
    makeRoom: async () => void (await resize(SIZE)),
    close: async () => {
      // Lazily: an engine that is closed lets go of its files a moment later.
      await run('umount', ['--lazy', folder]);
      await rm(folder, { recursive: true });
    },
  };
}
