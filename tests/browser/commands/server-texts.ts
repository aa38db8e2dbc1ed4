/** Draws texts as the server's export does. */
import { readFile } from 'node:fs/promises';
import type { BrowserCommand } from 'vitest/node';
import { drawTexts } from '#edge-api/providers/movie-writer/ffmpeg/draw-texts.ts';
import type { PlanOverlay, PlanScene } from '#shared/movie/movie-plan.ts';
import { FONT_FOLDER } from '#tests/helpers/server-movie.ts';
import { inTemporaryFolder } from '#tests/helpers/temporary-folder.ts';
import { inkBox, type InkBox } from '../ink-box.ts';

export type SentText = { base64: string; x: number; y: number };

/** The box of what is seen of each of a scene's texts; `sent` are the page's pictures of them, or none. */
export const serverTexts: BrowserCommand<
  [scene: PlanScene, frame: { width: number; height: number }, sent: (SentText | null)[]]
> = (_, scene, frame, sent): Promise<(InkBox | null)[]> =>
  inTemporaryFolder(async ({ folder, file }) => {
    const drawnTexts = await Promise.all(
      sent
        .flatMap((text, overlayIndex) => (text === null ? [] : [{ ...text, overlayIndex }]))
        .map(async ({ base64, x, y, overlayIndex }) => {
          const path = await file(`${overlayIndex}.png`, Buffer.from(base64, 'base64'));
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
  });

declare module 'vitest/browser' {
  interface BrowserCommands {
    serverTexts(
      scene: PlanScene,
      frame: { width: number; height: number },
      sent: (SentText | null)[],
    ): Promise<(InkBox | null)[]>;
  }
}
