/** Small clips for tests to which only number and length matter. */
import { makeClip } from '../clips/make-clip.ts';
import type { ClipRequest } from './options.ts';

/** Of the length that is asked for, of so many numbers by turns, each drawn once. */
export function smallClips(numbers: number): (request: ClipRequest) => Promise<Uint8Array> {
  return ({ durationSeconds, index }) =>
    makeClip({ seconds: durationSeconds, size: '360p', sceneNumber: (index % numbers) + 1 });
}
