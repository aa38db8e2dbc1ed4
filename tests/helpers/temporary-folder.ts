/** Folders that last as long as what is done in them. Not by `await using`: Node loads this for Vite's configuration as it is. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type TemporaryFolder = {
  folder: string;
  path(name: string): string;
  /** Writes a file there. @returns its path */
  file(name: string, bytes: string | Uint8Array): Promise<string>;
};

export async function inTemporaryFolder<T>(use: (folder: TemporaryFolder) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'storyreel-test-'));
  const path = (name: string): string => join(folder, name);
  const file: TemporaryFolder['file'] = async (name, bytes) => {
    await writeFile(path(name), bytes);
    return path(name);
  };
  try {
    return await use({ folder, path, file });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
