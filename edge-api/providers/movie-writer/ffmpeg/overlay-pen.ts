/** Measures and draws text with the bundled family, as the exporting page's canvas does. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SKRSContext2D } from '@napi-rs/canvas';
import { overlayFontFiles, type OverlayFontWeight } from '#shared/movie/overlay-font.ts';
import type { MeasureText, OverlayLayout } from '#shared/movie/overlay-layout.ts';
import { paintText, type PaintedText } from '#shared/movie/paint-text.ts';

export type OverlayPen = {
  widthOf: MeasureText;
  /** RGBA of a box of the frame, not premultiplied. */
  draw(
    layout: OverlayLayout,
    text: PaintedText,
    box: { x: number; y: number; width: number; height: number },
  ): Uint8ClampedArray;
};

const FAMILY = 'Storyreel overlay';

/** A file of the family, and the characters that it is for. */
type Face = { family: string; weight: OverlayFontWeight; ranges: readonly (readonly [from: number, to: number])[] };

let opened: Promise<OverlayPen> | null = null;

/** The files are known to the canvas for as long as the server runs. @throws Error where canvas or files are missing */
export async function overlayPen(fontFolder: string): Promise<OverlayPen> {
  opened ??= openPen(fontFolder).catch((error: unknown) => {
    opened = null;
    throw error;
  });
  return await opened;
}

async function openPen(fontFolder: string): Promise<OverlayPen> {
  // Native code: loaded when a text is to be drawn, which most exports send along.
  const { createCanvas, GlobalFonts } = await import('@napi-rs/canvas');
  const faces = await Promise.all(
    overlayFontFiles.map(async ({ path, weight, unicodeRange }, at): Promise<Face> => {
      const family = `${FAMILY} ${at}`;
      if (GlobalFonts.register(await readFile(join(fontFolder, path)), family) === null)
        throw new Error(`The font ${path} can't be read`);
      return { family, weight, ranges: rangesOf(unicodeRange) };
    }),
  );
  const ruler = createCanvas(2, 2).getContext('2d');
  return {
    widthOf: (text, fontPx, weight) =>
      runsOf(faces, text, weight).reduce((sum, run) => sum + widthOf(ruler, run, { fontPx, weight }), 0),
    draw(layout, text, box) {
      const context = createCanvas(box.width, box.height).getContext('2d');
      context.translate(-box.x, -box.y);
      context.textBaseline = 'alphabetic';
      context.textAlign = 'left';
      paintText(context, layout, text, (line, how) => {
        let { x } = line;
        for (const run of runsOf(faces, line.text, layout.weight)) {
          const width = widthOf(context, run, layout);
          if (how === 'fill') context.fillText(run.text, x, line.baseline);
          else context.strokeText(run.text, x, line.baseline);
          x += width;
        }
      });
      return context.getImageData(0, 0, box.width, box.height).data;
    },
  };
}

/** "U+0000-00FF,U+0131" */
function rangesOf(unicodeRange: string): [number, number][] {
  return unicodeRange.split(',').map((range) => {
    const [from = '', to = from] = range.replace('U+', '').split('-');
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
  });
}

/** Text of one face. */
type Run = { text: string; families: string };

function widthOf(
  context: SKRSContext2D,
  { text, families }: Run,
  { fontPx, weight }: Pick<OverlayLayout, 'fontPx' | 'weight'>,
): number {
  context.font = `${weight} ${fontPx}px ${families}`;
  return context.measureText(text).width;
}

/**
 * Browsers take each character from the last face that is for it, and shape text of one face together. Text with other
 * scripts in it is left whole: the canvas orders it, and takes the system's fonts for it.
 */
function runsOf(all: readonly Face[], text: string, weight: OverlayFontWeight): Run[] {
  const faces = all.filter((face) => face.weight === weight);
  const runs: { text: string; face: Face }[] = [];
  for (const character of text) {
    const face = faceOf(faces, character);
    const run = runs.at(-1);
    if (face === undefined)
      return [{ text, families: [...faces.map(({ family }) => `"${family}"`), 'sans-serif'].join(', ') }];
    if (run?.face === face) run.text += character;
    else runs.push({ text: character, face });
  }
  return runs.map((run) => ({ text: run.text, families: `"${run.face.family}", sans-serif` }));
}

function faceOf(faces: readonly Face[], character: string): Face | undefined {
  const code = character.codePointAt(0) ?? 0;
  return faces.findLast(({ ranges }) => ranges.some(([from, to]) => from <= code && code <= to));
}
