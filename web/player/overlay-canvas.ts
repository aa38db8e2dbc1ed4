/** The canvas over the picture on which text overlays are drawn, by the same layout as in the export. */
import { drawOverlays } from '#media/compositor/draw-overlays.ts';
import type { PlanOverlay } from '#shared/movie/movie-plan.ts';

export type OverlayCanvas = {
  /**
   * Draws exactly these; does nothing if they are already drawn.
   * @param brightness of picture and texts under a fade through black, 0 to 1
   */
  draw(overlays: readonly PlanOverlay[], brightness: number): void;
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
  let shown: readonly PlanOverlay[] = [];
  let lit = 1;

  const paint = (): void => {
    if (!context) return;
    context.clearRect(0, 0, canvas.width, canvas.height);
    if (shown.length > 0 && canvas.width > 0)
      drawOverlays(context, shown, { width: canvas.width, height: canvas.height });
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
    draw(overlays, brightness) {
      const isSame = overlays.length === shown.length && overlays.every((overlay, index) => overlay === shown[index]);
      if (isSame && brightness === lit) return;
      [shown, lit] = [overlays, brightness];
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

/** The position of a picture fitted into a stage without cropping, as `object-fit: contain` does it. */
export function pictureBox(stage: { width: number; height: number }, picture: { width: number; height: number }) {
  const scale = Math.min(stage.width / picture.width, stage.height / picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  return { x: (stage.width - width) / 2, y: (stage.height - height) / 2, width, height };
}
