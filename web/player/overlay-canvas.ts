/** The canvas over the picture on which text overlays are drawn, by the same layout as in the export. */
import { drawOverlays } from '#media/compositor/draw-overlays.ts';
import type { PlanOverlay } from '#shared/movie/movie-plan.ts';

/** @param opacity 0 to 1 */
export type ShownText = { overlay: PlanOverlay; opacity: number };

export type OverlayCanvas = {
  /**
   * Draws exactly these; does nothing if they are already drawn.
   * @param brightness of picture and texts under a fade through black, 0 to 1
   */
  draw(texts: readonly ShownText[], brightness: number): void;
  /** The movie's size, which sets the picture's aspect ratio on the stage. */
  setPicture(picture: { width: number; height: number }): void;
  /** Draws again: the font has loaded. */
  redraw(): void;
  close(): void;
};

export function createOverlayCanvas(stage: HTMLElement, picture: { width: number; height: number }): OverlayCanvas {
  const canvas = document.createElement('canvas');
  canvas.setAttribute('aria-hidden', 'true');
  Object.assign(canvas.style, { position: 'absolute', pointerEvents: 'none' });
  stage.append(canvas);
  const context = canvas.getContext('2d');
  let size = picture;
  let shown: readonly ShownText[] = [];
  let lit = 1;

  const paint = (): void => {
    if (!context) return;
    context.clearRect(0, 0, canvas.width, canvas.height);
    if (canvas.width > 0) for (const text of shown) drawText(context, text);
    if (lit < 1) {
      context.fillStyle = `rgb(0 0 0 / ${1 - lit})`;
      context.fillRect(0, 0, canvas.width, canvas.height);
    }
  };
  const fit = (): void => {
    const box = pictureBox({ width: stage.clientWidth, height: stage.clientHeight }, size);
    Object.assign(canvas.style, {
      left: `${box.x}px`,
      top: `${box.y}px`,
      width: `${box.width}px`,
      height: `${box.height}px`,
    });
    canvas.width = Math.round(box.width * devicePixelRatio);
    canvas.height = Math.round(box.height * devicePixelRatio);
    paint();
  };
  const observer = new ResizeObserver(fit);
  observer.observe(stage);
  fit();

  return {
    draw(texts, brightness) {
      const isSame = texts.length === shown.length && texts.every((text, index) => isSameText(text, shown[index]));
      if (isSame && brightness === lit) return;
      [shown, lit] = [texts, brightness];
      paint();
    },
    setPicture(next) {
      if (next.width === size.width && next.height === size.height) return;
      size = next;
      fit();
    },
    redraw: paint,
    close() {
      observer.disconnect();
      canvas.remove();
    },
  };
}

/** A text that comes or goes is drawn on a canvas of its own first: as a whole it is seen through, not part by part. */
function drawText(context: CanvasRenderingContext2D, { overlay, opacity }: ShownText): void {
  const { width, height } = context.canvas;
  if (opacity === 1) return drawOverlays(context, [overlay], { width, height });
  const layer = new OffscreenCanvas(width, height);
  const own = layer.getContext('2d');
  if (own === null) return;
  drawOverlays(own, [overlay], { width, height });
  context.globalAlpha = opacity;
  context.drawImage(layer, 0, 0);
  context.globalAlpha = 1;
}

function isSameText(one: ShownText, other: ShownText | undefined): boolean {
  return one.overlay === other?.overlay && one.opacity === other.opacity;
}

/** The position of a picture fitted into a stage without cropping, as `object-fit: contain` does it. */
export function pictureBox(stage: { width: number; height: number }, picture: { width: number; height: number }) {
  const scale = Math.min(stage.width / picture.width, stage.height / picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  return { x: (stage.width - width) / 2, y: (stage.height - height) / 2, width, height };
}
