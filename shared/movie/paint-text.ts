/** How a text's plate, shadow, outline, and letters are painted: the same on a page's canvas, a worker's, and the server's. */
import type { TextLook } from '../entities/text-overlay.ts';
import type { OverlayLayout, OverlayLine } from './overlay-layout.ts';

/** The part of a 2D context that is used. */
export type TextBrush = {
  fillStyle: string | object;
  strokeStyle: string | object;
  lineWidth: number;
  lineJoin: string;
  shadowColor: string;
  shadowBlur: number;
  shadowOffsetY: number;
  beginPath(): void;
  roundRect(x: number, y: number, width: number, height: number, radius: number): void;
  fill(): void;
};

export type PaintedText = { color: string; style?: TextLook | undefined };

/** In parts of the font size. */
const PLATE_RADIUS = 0.14;
const OUTLINE = 0.1;
const SHADOW = { blur: 0.16, down: 0.05 };

const SHADOW_COLOR = 'rgba(0, 0, 0, 0.75)';
const NO_SHADOW = 'rgba(0, 0, 0, 0)';

/** How far paint reaches outside of the outer box, in parts of the font size; letters themselves may reach as far. */
export const PAINT_BLEED = 0.5;

/** @param drawLine fills a line's letters, or strokes their outlines, with what is set on the brush */
export function paintText(
  brush: TextBrush,
  layout: OverlayLayout,
  { color, style = {} }: PaintedText,
  drawLine: (line: OverlayLine, how: 'fill' | 'stroke') => void,
): void {
  const { fontPx, lines, outerBox } = layout;
  if (style.box === true) {
    brush.fillStyle = isLight(color) ? 'rgba(0, 0, 0, 0.66)' : 'rgba(255, 255, 255, 0.8)';
    brush.beginPath();
    brush.roundRect(outerBox.x, outerBox.y, outerBox.width, outerBox.height, fontPx * PLATE_RADIUS);
    brush.fill();
  }
  const shade = (isOn: boolean): void => {
    brush.shadowColor = isOn ? SHADOW_COLOR : NO_SHADOW;
    brush.shadowBlur = isOn ? fontPx * SHADOW.blur : 0;
    brush.shadowOffsetY = isOn ? fontPx * SHADOW.down : 0;
  };
  const hasOutline = style.outline === true;
  if (hasOutline) {
    brush.strokeStyle = isLight(color) ? '#000000' : '#FFFFFF';
    brush.lineWidth = fontPx * OUTLINE;
    brush.lineJoin = 'round';
    shade(style.shadow === true);
    for (const line of lines) drawLine(line, 'stroke');
  }
  brush.fillStyle = color;
  shade(style.shadow === true && !hasOutline);
  for (const line of lines) drawLine(line, 'fill');
  shade(false);
}

/** By relative luminance (ITU-R BT.709), without undoing the transfer function: enough to tell what stands out. */
function isLight(color: string): boolean {
  const [red = 255, green = 255, blue = 255] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 110;
}
