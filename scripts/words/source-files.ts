/** The sources whose sentences people read, and which of them are modules of words. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folders = ['web', 'shared', 'edge-api', 'public'];

export type SourceFile = { path: string; source: string };

/** `words.ts`, or `…-words.ts` where one feature has several. */
export function isWordsModule(path: string): boolean {
  return /(^|\/)([\w-]+-)?words\.ts$/.test(path);
}

/** Every source of the product, by its path from the project's root, in order of the paths. */
export async function sourceFiles(): Promise<SourceFile[]> {
  const paths = (await Promise.all(folders.map(pathsIn))).flat().toSorted();
  return Promise.all(paths.map(async (path) => ({ path, source: await readFile(join(root, path), 'utf8') })));
}

async function pathsIn(folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { recursive: true });
  return entries
    .filter((path) => /\.(tsx?|js)$/.test(path) && !path.endsWith('.d.ts'))
    .map((path) => `${folder}/${path}`);
}
