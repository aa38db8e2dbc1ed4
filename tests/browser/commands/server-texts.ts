/** Draws texts as the server's export does. */
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserCommand } from 'vitest/node';
import { drawTexts } from '#edge-api/providers/movie-writer/ffmpeg/draw-texts.ts';
import type { PlanOverlay, PlanScene } from '#shared/movie/movie-plan.ts';
import { FONT_FOLDER } from '#tests/helpers/server-movie.ts';
import { inkBox, type InkBox } from '../ink-box.ts';

export type SentText = { base64: string; x: number; y: number };

/** The box of what is seen of each of a scene's texts; `sent` are the page's pictures of them, or none. */
export const serverTexts: BrowserCommand<
  [scene: PlanScene, frame: { width: number; height: number }, sent: (SentText | null)[]]
> = async (_, scene, frame, sent): Promise<(InkBox | null)[]> => {
  const folder = join(tmpdir(), `storyreel-texts-${randomUUID()}`);
  await mkdir(folder);
  try {
    const drawnTexts = await Promise.all(
      sent
        .flatMap((text, overlayIndex) => (text === null ? [] : [{ ...text, overlayIndex }]))
        .map(async ({ base64, x, y, overlayIndex }) => {
          const path = join(folder, `${overlayIndex}.png`);
          await writeFile(path, Buffer.from(base64, 'base64'));
          return { sceneId: scene.sceneId, overlayIndex, x, y, path };
        }),
    );
    const ffmpeg = { program: '/usr/bin/ffmpeg', folder, signal: AbortSignal.timeout(60_000) };
    const work = { ffmpeg, frame, matrix: 'bt709', drawnTexts, fontFolder: FONT_FOLDER };
    const pictures = await drawTexts(work, [{ index: 0, scene }]);
    return await Promise.all(
      scene.overlays.map(async (_overlay: PlanOverlay, at) => {
        const picture = pictures.get(`0/${at}`);
        if (picture === undefined) return null;
        const { width, height, x, y } = picture;
        // Coverage is the last of the planes (yuva420p).
        const alpha = (await readFile(picture.path)).subarray(-width * height);
        return inkBox(alpha, { x, y, width });
      }),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

declare module 'vitest/browser' {
  interface BrowserCommands {
    serverTexts(
      scene: PlanScene,
      frame: { width: number; height: number },
      sent: (SentText | null)[],
    ): Promise<(InkBox | null)[]>;
  }
}
