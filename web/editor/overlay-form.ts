/** The text overlay form: what it begins with, and what it becomes. Pure. */
import type { OverlayPosition, TextOverlay } from '#shared/entities/text-overlay.ts';
import { limits } from '#shared/limits.ts';
import { placeOfText } from '#shared/rules/text-changes.ts';

const DEFAULT_COLOR = '#FFFFFF';
export const TIME_STEP_SECONDS = 0.1;

/**
 * A new overlay: the specified defaults, from the playhead to the end of the scene.
 * @param seconds the clip's length
 * @param from where the playhead stands in it
 */
export function newOverlay(seconds: number, from = 0): TextOverlay {
  const endTime = longestTime(seconds);
  return {
    text: '',
    fontSize: limits.fontSizeDefault,
    color: DEFAULT_COLOR,
    position: 'center',
    startTime: from < endTime ? from : 0,
    endTime,
  };
}

/** The clip's length in the form's steps, so that an overlay can last to the last frame. */
export function longestTime(seconds: number): number {
  return Math.ceil(seconds * 10 - 1e-6) / 10;
}

/** A typed time as the form takes it: within the scene, in steps of a tenth. */
export function formTime(seconds: number, longest: number): number {
  const inside = Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), longest) : 0;
  return Math.round(inside * 10) / 10;
}

/** Percent of the frame, in steps of a tenth and never outside. */
export function percentInFrame(percent: number): number {
  const inside = Number.isFinite(percent) ? Math.min(Math.max(percent, 0), 100) : 50;
  return Math.round(inside * 10) / 10;
}

/** Overlays with one in the place of what it was before, or added: when it is new (`of` null), or that is gone. */
export function withOverlay(
  overlays: readonly TextOverlay[],
  of: TextOverlay | null,
  overlay: TextOverlay,
): TextOverlay[] {
  const place = of && placeOfText(overlays, of);
  if (place === null) return [...overlays, overlay];
  const { id = overlay.id } = overlays[place] ?? {};
  return overlays.with(place, id === undefined ? overlay : { ...overlay, id });
}

/** Where the middle of a text stands, in percent of the frame. `box` is percent of the frame too. */
export function centerOf(box: { x: number; y: number; width: number; height: number }): { x: number; y: number } {
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

export function isCustom(position: OverlayPosition): position is { x: number; y: number } {
  return typeof position === 'object';
}
