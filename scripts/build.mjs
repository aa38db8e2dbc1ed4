/** Builds the web app and the server into dist/. `--if-changed` skips it when no source has changed since the last build. */
import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const stampFile = join(root, 'dist/.sources.sha256');
const sources = [
  'shared',
  'web',
  'edge-api',
  'public',
  'scripts/vite',
  'scripts/build.mjs',
  'scripts/rolldown.config.mjs',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
];

/** Builds unless `dist/` was made from exactly these sources. Says on stderr what it does, because stdout belongs to the server. */
export async function buildIfChanged() {
  const stamp = await sourceStamp();
  if ((await readFile(stampFile, 'utf8').catch(() => '')) === stamp) return;
  console.error('Building Storyreel (only when the sources have changed) …');
  await build(stamp);
}

async function build(stamp) {
  process.chdir(root);
  await rm(stampFile, { force: true });
  const [vite, rolldown, { default: serverConfig }] = await Promise.all([
    import('vite'),
    import('rolldown'),
    import('./rolldown.config.mjs'),
  ]);
  await asProduction(() =>
    vite.build({
      root: join(root, 'web'),
      configFile: join(root, 'vite.config.ts'),
      logLevel: 'warn',
      customLogger: quietLogger(vite.createLogger('warn')),
    }),
  );
  await rolldown.build(serverConfig);
  await cp(join(root, 'edge-api/demo-masters'), join(root, 'dist/server/demo-masters'), { recursive: true });
  await mkdir(join(root, 'dist'), { recursive: true });
  await writeFile(stampFile, stamp);
}

/** Leaves out a warning about style rules that Vite's own CSS modules made: whoever starts the product can't mend it. */
function quietLogger(logger) {
  const { warnOnce } = logger;
  logger.warnOnce = (message, options) => {
    if (!message.includes('did not pass the `from` option')) warnOnce(message, options);
  };
  return logger;
}

/** A test that builds has another NODE_ENV, with which Vite makes an app without its service worker. */
async function asProduction(work) {
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    await work();
  } finally {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  }
}

async function sourceStamp() {
  const hash = createHash('sha256').update(process.version);
  for (const source of sources) {
    for (const file of await filesOf(join(root, source)))
      hash.update(file.slice(root.length)).update(await readFile(file));
  }
  return hash.digest('hex');
}

async function filesOf(path) {
  const entries = await readdir(path, { withFileTypes: true, recursive: true }).catch((error) => {
    if (error.code === 'ENOTDIR') return null;
    throw error;
  });
  if (entries === null) return [path];
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await (process.argv.includes('--if-changed') ? buildIfChanged() : build(await sourceStamp()));
}
