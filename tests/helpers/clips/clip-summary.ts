/** The facts of a clip that a movie plan is made of, as the engine reads them. */
import type { Fps } from '#shared/movie/time.ts';
import { openClip } from '#media/probe/open-clip.ts';

export type ClipSummary = {
  sizeBytes: number;
  width: number;
  height: number;
  fps: Fps;
  frameCount: number;
  hasAudio: boolean;
};

/** @throws MediaFailure for what is no clip */
export async function clipSummary(blob: Blob): Promise<ClipSummary> {
  const { facts, close } = await openClip(blob);
  close();
  const { width, height, fps, frameCount } = facts.video;
  return { sizeBytes: facts.sizeBytes, width, height, fps, frameCount, hasAudio: facts.audio !== null };
}
