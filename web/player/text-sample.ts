/** A text as it will look, on a small canvas. */
import { drawOverlays } from '#media/compositor/draw-overlays.ts';
import type { TextOverlay } from '#shared/entities/text-overlay.ts';

type Sample = Pick<TextOverlay, 'text' | 'fontSize' | 'color' | 'style'>;

/** In the middle of the canvas, which is cleared. The font size is for a canvas whose short side is 720. */
export function drawTextSample(canvas: HTMLCanvasElement, sample: Sample): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  const { width, height } = canvas;
  context.clearRect(0, 0, width, height);
  drawOverlays(context, [{ ...sample, position: 'center', startUs: 0, endUs: 1 }], { width, height });
}
