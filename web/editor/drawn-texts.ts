/**
 * Texts of a movie as pictures for the server, which has neither this browser's fonts nor its shaping of every script. A
 * picture is drawn as the preview and the browser's own export draw it, at the size of the movie.
 */
import { drawOverlays, overlayRect } from '#media/compositor/draw-overlays.ts';
import type { DrawnText } from '#shared/api/export.ts';
import { hexOf } from '#shared/bytes.ts';
import { limits } from '#shared/limits.ts';
import { frameTimeUs } from '#shared/movie/time.ts';
import type { MoviePlan, PlanOverlay, PlanScene } from '#shared/movie/movie-plan.ts';

export type TextPicture = { drawn: DrawnText; png: Blob };

type Size = { width: number; height: number };

/**
 * Every text that the movie shows, as far as the server takes them: it draws the rest itself. The overlay family must be
 * loaded. Nothing where this browser garbles what is read from a canvas, as some do against fingerprinting.
 */
export async function drawTexts(
  plan: Pick<MoviePlan, 'scenes'>,
  frame: Size,
  signal: AbortSignal,
): Promise<TextPicture[]> {
  const asked = plan.scenes.flatMap((scene) =>
    scene.overlays.flatMap((overlay, overlayIndex) =>
      isShown(overlay, scene) ? [{ sceneId: scene.sceneId, overlay, overlayIndex }] : [],
    ),
  );
  if (asked.length === 0 || !readsBackWhatIsDrawn()) return [];
  const pictures: TextPicture[] = [];
  for (const { sceneId, overlay, overlayIndex } of asked.slice(0, limits.exportPictures)) {
    signal.throwIfAborted();
    const made = await drawPng(overlay, frame);
    if (made === null || made.png.size > limits.exportPictureBytes) continue;
    const { png, x, y } = made;
    const { text, fontSize, color, position, style } = overlay;
    const shows = { text, fontSize, color, position, ...(style === undefined ? {} : { style }) };
    pictures.push({ png, drawn: { sceneId, overlayIndex, sha256: await sha256Of(png), x, y, shows } });
  }
  return pictures;
}

/** What a trim hides is not drawn. */
function isShown({ startUs, endUs }: PlanOverlay, { clip, inFrame, outFrame }: PlanScene): boolean {
  return startUs < frameTimeUs(outFrame, clip.fps) && endUs > frameTimeUs(inFrame, clip.fps);
}

/** Null where all of the text stands outside of the frame. */
async function drawPng(overlay: PlanOverlay, frame: Size): Promise<{ png: Blob; x: number; y: number } | null> {
  const { x, y, width, height } = overlayRect(canvasOf({ width: 2, height: 2 }).context, overlay, frame);
  if (width <= 0 || height <= 0) return null;
  const { canvas, context } = canvasOf({ width, height });
  context.translate(-x, -y);
  drawOverlays(context, [overlay], frame);
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  return png === null ? null : { png, x, y };
}

function readsBackWhatIsDrawn(): boolean {
  const { context } = canvasOf({ width: 16, height: 1 });
  context.fillStyle = '#123456';
  context.fillRect(0, 0, 16, 1);
  const { data } = context.getImageData(0, 0, 16, 1);
  return data.every((value, at) => value === [0x12, 0x34, 0x56, 0xff][at % 4]);
}

function canvasOf(size: Size): { canvas: HTMLCanvasElement; context: CanvasRenderingContext2D } {
  const canvas = Object.assign(document.createElement('canvas'), size);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('The browser gave no 2D canvas');
  return { canvas, context };
}

async function sha256Of(png: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await png.arrayBuffer());
  return hexOf(new Uint8Array(digest));
}
