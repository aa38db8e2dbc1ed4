/** The pixels that are covered, outside included. */
export type InkBox = { left: number; top: number; right: number; bottom: number };

/** Less is the far end of a shadow, which fades into nothing. */
const SEEN = 24;

/** @param alpha coverage of a part of the frame that begins at `x`, `y` */
export function inkBox(alpha: Uint8Array, part: { x: number; y: number; width: number }): InkBox | null {
  let box: InkBox | null = null;
  alpha.forEach((value, at) => {
    if (value < SEEN) return;
    const [x, y] = [part.x + (at % part.width), part.y + Math.floor(at / part.width)];
    box = {
      left: Math.min(box?.left ?? x, x),
      top: Math.min(box?.top ?? y, y),
      right: Math.max(box?.right ?? x, x),
      bottom: Math.max(box?.bottom ?? y, y),
    };
  });
  return box;
}
