/** Cuts the sample project's clips from the demo masters into public/sample, and prints what shared/sample/sample-clips.ts says of them. */
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cutMaster } from '#edge-api/providers/video-model/demo/cut-master.ts';

/** In playing order. */
const names = ['city-neon', 'forest-rain', 'desert-dawn', 'snow-peak', 'harbour-night'];
const SECONDS = 8;

/** @param root the repository's folder */
export async function cutSample(root: string): Promise<void> {
  const masters = join(root, 'edge-api/demo-masters');
  const folder = join(root, 'public/sample');
  await mkdir(folder, { recursive: true });
  const rows: string[] = [];
  for (const name of names) {
    const clip = cutMaster(new Uint8Array(await readFile(join(masters, `clips/${name}-wide-720p.mp4`))), SECONDS);
    await writeFile(join(folder, `${name}.mp4`), clip);
    await copyFile(join(masters, `frames/${name}-wide-first.webp`), join(folder, `${name}-first.webp`));
    await copyFile(join(masters, `frames/${name}-wide-last-${SECONDS}s.webp`), join(folder, `${name}-last.webp`));
    rows.push(
      `{ name: '${name}', sha256: '${createHash('sha256').update(clip).digest('hex')}', sizeBytes: ${clip.length} }`,
    );
  }
  console.log(rows.join(',\n'));
}
