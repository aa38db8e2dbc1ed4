/** Where a still picture lies in a movie's frame: fitted or filling, and slowly pushed in. Pure. */
import { z } from 'zod';
import { stillGroundSchema } from './still-grounds.ts';

type Size = { width: number; height: number };
export type StillBox = { x: number; y: number } & Size;

/** Seconds of a scene that is made of a picture or a title card. */
export const stillSeconds = { min: 1, max: 60, byDefault: 5 } as const;
/** How much larger a picture is at the end of a push-in: slow enough for a minute, and seen in three seconds. */
const PUSH_IN = 0.12;

export const stillSettingsSchema = z.strictObject({
  seconds: z.number().min(stillSeconds.min).max(stillSeconds.max),
  /** All of the picture with the background beside it, or all of the frame. */
  fit: z.enum(['fit', 'fill']),
  pushIn: z.boolean(),
  background: stillGroundSchema,
});
export type StillSettings = z.infer<typeof stillSettingsSchema>;

/** How large a picture is at a frame, from 1: it grows by as much with every frame. */
export function zoomAt(frame: number, frameCount: number, pushIn: boolean): number {
  return pushIn && frameCount > 1 ? 1 + (PUSH_IN * frame) / (frameCount - 1) : 1;
}

/** In pixels of the frame, around its middle; what reaches beyond it isn't seen. */
export function stillBox(picture: Size, frame: Size, fit: StillSettings['fit'], zoom: number): StillBox {
  const across = frame.width / picture.width;
  const down = frame.height / picture.height;
  const scale = (fit === 'fit' ? Math.min(across, down) : Math.max(across, down)) * zoom;
  const [width, height] = [picture.width * scale, picture.height * scale];
  return { x: (frame.width - width) / 2, y: (frame.height - height) / 2, width, height };
}

/** The size that a picture is scaled to once, so that each frame draws no more of it than it shows. */
export function largestSize(picture: Size, frame: Size, { fit, pushIn }: StillSettings): Size {
  const { width, height } = stillBox(picture, frame, fit, zoomAt(1, 2, pushIn));
  return {
    width: Math.max(1, Math.min(picture.width, Math.ceil(width))),
    height: Math.max(1, Math.min(picture.height, Math.ceil(height))),
  };
}
