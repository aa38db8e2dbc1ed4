// Renders all of the demo studio's art. Needs Chromium, ffmpeg and the x264 program.
// Usage: node scripts/render-demo-masters/render.mjs [--only <mood>|portraits] [--encode-only | --sound-only] [--work <folder>]
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { portraits } from './art/portraits.mjs';
import { openBrowserCanvas } from './browser-canvas.mjs';
import { encodePicture, framesPerSecond, muxClip, openIntermediate, savePicture } from './encode-clip.mjs';
import { masters, moodIds } from './master-list.mjs';
import { savePortrait } from './save-portrait.mjs';

const lengths = [4, 5, 6, 8];
const output = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../edge-api/demo-masters');
const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    'encode-only': { type: 'boolean' },
    'sound-only': { type: 'boolean' },
    work: { type: 'string' },
  },
});
const work = options.work ?? path.join(tmpdir(), 'storyreel-demo-masters');
mkdirSync(work, { recursive: true });
for (const folder of ['clips', 'frames', 'portraits']) mkdirSync(path.join(output, folder), { recursive: true });

const canvas = await openBrowserCanvas();
try {
  for (const master of masters) if (!options.only || options.only === master.mood) await renderMaster(master);
  if (!options.only || options.only === 'portraits') {
    for (const portrait of portraits)
      await savePortrait(canvas, portrait, path.join(output, 'portraits', `${portrait.id}.webp`));
  }
} finally {
  await canvas.close();
}
await writeManifest();

async function renderMaster(master) {
  const { mood, name, width, height, extendedFrames, frames, crf } = master;
  const intermediate = path.join(work, `${name}.lossless.mkv`);
  const drawn = extendedFrames ?? frames;
  if (!(options['encode-only'] || options['sound-only']) || !existsSync(intermediate)) {
    const unfinished = path.join(work, `${name}.unfinished.mkv`);
    const sink = openIntermediate(unfinished);
    const times = Array.from({ length: drawn }, (_, frame) => frame / framesPerSecond);
    await canvas.drawFrames({ module: mood, width, height, type: 'image/jpeg' }, times, (jpeg) => sink.push(jpeg));
    await sink.finish();
    renameSync(unfinished, intermediate);
  }
  const encoded = path.join(work, `${name}.h264.mkv`);
  if (!options['sound-only'] || !existsSync(encoded))
    encodePicture({ output: encoded, intermediate, scratch: work, width, height, frames: drawn, crf });
  muxClip({ picture: encoded, scratch: work, mood, frames: drawn, output: path.join(output, 'clips', `${name}.mp4`) });
  if (extendedFrames) {
    const still = { intermediate, width: master.pictureWidth, quality: 74 };
    const save = (frame, suffix) =>
      savePicture({ ...still, frame, output: path.join(output, 'frames', `${master.pictures}-${suffix}.webp`) });
    save(0, 'first');
    for (const seconds of lengths) save(seconds * framesPerSecond - 1, `last-${seconds}s`);
    save(extendedFrames - 1, 'last-15s');
  }
  console.log(`${name} done`);
}

async function writeManifest() {
  const moods = [];
  for (const id of moodIds) {
    const { mood } = await import(`./art/${id}.mjs`);
    const own = masters.filter((master) => master.mood === id);
    moods.push({
      id,
      label: mood.label,
      searchWords: mood.searchWords,
      clips: own.map(({ ratio, resolution, name, frames, extendedFrames, width, height, pictures }) => ({
        ratio,
        resolution,
        file: `clips/${name}.mp4`,
        frames: extendedFrames ?? frames,
        width,
        height,
        firstFrame: `frames/${pictures}-first.webp`,
        lastFrames: Object.fromEntries(lengths.map((seconds) => [seconds, `frames/${pictures}-last-${seconds}s.webp`])),
      })),
      extended: own
        .filter((master) => master.extendedFrames)
        .map(({ ratio, name, extendedFrames, pictures }) => ({
          ratio,
          file: `clips/${name}.mp4`,
          frames: extendedFrames,
          firstFrame: `frames/${pictures}-first.webp`,
          lastFrame: `frames/${pictures}-last-15s.webp`,
        })),
    });
  }
  const manifest = {
    version: 1,
    moods,
    portraits: portraits.map(({ id, label }) => ({ id, file: `portraits/${id}.webp`, label })),
  };
  const file = path.join(output, 'manifest.json');
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}
