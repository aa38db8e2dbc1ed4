/** Reads the demo studio's files from a folder. */
import { readFile } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import type { ReadMaster } from './master-files.ts';

/** @param folder holds `manifest.json` and what it names */
export function mastersOnDisk(folder: string): ReadMaster {
  return async (name) => {
    const path = resolve(folder, name);
    if (!path.startsWith(resolve(folder) + sep))
      throw new Error(`The demo studio has no file ${JSON.stringify(name)}.`);
    return new Uint8Array(await readFile(path));
  };
}
