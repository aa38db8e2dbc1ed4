/** In and out point while somebody trims, counted in frames of the clip. Pure. */
import type { Scene } from '#shared/entities/scene.ts';
import type { PlanClip } from '#shared/movie/movie-plan.ts';
import { firstFrameFrom, fpsNumber } from '#shared/movie/time.ts';
import { inPointProblem, outPointProblem, playedFrames, type TrimProblem } from '#shared/rules/trims.ts';

export type TrimDraft = {
  sceneId: string;
  /** First played frame, and one past the last. */
  inFrame: number;
  outFrame: number;
};

/** What a trim has to know of its clip. */
export type ClipFrames = Pick<PlanClip, 'frameCount' | 'fps'>;

export type TrimEdge = 'start' | 'end';

/** Where trimming begins: at the scene's own points, else at the clip's ends. */
export function trimDraftOf(scene: Pick<Scene, 'id' | 'trimStart' | 'trimEnd'>, clip: ClipFrames): TrimDraft {
  const { start, end } = playedFrames(clip.frameCount, clip.fps, scene.trimStart, scene.trimEnd);
  return { sceneId: scene.id, inFrame: start, outFrame: end };
}

/** Puts a point on a frame; says why where it can't stand there. */
export function moveEdge(
  draft: TrimDraft,
  edge: TrimEdge,
  frame: number,
  clip: ClipFrames,
): { draft: TrimDraft; problem: TrimProblem | null } {
  const wanted = Math.min(Math.max(Math.round(frame), 0), clip.frameCount);
  const problem = edge === 'start' ? inPointProblem(wanted, draft.outFrame) : outPointProblem(draft.inFrame, wanted);
  if (problem) return { draft, problem };
  return { draft: edge === 'start' ? { ...draft, inFrame: wanted } : { ...draft, outFrame: wanted }, problem: null };
}

/** As `moveEdge`, for handles: a point that would pass the other stops one frame from it. */
export function dragEdge(draft: TrimDraft, edge: TrimEdge, frame: number, clip: ClipFrames): TrimDraft {
  const stopped = edge === 'start' ? Math.min(frame, draft.outFrame - 1) : Math.max(frame, draft.inFrame + 1);
  return moveEdge(draft, edge, stopped, clip).draft;
}

/** What is stored: seconds of the clip, null where nothing is cut away. */
export function trimOf(draft: TrimDraft, clip: ClipFrames): { trimStart: number | null; trimEnd: number | null } {
  const rate = fpsNumber(clip.fps);
  return {
    trimStart: draft.inFrame === 0 ? null : draft.inFrame / rate,
    trimEnd: draft.outFrame === clip.frameCount ? null : draft.outFrame / rate,
  };
}

export function edgeFrame(draft: TrimDraft, edge: TrimEdge): number {
  return edge === 'start' ? draft.inFrame : draft.outFrame;
}

/** Seconds of the clip at a frame. */
export function secondsOfFrame(frame: number, clip: ClipFrames): number {
  return frame / fpsNumber(clip.fps);
}

/** The first frame that is not earlier than a time in seconds of the clip. */
export function frameOfSeconds(seconds: number, clip: ClipFrames): number {
  return firstFrameFrom(seconds, clip.fps);
}
