/**
 * Where the lines of a text overlay stand in a frame. The same numbers place text in the preview, the browser's export
 * and the server's, so that all three agree to the pixel.
 */
import type { OverlayPosition, TextLook } from '../entities/text-overlay.ts';
import type { OverlayFontWeight } from './overlay-font.ts';

/** The bundled family of overlay text. */
export const OVERLAY_FONT_FAMILY = 'Noto Sans';

/** Font sizes are given for a frame whose short side is this many pixels. */
export const REFERENCE_SHORT_SIDE = 720;
const LINE_HEIGHT = 1.25;
/** Part of the line height that stands above the baseline (Noto Sans: ascent 1.069, descent 0.293 of the em). */
const BASELINE = (LINE_HEIGHT - (1.069 + 0.293)) / 2 + 1.069;
const EDGE_MARGIN = 0.05;
const WRAP_WIDTH = 0.9;
/** By which a plate is larger than the lines on either side, in parts of the font size. */
const PLATE_PADDING = { x: 0.4, y: 0.15 };

export type OverlayLine = {
  text: string;
  /** Left edge and baseline in whole pixels of the frame. */
  x: number;
  baseline: number;
  /** Advance width in pixels. */
  width: number;
};

type Box = { x: number; y: number; width: number; height: number };

export type OverlayLayout = {
  fontPx: number;
  weight: OverlayFontWeight;
  lines: OverlayLine[];
  /** The box round all lines, in whole pixels of the frame; may reach outside for a free position near an edge. */
  box: Box;
  /** The same with the plate behind the lines, where there is one. */
  outerBox: Box;
};

/** Advance width in pixels of one line at a font size. */
export type MeasureText = (text: string, fontPx: number, weight: OverlayFontWeight) => number;

/** What the place of a text's lines follows from. */
export type PlacedText = {
  text: string;
  fontSize: number;
  position: OverlayPosition;
  style?: Pick<TextLook, 'bold' | 'align' | 'box'> | undefined;
};

export function layoutOverlay(
  overlay: PlacedText,
  frame: { width: number; height: number },
  measure: MeasureText,
): OverlayLayout {
  const { bold = false, align = 'center', box: hasPlate = false } = overlay.style ?? {};
  const fontPx = (overlay.fontSize * Math.min(frame.width, frame.height)) / REFERENCE_SHORT_SIDE;
  const weight = bold ? 800 : 600;
  const lineHeight = Math.round(fontPx * LINE_HEIGHT);
  const padding = hasPlate
    ? { x: Math.round(fontPx * PLATE_PADDING.x), y: Math.round(fontPx * PLATE_PADDING.y) }
    : { x: 0, y: 0 };
  const measured = (text: string): number => measure(text, fontPx, weight);
  const texts = wrap(overlay.text, frame.width * WRAP_WIDTH - 2 * padding.x, measured);
  const widths = texts.map(measured);
  const width = Math.ceil(Math.max(0, ...widths));
  const height = lineHeight * texts.length;
  const { left, top } = place(overlay.position, align, frame, { width, height, padding });
  const lines = texts.map((text, index) => ({
    text,
    x: Math.round(left + (width - (widths[index] ?? 0)) * SHARE_BEFORE[align]),
    baseline: Math.round(top + index * lineHeight + fontPx * BASELINE),
    width: widths[index] ?? 0,
  }));
  const box = { x: Math.round(left), y: Math.round(top), width, height };
  return { fontPx, weight, lines, box, outerBox: grownBy(box, padding) };
}

/** Of what is left beside a line, or beside the box in the frame's margins, the part that stands before it. */
const SHARE_BEFORE = { left: 0, center: 0.5, right: 1 } as const;

type Inner = { width: number; height: number; padding: { x: number; y: number } };

/** The left upper corner of the lines' box. */
function place(
  position: OverlayPosition,
  align: keyof typeof SHARE_BEFORE,
  frame: { width: number; height: number },
  { width, height, padding }: Inner,
): { left: number; top: number } {
  if (typeof position === 'object')
    return { left: (frame.width * position.x) / 100 - width / 2, top: (frame.height * position.y) / 100 - height / 2 };
  const margin = { x: frame.width * EDGE_MARGIN + padding.x, y: frame.height * EDGE_MARGIN + padding.y };
  const left = margin.x + (frame.width - 2 * margin.x - width) * SHARE_BEFORE[align];
  if (position === 'top') return { left, top: margin.y };
  if (position === 'bottom') return { left, top: frame.height - margin.y - height };
  return { left, top: (frame.height - height) / 2 };
}

function grownBy({ x, y, width, height }: Box, by: { x: number; y: number }): Box {
  return { x: x - by.x, y: y - by.y, width: width + 2 * by.x, height: height + 2 * by.y };
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
