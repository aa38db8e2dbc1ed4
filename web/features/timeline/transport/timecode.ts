/** Time as editors read it. */
import { frameAtUs, fpsNumber, type Fps } from '#shared/movie/time.ts';

/** "1:24:12": minutes, seconds and frames of a movie time in microseconds. */
export function timecode(timeUs: number, fps: Fps): string {
  const perSecond = Math.round(fpsNumber(fps));
  const frame = frameAtUs(timeUs, fps);
  const seconds = Math.floor(frame / perSecond);
  const twoDigits = (part: number): string => String(part).padStart(2, '0');
  return `${Math.floor(seconds / 60)}:${twoDigits(seconds % 60)}:${twoDigits(frame % perSecond)}`;
}
