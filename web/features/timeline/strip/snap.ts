/** Where a dragged edge or scene catches on something. Pure. */

export type SnapTarget = {
  /** Percent of the lane. */
  left: number;
  /** What stands there, as the tip names it. */
  met: string;
};

/** A drag catches on what is as near as this. */
export const SNAP_PX = 8;

/** The nearest target within reach; null where there is none. @param reach percent of the lane */
export function nearestTarget(left: number, targets: readonly SnapTarget[], reach: number): SnapTarget | null {
  return targets.reduce<SnapTarget | null>((best, target) => {
    const distance = Math.abs(target.left - left);
    return distance <= reach && (best === null || distance < Math.abs(best.left - left)) ? target : best;
  }, null);
}
