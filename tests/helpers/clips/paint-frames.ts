// Raw pictures of a clip, planar 4:2:0 in video range, one after another.

import type { ClipPlan } from './clip-spec.ts';
import { flashBox, markerBoxes, type PixelBox, sceneColour } from './marker.ts';

const WHITE = 235;
const BLACK = 16;
const NO_COLOUR = 128;

/** Yields the frames in order. The buffer is new for each, so it may be queued. */
export function* paintFrames(plan: ClipPlan): Generator<Buffer> {
  const { width, height } = plan;
  const ground = groundOf(plan);
  const flashes = new Set(plan.flashFrames);
  for (let frame = 0; frame < plan.frames; frame += 1) {
    const picture = Buffer.from(ground);
    for (const box of markerBoxes({ scene: plan.sceneNumber, frame }, width, height)) paint(picture, plan, box);
    if (flashes.has(frame)) paint(picture, plan, flashBox(width, height));
    yield picture;
  }
}

function groundOf({ width, height, sceneNumber }: ClipPlan): Buffer {
  const { y, u, v } = sceneColour(sceneNumber);
  const pixels = width * height;
  return Buffer.concat([Buffer.alloc(pixels, y), Buffer.alloc(pixels / 4, u), Buffer.alloc(pixels / 4, v)]);
}

function paint(picture: Buffer, { width, height }: ClipPlan, box: PixelBox): void {
  const luma = box.isWhite ? WHITE : BLACK;
  for (let y = box.top; y < box.bottom; y += 1) picture.fill(luma, y * width + box.left, y * width + box.right);
  const across = width / 2;
  const [left, right] = [Math.floor(box.left / 2), Math.ceil(box.right / 2)];
  for (const plane of [width * height, (width * height * 5) / 4]) {
    for (let y = Math.floor(box.top / 2); y < Math.ceil(box.bottom / 2); y += 1) {
      picture.fill(NO_COLOUR, plane + y * across + left, plane + y * across + right);
    }
  }
}
