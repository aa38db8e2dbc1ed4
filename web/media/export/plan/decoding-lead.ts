/** What a decoder goes through before it comes to the frames that are wanted. */
import { clipFrameAt, type PlanScene } from '#shared/movie/movie-plan.ts';
import type { Fps } from '#shared/movie/time.ts';
import { frameOnScreen } from '#media/decode/frame-on-screen.ts';
import type { ClipFacts } from '#media/probe/clip-facts.ts';

/** Frames of the clip: the first that is wanted, and the key frame that decoding begins with. */
export type DecodingLead = { keyFrame: number; firstFrame: number };

/** @param movieFrame one that the scene shows */
export function decodingLead(scene: PlanScene, { video }: ClipFacts, movieFrame: number, movieFps: Fps): DecodingLead {
  const firstFrame = frameOnScreen(video, clipFrameAt(scene, movieFrame - scene.startFrame, movieFps));
  return { firstFrame, keyFrame: video.keyFrames.findLast((frame) => frame <= firstFrame) ?? 0 };
}
