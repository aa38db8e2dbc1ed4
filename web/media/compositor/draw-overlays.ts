/**
 * Draws text overlays into a 2D canvas. The preview draws straight onto the screen's canvas and the exporter into the
 * picture that it blends, both through here, so that text stands at the same pixels in both.
 */
import type { OverlayFontWeight } from '#shared/movie/overlay-font.ts';
import {
  layoutOverlay,
  OVERLAY_FONT_FAMILY,
  type OverlayLayout,
  type PlacedText,
} from '#shared/movie/overlay-layout.ts';
import type { PlanOverlay } from '#shared/movie/movie-plan.ts';
import { evenTextBox } from '#shared/movie/overlay-planes.ts';
import { paintText, type TextBrush } from '#shared/movie/paint-text.ts';

/** The part of a 2D context that is used; a page's canvas and a worker's both have it. */
export type TextCanvas = TextBrush &
  Pick<
    OffscreenCanvasRenderingContext2D,
    'font' | 'textBaseline' | 'textAlign' | 'fillText' | 'strokeText' | 'measureText' | 'save' | 'restore'
  >;

type Size = { width: number; height: number };

/** The font string of overlay text at a size in pixels. */
export function overlayFont(fontPx: number, weight: OverlayFontWeight): string {
  return `${weight} ${fontPx}px "${OVERLAY_FONT_FAMILY}", sans-serif`;
}

/** Where an overlay stands in a frame, measured with the canvas's own fonts. */
export function layoutOnCanvas(context: TextCanvas, overlay: PlacedText, frame: Size): OverlayLayout {
  return layoutOverlay(overlay, frame, (text, fontPx, weight) => {
    context.font = overlayFont(fontPx, weight);
    return context.measureText(text).width;
  });
}

/**
 * Draws overlays in order, the later over the earlier. The canvas is not cleared.
 * @param frame size of the canvas in its own pixels
 */
export function drawOverlays(context: TextCanvas, overlays: readonly PlanOverlay[], frame: Size): void {
  context.save();
  context.textBaseline = 'alphabetic';
  context.textAlign = 'left';
  for (const overlay of overlays) {
    const layout = layoutOnCanvas(context, overlay, frame);
    context.font = overlayFont(layout.fontPx, layout.weight);
    paintText(context, layout, overlay, (line, how) => {
      if (how === 'fill') context.fillText(line.text, line.x, line.baseline);
      else context.strokeText(line.text, line.x, line.baseline);
    });
  }
  context.restore();
}

/**
 * The part of a frame that an overlay can touch, in even pixels, as halved color resolution needs. Its sides may be 0 or
 * less where all of it stands outside.
 */
export function overlayRect(context: TextCanvas, overlay: PlacedText, frame: Size): Size & { x: number; y: number } {
  return evenTextBox(layoutOnCanvas(context, overlay, frame), frame);
}
