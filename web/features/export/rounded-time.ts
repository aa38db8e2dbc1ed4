/** A time that is only estimated, as exact as anybody wants it. Pure. */
import { planWords } from './words.ts';

/** From here on seconds are told as minutes. */
export const LONG_SECONDS = 90;

/** "6 s", "3 min" */
export function roundedTime(seconds: number): string {
  return seconds < LONG_SECONDS
    ? planWords.seconds({ seconds: String(Math.max(1, Math.round(seconds))) })
    : planWords.minutes({ minutes: Math.round(seconds / 60) });
}
