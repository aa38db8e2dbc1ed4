/** What dragging a chip, or one of its ends, makes of a text's times. Pure. */
import type { TextOverlay } from '#shared/entities/text-overlay.ts';
import { TIME_STEP_SECONDS } from '#editor/overlay-form.ts';

export type ChipPart = 'whole' | 'start' | 'end';
export type Times = Pick<TextOverlay, 'startTime' | 'endTime'>;

/**
 * @param by seconds by which it is dragged
 * @param longest the clip's length in steps of a tenth
 */
export function draggedTimes({ startTime, endTime }: Times, part: ChipPart, by: number, longest: number): Times {
  if (part === 'start') return { startTime: clamped(startTime + by, 0, endTime - TIME_STEP_SECONDS), endTime };
  if (part === 'end') return { startTime, endTime: clamped(endTime + by, startTime + TIME_STEP_SECONDS, longest) };
  const length = endTime - startTime;
  const start = clamped(startTime + by, 0, Math.max(0, longest - length));
  return { startTime: start, endTime: tenths(start + length) };
}

function clamped(value: number, least: number, most: number): number {
  return tenths(Math.min(Math.max(value, least), Math.max(least, most)));
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
