/** The movie's pictures from scrub copies: small ones at once, put together as the exact ones are. */
import { crossfadeShare, fadeLevel } from '#shared/movie/fade-level.ts';
import { fitRect } from '#shared/movie/fit-rect.ts';
import { clipFrameAt, overlaysAt, type MoviePlan } from '#shared/movie/movie-plan.ts';
import { drawOverlays } from '../compositor/draw-overlays.ts';
import { layersAt, type Layer } from './movie-layers.ts';
import type { ScrubShelf } from './scrub-shelf.ts';

type SmallLayer = Layer & { clipFrame: number; bitmap: ImageBitmap };

export type SmallPicture = {
  /** Fills the canvas, which has the movie's size. */
  draw(context: OffscreenCanvasRenderingContext2D): void;
  close(): void;
};

/** Null where a clip of it has no copy. The caller closes it. */
export async function smallPicture(plan: MoviePlan, frame: number, shelf: ScrubShelf): Promise<SmallPicture | null> {
  const found = await Promise.all(
    layersAt(plan, frame).map(async (layer): Promise<SmallLayer | null> => {
      const clipFrame = clipFrameAt(layer.scene, layer.sceneFrame, plan.fps);
      const bitmap = await shelf.picture(layer.scene.clip.sha256, clipFrame);
      return bitmap && { ...layer, clipFrame, bitmap };
    }),
  );
  const layers = found.filter((layer) => layer !== null);
  const close = (): void => layers.forEach(({ bitmap }) => bitmap.close());
  if (layers.length === 0 || layers.length < found.length) {
    close();
    return null;
  }
  return { close, draw: (context) => drawLayers(context, plan, layers) };
}

function drawLayers(
  context: OffscreenCanvasRenderingContext2D,
  plan: MoviePlan,
  layers: readonly [...SmallLayer[]],
): void {
  const [going, coming] = layers;
  if (going === undefined) return;
  if (coming === undefined) return drawLayer(context, plan, going, fadeLevel(plan, going.index, going.sceneFrame), 1);
  const length = going.scene.startFrame + going.scene.frameCount - coming.scene.startFrame;
  drawLayer(context, plan, going, 1, 1);
  drawLayer(context, plan, coming, 1, crossfadeShare(going.scene, coming.sceneFrame, length));
}

/** @param level of brightness, @param share of what is drawn over what is there, both 0 to 1 */
function drawLayer(
  context: OffscreenCanvasRenderingContext2D,
  plan: MoviePlan,
  { scene, clipFrame, bitmap }: SmallLayer,
  level: number,
  share: number,
): void {
  const { canvas } = context;
  const { x, y, width, height } = fitRect(scene.clip, plan);
  context.globalAlpha = share;
  context.fillStyle = '#000';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, x, y, width, height);
  drawOverlays(context, overlaysAt(scene, clipFrame), plan);
  context.globalAlpha = share * (1 - level);
  if (level < 1) context.fillRect(0, 0, canvas.width, canvas.height);
  context.globalAlpha = 1;
}
