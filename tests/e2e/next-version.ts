/** Later releases of the built product: all their files have other names, as if every line had changed. */
import { cp, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const isText = (name: string): boolean => /\.(js|css|html|json|webmanifest)$/.test(name);

export type NextVersionOptions = {
  /** Whether this version gives the browser's database another shape. */
  migrates?: boolean;
  /** Whether one of its files isn't there. */
  isIncomplete?: boolean;
};

/** @returns its folder, which the caller removes, and the script that starts its server; @param mark stands in the names of its files */
export async function makeNextVersion(
  mark: string,
  { migrates = false, isIncomplete = false }: NextVersionOptions = {},
): Promise<{ folder: string; entry: string }> {
  // Below the packages, which the server imports.
  const folder = await mkdtemp(join(root, 'node_modules/.cache/next-version-'));
  await cp(join(root, 'dist'), folder, { recursive: true });
  await renameAssets(join(folder, 'web'), mark);
  if (migrates) await addMigration(join(folder, 'web/assets'));
  if (isIncomplete) await removeOne(join(folder, 'web/assets'));
  return { folder, entry: join(folder, 'server/node/start.js') };
}

async function renameAssets(web: string, mark: string): Promise<void> {
  const assets = join(web, 'assets');
  const names = (await readdir(assets)).filter((name) => /-[\w-]{8}\.\w+$/.test(name));
  const hashes = names.map((name) => name.slice(name.lastIndexOf('.') - 8, name.lastIndexOf('.')));
  const pattern = new RegExp(`-(${hashes.join('|')})(?=\\.)`, 'g');
  const renamed = (text: string): string =>
    text.replaceAll(pattern, (_whole, hash: string) => `-${mark}${hash.slice(1).split('').toReversed().join('')}`);
  const files = await readdir(web, { recursive: true, withFileTypes: true });
  for (const file of files.filter((entry) => entry.isFile() && isText(entry.name))) {
    const path = join(file.parentPath, file.name);
    const text = renamed(await readFile(path, 'utf8'));
    await writeFile(path, file.name === 'sw.js' ? text.replace(/version = "\w+"/, `version = "${mark}"`) : text);
  }
  for (const name of names) await rename(join(assets, name), join(assets, renamed(name)));
}

/** A picture: a page opens without it. */
async function removeOne(assets: string): Promise<void> {
  const [name] = (await readdir(assets)).filter((one) => one.endsWith('.webp'));
  if (name === undefined) throw new Error('There is no picture among the assets.');
  await rm(join(assets, name));
}

/** The version of the database that follows the newest one, with one more table. */
async function addMigration(assets: string): Promise<void> {
  let changed = 0;
  for (const name of (await readdir(assets)).filter((one) => one.endsWith('.js'))) {
    const text = await readFile(join(assets, name), 'utf8');
    const newest = Math.max(0, ...[...text.matchAll(/this\.version\((\d+)\)/g)].map(([, version]) => Number(version)));
    if (newest === 0) continue;
    const next = text
      .replace(`this.version(${newest})`, `this.version(${newest + 1}).stores({later:'id'}),this.version(${newest})`)
      .replace(new RegExp(`(this\\.succession=\\w+\\(this,)${newest}\\)`), `$1${newest + 1})`);
    if (!next.includes(`(this,${newest + 1})`)) throw new Error('The built database does not say its version.');
    await writeFile(join(assets, name), next);
    changed += 1;
  }
  if (changed !== 1) throw new Error(`The database was found in ${changed} files.`);
}
