/** Draws a decoded frame the way it is to be seen. */
import type { Turn } from '#shared/clip/clip-facts.ts';

/** Fills the canvas with a frame. */
export function drawUpright(context: OffscreenCanvasRenderingContext2D, frame: VideoFrame, turn: Turn | null): void {
  const { width, height } = context.canvas;
  if (turn === null) {
    context.drawImage(frame, 0, 0, width, height);
    return;
  }
  context.save();
  context.translate(width / 2, height / 2);
  if (turn.isMirrored) context.scale(-1, 1);
  context.rotate((turn.degrees * Math.PI) / 180);
  const [across, down] = turn.degrees % 180 === 0 ? [width, height] : [height, width];
  context.drawImage(frame, -across / 2, -down / 2, across, down);
  context.restore();
}
