/** The position of a text over the picture, for its handles. */
import { layoutOnCanvas } from '#media/compositor/draw-overlays.ts';
import type { PlacedText } from '#shared/movie/overlay-layout.ts';

/** In percent of the picture. */
export type OverlayBox = { x: number; y: number; width: number; height: number };

/**
 * The box around all lines of an overlay and the plate behind them, from the layout that draws it. Until the overlay font is loaded, it's the box
 * in the browser's own font. @param picture the movie's size in pixels
 */
export function overlayBox(overlay: PlacedText, picture: { width: number; height: number }): OverlayBox {
  const { outerBox: box } = layoutOnCanvas(measuringContext(), overlay, picture);
  return {
    x: (box.x / picture.width) * 100,
    y: (box.y / picture.height) * 100,
    width: (box.width / picture.width) * 100,
    height: (box.height / picture.height) * 100,
  };
}

/** Made anew only when other fonts have come: making one takes longer than measuring a text, and a drag measures often. */
let measuring: OffscreenCanvasRenderingContext2D | null = null;

function measuringContext(): OffscreenCanvasRenderingContext2D {
  if (measuring !== null) return measuring;
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  if (context === null) throw new Error('The browser gave no 2D canvas');
  document.fonts.addEventListener('loadingdone', () => (measuring = null), { once: true });
  measuring = context;
  return context;
}
