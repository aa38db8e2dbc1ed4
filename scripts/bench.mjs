/**
 * `npm run bench`: exports in real Chromium beside ffmpeg. `--scenes 15` and `--sizes 720p,1080p` choose how much.
 * STORYREEL_CLIPS_DIR names a folder of real 8 s clips to take instead of drawn ones.
 */
import { parseArgs } from 'node:util';
import { createServer } from 'vite';

const { values } = parseArgs({
  options: { scenes: { type: 'string', default: '15' }, sizes: { type: 'string', default: '720p,1080p' } },
});

const clipsFolder = process.env.STORYREEL_CLIPS_DIR;
const server = await createServer({
  root: '.',
  configFile: false,
  publicDir: 'public',
  logLevel: 'error',
  worker: { format: 'es' },
  optimizeDeps: { include: ['mediabunny', 'mp4-muxer', '@mediabunny/aac-encoder', 'zod'] },
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
    sizes: values.sizes.split(','),
    print: (line) => console.log(line),
  });
} finally {
  await server.close();
}
