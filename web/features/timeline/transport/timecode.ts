/** Time as editors read and type it. */
import { frameAtUs, fpsNumber, type Fps } from '#shared/movie/time.ts';

/** "1:24:12": minutes, seconds and frames of a movie time in microseconds. */
export function timecode(timeUs: number, fps: Fps): string {
  const perSecond = Math.round(fpsNumber(fps));
  const frame = frameAtUs(timeUs, fps);
  const seconds = Math.floor(frame / perSecond);
  const twoDigits = (part: number): string => String(part).padStart(2, '0');
  return `${Math.floor(seconds / 60)}:${twoDigits(seconds % 60)}:${twoDigits(frame % perSecond)}`;
}

/**
 * The frame that a typed timecode names: "1:24:12", "24:12" (seconds and frames), or "12" (frames). Colons, periods, commas,
 * semicolons, and spaces all part it. Null for anything else.
 */
export function frameOfTimecode(text: string, fps: Fps): number | null {
  const parts = text.trim().split(/[:;.,\s]+/);
  if (parts.length > 3 || !parts.every((part) => /^\d{1,6}$/.test(part))) return null;
  const [frames = 0, seconds = 0, minutes = 0] = parts.toReversed().map(Number);
  return (minutes * 60 + seconds) * Math.round(fpsNumber(fps)) + frames;
}
