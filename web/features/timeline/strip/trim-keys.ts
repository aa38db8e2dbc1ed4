import { secondsOfFrame, type ClipFrames } from '#editor/trim-draft.ts';

/** Where a key moves an edge: by a frame, with Shift by a second, Home and End to the clip's ends. Null for other keys. */
export function frameByKey(
  { key, shiftKey }: { key: string; shiftKey: boolean },
  frame: number,
  clip: ClipFrames,
): number | null {
  const step = shiftKey ? Math.round(1 / secondsOfFrame(1, clip)) : 1;
  if (key === 'ArrowLeft' || key === 'ArrowDown') return frame - step;
  if (key === 'ArrowRight' || key === 'ArrowUp') return frame + step;
  if (key === 'Home') return 0;
  return key === 'End' ? clip.frameCount : null;
}
