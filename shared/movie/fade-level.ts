/** How bright a frame of a scene is that fades in over `head` frames and out over `tail`. */
export function fadeLevel(frame: number, frameCount: number, head: number, tail: number): number {
  const up = head === 0 ? 1 : (frame + 0.5) / head;
  const down = tail === 0 ? 1 : (frameCount - frame - 0.5) / tail;
  return Math.min(1, up, down);
}
