/** The periods that the page offers. Pure. */
import { dayOf } from './spending-plot.ts';

export const ranges = ['month', '30', '90'] as const;
export type RangeId = (typeof ranges)[number];

const DAY_MS = 24 * 60 * 60 * 1000;

/** The first and the last day of a period that ends with `until`. The month is the one that the cap is for. */
export function rangeOf(id: RangeId, until: string): { from: string; until: string } {
  if (id === 'month') return { from: `${until.slice(0, 7)}-01`, until };
  return { from: dayOf(Date.parse(until) - (Number(id) - 1) * DAY_MS), until };
}
