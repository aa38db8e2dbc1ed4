/** `node scripts/cut-sample.mjs`: cuts the sample project's clips from the demo masters again, and writes its music (needs ffmpeg). */
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import { writeSampleMusic } from './sample/compose-music.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { module } = await runnerImport(`${root}scripts/sample/cut-sample.ts`, { configFile: false, logLevel: 'error' });
await module.cutSample(root);
writeSampleMusic(root);
