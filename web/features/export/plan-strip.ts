/** Where in the strip of scenes pictures are copied and where they are encoded. Pure. */
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import type { PlannedStretch } from '#shared/export-plan/planned-stretch.ts';

/** A run of frames of one kind; `unknown` until the plan is told. */
export type StripPart = { kind: 'copy' | 'encode' | 'unknown'; startFrame: number; frameCount: number };

/** A scene as the strip shows it: as wide as it is long, over its parts. */
export type StripScene = {
  sceneNumber: number;
  title: string;
  startFrame: number;
  frameCount: number;
  parts: StripPart[];
};

type Stretches = readonly Pick<PlannedStretch, 'kind' | 'startFrame' | 'frameCount'>[];

/** The scenes of a plan. What two of them share in a crossfade stands with the later one. */
export function planStrip(plan: Pick<MoviePlan, 'scenes' | 'frameCount'>, stretches: Stretches | null): StripScene[] {
  return plan.scenes.map(({ sceneNumber, title, startFrame }, index) => {
    const end = plan.scenes[index + 1]?.startFrame ?? plan.frameCount;
    const frameCount = end - startFrame;
    const parts = stretches === null ? [unknownPart(startFrame, frameCount)] : partsOf(stretches, startFrame, end);
    return { sceneNumber, title, startFrame, frameCount, parts };
  });
}

type ReceiptStretch = Pick<PlannedStretch, 'sceneNumber' | 'kind' | 'startFrame' | 'frameCount'> & {
  sceneTitle: string;
};

/** The scenes of a finished movie, as its receipt tells of them. What two share stands with the earlier one there. */
export function receiptStrip(stretches: readonly ReceiptStretch[]): StripScene[] {
  const scenes: StripScene[] = [];
  for (const { sceneNumber, sceneTitle: title, kind, startFrame, frameCount } of stretches) {
    const part = { kind, startFrame, frameCount };
    const last = scenes.at(-1);
    if (last?.sceneNumber === sceneNumber) {
      last.frameCount += frameCount;
      last.parts.push(part);
    } else scenes.push({ sceneNumber, title, startFrame, frameCount, parts: [part] });
  }
  return scenes;
}

function partsOf(stretches: Stretches, start: number, end: number): StripPart[] {
  return stretches.flatMap(({ kind, startFrame, frameCount }): StripPart[] => {
    const from = Math.max(start, startFrame);
    const to = Math.min(end, startFrame + frameCount);
    return to > from ? [{ kind, startFrame: from, frameCount: to - from }] : [];
  });
}

function unknownPart(startFrame: number, frameCount: number): StripPart {
  return { kind: 'unknown', startFrame, frameCount };
}
