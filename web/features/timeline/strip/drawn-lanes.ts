/** What of the lanes is drawn: what is far out of view costs nothing. */
import { createContext, use } from 'react';
import { isIn, type LaneSpan } from './lane-pixels.ts';

export type DrawnLanes = { lanePx: number; span: LaneSpan };

const DrawnContext = createContext<DrawnLanes>({ lanePx: 0, span: { from: 0, to: 100 } });
export const DrawnLanesProvider = DrawnContext.Provider;

export function useDrawnLanes(): DrawnLanes {
  return use(DrawnContext);
}

const DetailContext = createContext<DrawnLanes>({ lanePx: 0, span: { from: 0, to: 100 } });
export const DrawnDetailProvider = DetailContext.Provider;

/** The same for pictures and waves: while lanes are zoomed they stretch, and are drawn anew when there is time. */
export function useDrawnDetail(): DrawnLanes {
  return use(DetailContext);
}

/** Narrower scenes show their picture alone: what would be in them can be neither read nor pressed. */
const LEAST_DETAILED_PX = 28;

export function isDetailed({ width }: { width: number }, { lanePx }: DrawnLanes): boolean {
  return (width / 100) * lanePx >= LEAST_DETAILED_PX;
}

/** Whether an element of the lane (percent of it) is drawn. */
export function isDrawn(element: { left: number; width: number }, { span }: DrawnLanes): boolean {
  return isIn(span, element);
}
