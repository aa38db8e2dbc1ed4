/** The disk under the data folder. */
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Disk } from './port.ts';

/** More than the last block of another file may have left. */
const TRIED_BYTES = 64 * 1024;

/** @param name keeps the processes on one folder apart */
export function dataFolderDisk(folder: string, name: string): Disk {
  return {
    tryWrite: async () => {
      const path = join(folder, `write-test-${name}`);
      try {
        await writeFile(path, new Uint8Array(TRIED_BYTES), { flush: true, mode: 0o600 });
      } finally {
        await rm(path, { force: true });
      }
    },
    freeBytes: async () => {
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    },
  };
}
