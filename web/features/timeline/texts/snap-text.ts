/** Where a text that is dragged over the picture catches: the center, the thirds, and the safe area. Pure. */

export type Guide = {
  axis: 'x' | 'y';
  /** Percent of the picture. */
  at: number;
  kind: 'center' | 'third' | 'safe';
};

type Point = { x: number; y: number };
type Size = { width: number; height: number };

/** The edge that texts keep by themselves, in percent. */
export const SAFE_PERCENT = 5;
export const THIRDS = [100 / 3, 200 / 3] as const;

/**
 * @param center of the text's box, in percent of the picture
 * @param size of the box, in percent
 * @param reach how near is near enough, in percent either way
 */
export function snapText(center: Point, size: Size, reach: Point): { center: Point; guides: Guide[] } {
  const x = snapAxis('x', center.x, size.width, reach.x);
  const y = snapAxis('y', center.y, size.height, reach.y);
  return { center: { x: x.center, y: y.center }, guides: [...x.guides, ...y.guides] };
}

function snapAxis(
  axis: Guide['axis'],
  center: number,
  size: number,
  reach: number,
): { center: number; guides: Guide[] } {
  const found = targetsOf(axis, size)
    .map((target) => ({ ...target, distance: Math.abs(target.center - center) }))
    .filter(({ distance }) => distance <= reach)
    .toSorted((a, b) => a.distance - b.distance)[0];
  return found === undefined ? { center, guides: [] } : { center: found.center, guides: [found.guide] };
}

/** Of texts that are as wide as the safe area only the center counts: its edges would hold them on either side. */
function targetsOf(axis: Guide['axis'], size: number): { center: number; guide: Guide }[] {
  const half = size / 2;
  const far = 100 - SAFE_PERCENT;
  const fits = size < far - SAFE_PERCENT;
  return [
    { center: 50, guide: { axis, at: 50, kind: 'center' } },
    ...THIRDS.map((at) => ({ center: at, guide: { axis, at, kind: 'third' as const } })),
    ...(fits
      ? [
          { center: SAFE_PERCENT + half, guide: { axis, at: SAFE_PERCENT, kind: 'safe' as const } },
          { center: far - half, guide: { axis, at: far, kind: 'safe' as const } },
        ]
      : []),
  ];
}

/** The size that a text gets whose corner is dragged, in even pixels within the limits. @param ratio of the distances from the middle */
export function scaledSize(size: number, ratio: number, limits: { min: number; max: number; step: number }): number {
  const { min, max, step } = limits;
  return Math.min(max, Math.max(min, Math.round((size * ratio) / step) * step));
}
