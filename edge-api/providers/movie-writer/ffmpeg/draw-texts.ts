/** Texts of scenes as pictures that ffmpeg lays over frames: drawn by the exporting page, else here with the bundled family. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { layoutOverlay } from '#shared/movie/overlay-layout.ts';
import { evenTextBox, overlayPlanes, type OverlayPicture } from '#shared/movie/overlay-planes.ts';
import type { PlanOverlay, PlanScene } from '#shared/movie/movie-plan.ts';
import { MovieWriteError, WritingInterruptedError, type DrawnText } from '../port.ts';
import { writerWords } from '../words.ts';
import { overlayPen } from './overlay-pen.ts';
import { ffmpegOutput, MAX_PIXELS, type Ffmpeg } from './run-ffmpeg.ts';

/** A picture as raw planes (yuva420p) in a file. Its place and size are even. */
export type TextPicture = { path: string; x: number; y: number; width: number; height: number };

export type TextWork = {
  ffmpeg: Ffmpeg;
  /** Of the movie. */
  frame: { width: number; height: number };
  matrix: string | null;
  drawnTexts: readonly DrawnText[];
  /** Folder of the web app's own files, in which the family lies. */
  fontFolder: string;
};

/** All overlays of the given scenes, by `${scene}/${overlay}`; without those that stand outside of the frame. @throws MovieWriteError */
export async function drawTexts(
  work: TextWork,
  scenes: readonly { index: number; scene: PlanScene }[],
): Promise<ReadonlyMap<string, TextPicture>> {
  const pictures = new Map<string, TextPicture>();
  for (const { index, scene } of scenes) {
    for (const [at, overlay] of scene.overlays.entries()) {
      const planes = await planesFor(work, scene, at, overlay);
      if (planes === null) continue;
      const path = join(work.ffmpeg.folder, `text-${index}-${at}.yuva`);
      await writeFile(path, rawPlanes(planes));
      pictures.set(`${index}/${at}`, { path, ...boxOf(planes) });
    }
  }
  return pictures;
}

async function planesFor(
  work: TextWork,
  scene: PlanScene,
  at: number,
  overlay: PlanOverlay,
): Promise<OverlayPicture | null> {
  const { sceneId, sceneNumber } = scene;
  const drawn = work.drawnTexts.find((text) => text.sceneId === sceneId && text.overlayIndex === at);
  try {
    return drawn === undefined ? await drawHere(work, overlay) : await readDrawn(work, drawn);
  } catch (error) {
    work.ffmpeg.signal.throwIfAborted();
    if (error instanceof WritingInterruptedError) throw error;
    throw new MovieWriteError(writerWords.text({ number: sceneNumber }), sceneNumber, { cause: error });
  }
}

function boxOf({ x, y, width, height }: OverlayPicture): Omit<TextPicture, 'path'> {
  return { x, y, width, height };
}

/** Luma, chroma, coverage. */
function rawPlanes({ luma, u, v, lumaAlpha }: OverlayPicture): Buffer {
  return Buffer.concat([luma, u, v, lumaAlpha]);
}

async function drawHere({ frame, matrix, fontFolder }: TextWork, overlay: PlanOverlay): Promise<OverlayPicture | null> {
  const pen = await overlayPen(fontFolder);
  const layout = layoutOverlay(overlay, frame, pen.widthOf);
  const box = evenTextBox(layout, frame);
  if (box.width <= 0 || box.height <= 0) return null;
  return overlayPlanes(pen.draw(layout, overlay, box), box, matrix);
}

/** Where a PNG tells its size (PNG specification, 11.2.2). */
const PNG_SIZE_AT = 16;

async function readDrawn({ ffmpeg, frame, matrix }: TextWork, drawn: DrawnText): Promise<OverlayPicture | null> {
  const head = await readFile(drawn.path);
  const [width, height] = [head.readUInt32BE(PNG_SIZE_AT), head.readUInt32BE(PNG_SIZE_AT + 4)];
  if (width * height > MAX_PIXELS) throw new RangeError('A text picture is too large');
  const input = ['-protocol_whitelist', 'file', '-f', 'png_pipe', '-i', `file:${drawn.path}`];
  const rgba = await ffmpegOutput(ffmpeg, [...input, '-frames:v', '1', '-f', 'rawvideo', '-pix_fmt', 'rgba', 'pipe:1']);
  if (rgba.length !== width * height * 4) throw new RangeError('A text picture has another size than it says');
  const box = evenBoxRound({ x: drawn.x, y: drawn.y, width, height }, frame);
  if (box.width <= 0 || box.height <= 0) return null;
  return overlayPlanes(placed(rgba, { x: drawn.x, y: drawn.y, width, height }, box), box, matrix);
}

type Box = { x: number; y: number; width: number; height: number };

/** The smallest box of even place and size round a box, inside the frame. */
function evenBoxRound({ x, y, width, height }: Box, frame: { width: number; height: number }): Box {
  const down = (value: number, limit: number): number => Math.max(0, Math.min(limit, Math.floor(value / 2) * 2));
  const up = (value: number, limit: number): number => Math.max(0, Math.min(limit, Math.ceil(value / 2) * 2));
  const [left, top] = [down(x, frame.width), down(y, frame.height)];
  return { x: left, y: top, width: up(x + width, frame.width) - left, height: up(y + height, frame.height) - top };
}

/** The pixels of a picture that lie in a box; the rest of the box is clear. */
function placed(rgba: Buffer, from: Box, box: Box): Uint8ClampedArray {
  const into = new Uint8ClampedArray(box.width * box.height * 4);
  for (let row = Math.max(box.y, from.y); row < Math.min(box.y + box.height, from.y + from.height); row += 1) {
    const left = Math.max(box.x, from.x);
    const right = Math.min(box.x + box.width, from.x + from.width);
    if (left >= right) continue;
    const start = ((row - from.y) * from.width + left - from.x) * 4;
    into.set(rgba.subarray(start, start + (right - left) * 4), ((row - box.y) * box.width + left - box.x) * 4);
  }
  return into;
}
