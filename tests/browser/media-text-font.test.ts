/** The worker that says what an export would do is the one that exports, and must not have looked for the font too early. */
import { expect, test } from 'vitest';
import { exportCapability, startExport } from '#media/worker/client.ts';
import { layoutOnCanvas } from '#media/compositor/draw-overlays.ts';
import { loadOverlayFonts } from '#media/compositor/overlay-fonts.ts';
import { contextOf } from '#tests/helpers/playback/pixels.ts';
import { inkBox } from './ink-box.ts';
import { base64Of, clip, fonts, inputOf, openOutput, overlay, P360, picturesOf, planOf } from './media-movie.ts';

const TEXT = 'Swimming home at moonrise';

test('text is drawn in the bundled font by a worker that has measured its encoder before', async () => {
  const file = await clip({ seconds: 2, size: '360p', sound: 'none', sceneNumber: 3 });
  const written = overlay(TEXT, 0, 2, { color: '#00FF00', fontSize: 60 });
  const { plan, sources } = await planOf([{ file, number: 3, overlays: [written] }]);
  expect(await exportCapability({ plan, sources, target: P360 })).toMatchObject({ can: true });
  const files = await fonts();
  const input = inputOf(plan, sources, P360, files);
  await startExport(input);

  const [pixels = new Uint8Array()] = await picturesOf(await base64Of(await openOutput(input)), [24], P360);
  const green = Uint8Array.from({ length: P360.width * P360.height }, (_, at) => {
    const [red = 0, light = 0, blue = 0] = pixels.subarray(at * 3, at * 3 + 3);
    return red < 120 && light > 180 && blue < 120 ? 255 : 0;
  });
  const ink = inkBox(green, { x: 0, y: 0, width: P360.width });
  const context = contextOf(P360.width, P360.height);
  const unload = await loadOverlayFonts(files, document.fonts);
  const { box } = layoutOnCanvas(context, written, P360);
  unload();
  // The letters stand within their box by a pixel or two.
  expect(Math.abs((ink?.left ?? -99) - box.x)).toBeLessThan(4);
  expect(Math.abs((ink?.right ?? -99) - (box.x + box.width))).toBeLessThan(4);
  context.font = `600 ${60 / 2}px sans-serif`;
  expect(Math.abs(context.measureText(TEXT).width - box.width)).toBeGreaterThan(8);
});
