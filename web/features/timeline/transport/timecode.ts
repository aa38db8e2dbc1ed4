/** Time as editors read it. */
import { frameAtUs, fpsNumber, type Fps } from '#shared/movie/time.ts';

/** "00:00:24:12": hours, minutes, seconds and frames of a movie time in microseconds. */
export function timecode(timeUs: number, fps: Fps): string {
  const perSecond = Math.round(fpsNumber(fps));
  const frame = frameAtUs(timeUs, fps);
  const seconds = Math.floor(frame / perSecond);
  return [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60, frame % perSecond]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}
