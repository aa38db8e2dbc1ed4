/** Files that tests draw once: a pool on disk, by their recipe, for all processes and for the runs to come. */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Inside the project, because the test servers hand out nothing else. */
export const CLIP_POOL = fileURLToPath(new URL('../../../node_modules/.cache/storyreel-clips', import.meta.url));

const pending = new Map<string, Promise<string>>();

/**
 * The path of a recipe's file; it is made first if it isn't there. Nobody may change the file.
 * @param recipe all that the file's bytes follow from
 * @param make writes the file to the path that it is given
 */
export async function madeOnce(
  recipe: unknown,
  ending: string,
  make: (draft: string) => Promise<unknown>,
): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(recipe)).digest('hex');
  const path = join(CLIP_POOL, `${hash.slice(0, 24)}.${ending}`);
  if (existsSync(path)) return path;
  const making = pending.get(path) ?? draw(path, ending, make).finally(() => pending.delete(path));
  pending.set(path, making);
  return await making;
}

async function draw(path: string, ending: string, make: (draft: string) => Promise<unknown>): Promise<string> {
  await mkdir(CLIP_POOL, { recursive: true });
  // Other processes may make the same file at the same time: each writes one of its own, the last rename stays.
  const draft = join(CLIP_POOL, `${randomUUID()}.part.${ending}`);
  try {
    await make(draft);
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
  return path;
}
