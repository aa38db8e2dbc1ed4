/** The worker that says what an export would do is the one that exports, and must not have looked for the font too early. */
import { expect, test } from 'vitest';
import { exportCapability, startExport } from '#media/worker/client.ts';
import { layoutOnCanvas } from '#media/compositor/draw-overlays.ts';
import { loadOverlayFonts } from '#media/compositor/overlay-fonts.ts';
import { clip, fonts, inputOf, openOutput, overlay, P360, planOf } from './media-movie.ts';

const TEXT = 'Swimming home at moonrise';

test('text is drawn in the bundled font by a worker that has measured its encoder before', async () => {
  const file = await clip({ seconds: 4, size: '360p', ratio: '16:9', fps: 24, sound: 'none', sceneNumber: 3 });
  const written = overlay(TEXT, 0, 4, { color: '#00FF00', fontSize: 60 });
  const { plan, sources } = await planOf([{ file, number: 3, overlays: [written] }]);
  expect(await exportCapability({ plan, sources, target: P360 })).toMatchObject({ can: true });
  const files = await fonts();
  const input = inputOf(plan, sources, P360, files);
  await startExport(input);

  const shown = await pictureAt(await openOutput(input), 1);
  const unload = await loadOverlayFonts(files, document.fonts);
  const { box } = layoutOnCanvas(shown, written, P360);
  unload();
  const { left, right } = columnsIn(shown, ([red, green, blue]) => red < 120 && green > 180 && blue < 120);
  // The letters stand within their box by a pixel or two.
  expect(Math.abs(left - box.x)).toBeLessThan(4);
  expect(Math.abs(right - (box.x + box.width))).toBeLessThan(4);
  shown.font = `600 ${60 / 2}px sans-serif`;
  expect(Math.abs(shown.measureText(TEXT).width - box.width)).toBeGreaterThan(8);
});

async function pictureAt(file: File, seconds: number): Promise<OffscreenCanvasRenderingContext2D> {
  const video = document.createElement('video');
  Object.assign(video, { src: URL.createObjectURL(file), muted: true, currentTime: seconds });
  await new Promise((resolve, reject) => {
    video.addEventListener('seeked', resolve, { once: true });
    video.addEventListener('error', reject, { once: true });
  });
  const context = new OffscreenCanvas(P360.width, P360.height).getContext('2d');
  if (context === null) throw new Error('The browser gave no 2D canvas.');
  context.drawImage(video, 0, 0, P360.width, P360.height);
  URL.revokeObjectURL(video.src);
  return context;
}

type Pixel = [red: number, green: number, blue: number];

/** The first and the last column with a pixel of a color. */
function columnsIn(
  context: OffscreenCanvasRenderingContext2D,
  isMeant: (pixel: Pixel) => boolean,
): { left: number; right: number } {
  const { width, height } = P360;
  const { data } = context.getImageData(0, 0, width, height);
  const columns = Array.from({ length: width }, (_, x) => x).filter((x) =>
    Array.from({ length: height }, (_, y) => (y * width + x) * 4).some((at) =>
      isMeant([data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]),
    ),
  );
  return { left: columns[0] ?? -1, right: columns.at(-1) ?? -1 };
}
