/**
 * `npm run bench`: makes one movie in real Chromium by our engine and by others, and by ffmpeg, on the same clips.
 * `--scenes 15` chooses how many clips, `--only own-untouched,ffmpeg-copy` which rows, `--reverse` runs them backwards.
 * STORYREEL_CLIPS_DIR names a folder of real 8 s clips to take instead of drawn ones.
 * `--only load` has many people at once on Node and in workerd, `--only worker` what its isolate takes. `--api` measures the server instead, `--seconds 15` how long each time, `--node-option=--cpu-prof` with a profile of it.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createServer } from 'vite';
import { benchApi } from './bench-api.mjs';
import { buildIfChanged } from './build.mjs';

const { values } = parseArgs({
  options: {
    scenes: { type: 'string', default: '15' },
    only: { type: 'string', default: '' },
    reverse: { type: 'boolean', default: false },
    api: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '15' },
    'node-option': { type: 'string', multiple: true, default: [] },
  },
});
const only = values.only.split(',').filter((name) => name !== '');
if (values.api || only.includes('load') || only.includes('worker')) {
  await benchApi({ seconds: Number(values.seconds), nodeOptions: values['node-option'], only });
  process.exit();
}

/** A library that only the bench needs, and that no install of ours brings. */
const webavFolder = 'tests/bench/webav';
const needsWebav = only.length === 0 || only.some((name) => name.startsWith('webav'));
if (needsWebav && !existsSync(`${webavFolder}/node_modules`)) {
  console.log('Installing WebAV for the bench …');
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: webavFolder, stdio: 'inherit' });
}

// These are measured as people have them.
if (only.length === 0 || only.includes('timeline') || only.includes('many-projects')) await buildIfChanged();

const clipsFolder = process.env.STORYREEL_CLIPS_DIR;
const server = await createServer({
  root: '.',
  configFile: false,
  publicDir: 'public',
  cacheDir: 'node_modules/.vite/bench',
  logLevel: 'error',
  worker: { format: 'es' },
  optimizeDeps: {
    entries: ['tests/bench/*.html', ...(needsWebav ? [`${webavFolder}/index.html`] : [])],
    include: ['mediabunny', 'mp4-muxer', 'webm-muxer', '@mediabunny/aac-encoder', '@noble/hashes/sha2.js', 'zod'],
  },
  server: {
    host: '127.0.0.1',
    port: 0,
    hmr: false,
    watch: null,
    fs: { allow: ['.', ...(clipsFolder === undefined ? [] : [clipsFolder])] },
  },
});
try {
  await server.listen();
  const { runBench } = await server.ssrLoadModule('/tests/bench/run-bench.ts');
  const origin = server.resolvedUrls?.local[0]?.replace(/\/$/, '');
  await runBench({
    origin,
    sceneCount: Number(values.scenes),
    only,
    isReversed: values.reverse,
    print: (line) => console.log(line),
  });
} finally {
  await server.close();
}
