/**
 * Where the lines of a text overlay stand in a frame. The same numbers place text in the preview, the browser's export
 * and the server's, so that all three agree to the pixel.
 */
import type { OverlayPosition } from '../entities/text-overlay.ts';

/** The bundled family of overlay text. */
export const OVERLAY_FONT_FAMILY = 'Noto Sans';
export const OVERLAY_FONT_WEIGHT = 600;

/** Font sizes are given for a frame whose short side is this many pixels. */
export const REFERENCE_SHORT_SIDE = 720;
const LINE_HEIGHT = 1.25;
/** Part of the line height that stands above the baseline (Noto Sans: ascent 1.069, descent 0.293 of the em). */
const BASELINE = (LINE_HEIGHT - (1.069 + 0.293)) / 2 + 1.069;
const EDGE_MARGIN = 0.05;
const WRAP_WIDTH = 0.9;

export type OverlayLine = {
  text: string;
  /** Left edge and baseline in whole pixels of the frame. */
  x: number;
  baseline: number;
  /** Advance width in pixels. */
  width: number;
};

export type OverlayLayout = {
  fontPx: number;
  lines: OverlayLine[];
  /** The box round all lines, in whole pixels of the frame; may reach outside for a free position near an edge. */
  box: { x: number; y: number; width: number; height: number };
};

/** Advance width in pixels of one line at a font size. */
export type MeasureText = (text: string, fontPx: number) => number;

export function layoutOverlay(
  overlay: { text: string; fontSize: number; position: OverlayPosition },
  frame: { width: number; height: number },
  measure: MeasureText,
): OverlayLayout {
  const fontPx = (overlay.fontSize * Math.min(frame.width, frame.height)) / REFERENCE_SHORT_SIDE;
  const lineHeight = Math.round(fontPx * LINE_HEIGHT);
  const texts = wrap(overlay.text, frame.width * WRAP_WIDTH, (text) => measure(text, fontPx));
  const widths = texts.map((text) => measure(text, fontPx));
  const width = Math.ceil(Math.max(0, ...widths));
  const height = lineHeight * texts.length;
  const { centerX, top } = place(overlay.position, frame, height);
  const lines = texts.map((text, index) => ({
    text,
    x: Math.round(centerX - widths[index]! / 2),
    baseline: Math.round(top + index * lineHeight + fontPx * BASELINE),
    width: widths[index]!,
  }));
  return { fontPx, lines, box: { x: Math.round(centerX - width / 2), y: Math.round(top), width, height } };
}

function place(
  position: OverlayPosition,
  frame: { width: number; height: number },
  height: number,
): { centerX: number; top: number } {
  const margin = frame.height * EDGE_MARGIN;
  if (position === 'top') return { centerX: frame.width / 2, top: margin };
  if (position === 'bottom') return { centerX: frame.width / 2, top: frame.height - margin - height };
  if (position === 'center') return { centerX: frame.width / 2, top: (frame.height - height) / 2 };
  return { centerX: (frame.width * position.x) / 100, top: (frame.height * position.y) / 100 - height / 2 };
}

/** Greedy line breaking at spaces; a word wider than the line is broken between characters. Line feeds are kept. */
function wrap(text: string, maxWidth: number, measure: (text: string) => number): string[] {
  return text.split(/\r?\n/).flatMap((paragraph) => wrapParagraph(paragraph.trim(), maxWidth, measure));
}

function wrapParagraph(paragraph: string, maxWidth: number, measure: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of paragraph.split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (measure(longer) <= maxWidth) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = '';
    for (const character of word) {
      if (line !== '' && measure(line + character) > maxWidth) {
        lines.push(line);
        line = '';
      }
      line += character;
    }
  }
  return [...lines, line];
}
