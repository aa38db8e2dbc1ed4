// The clip of a job whose test doesn't care which: a numbered look-alike of what the job asked for.

import { makeClip } from '../clips/make-clip.ts';
import { markersIn, markerNumber } from './markers.ts';
import type { ClipRequest } from './options.ts';

/** Scene number by `[[scene:n]]` in the prompt, else by the order of the jobs, from 1. */
export async function defaultClip(request: ClipRequest): Promise<Uint8Array> {
  return makeClip({
    seconds: request.durationSeconds,
    size: request.resolution === '4k' ? '1080p' : request.resolution,
    ratio: request.aspectRatio,
    sceneNumber: markerNumber(markersIn(request.prompt), 'scene', request.index + 1),
  });
}
