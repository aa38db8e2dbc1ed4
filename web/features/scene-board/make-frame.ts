/** Posters of clips, made by the media worker. */
import { readFrame } from '#media/worker/client.ts';

/** One frame of a clip (counted from 0) as a picture no wider than asked, in pixels. @throws MediaFailure */
export function makeFrame(clip: Blob, frame: number, maxWidth: number): Promise<Blob> {
  return readFrame(clip, frame, maxWidth);
}
