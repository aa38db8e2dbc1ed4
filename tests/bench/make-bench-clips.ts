/** Clips with enough in the picture to give an encoder work: 8 s of 720p each, coded as the video models' clips are. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ffmpeg } from '#tests/helpers/clips/run-ffmpeg.ts';

/** Raised with every change of the pictures, so that old ones are not taken for new. */
const RECIPE = 1;
const FOLDER = fileURLToPath(new URL('../../node_modules/.cache/storyreel-bench/', import.meta.url));
/** Length of each clip. */
export const CLIP_SECONDS = 8;

/** Slow zoom into detail, hard edges with motion, and grain: what makes coding dear in three ways. */
const PICTURES = [
  (clip: number) => `mandelbrot=size=1280x720:rate=24:start_scale=${(0.8 / (clip + 1)).toFixed(3)}:end_pts=2000`,
  (clip: number) => `testsrc2=size=1280x720:rate=24,hue=h=${clip * 24}`,
  (clip: number) =>
    `life=size=640x360:rate=24:mold=10:ratio=0.${clip + 11}:seed=${clip}:death_color=#203040:life_color=#e0c080,scale=1280:720`,
];

/** Paths of as many clips as asked; of the folder in STORYREEL_CLIPS_DIR in turn, where that is set. */
export async function benchClips(count: number): Promise<string[]> {
  const real = process.env.STORYREEL_CLIPS_DIR;
  if (real !== undefined) {
    const files = (await readdir(real)).filter((name) => name.endsWith('8s.mp4')).toSorted();
    if (files.length === 0) throw new Error(`STORYREEL_CLIPS_DIR (${real}) has no file that ends in 8s.mp4`);
    return Array.from({ length: count }, (_, index) => join(real, files[index % files.length] ?? ''));
  }
  await mkdir(FOLDER, { recursive: true });
  const paths: string[] = [];
  for (let clip = 0; clip < count; clip += 1) paths.push(await benchClip(clip));
  return paths;
}

async function benchClip(clip: number): Promise<string> {
  const path = join(FOLDER, `${RECIPE}-${clip}.mp4`);
  if (existsSync(path)) return path;
  const picture = PICTURES[clip % PICTURES.length]?.(clip) ?? '';
  const draft = `${path}.${process.pid}.mp4`;
  const x264 = '-pix_fmt yuv420p -c:v libx264 -profile:v high -bf 2 -g 250 -sc_threshold 0 -b:v 2500k';
  await ffmpeg([
    ...['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', `sine=frequency=${220 + clip * 20}:sample_rate=48000`],
    ...['-t', String(CLIP_SECONDS), ...x264.split(' ')],
    ...['-c:a', 'aac', '-ac', '2', '-b:a', '140k', '-threads', '2', draft],
  ]);
  await rename(draft, path);
  return path;
}
