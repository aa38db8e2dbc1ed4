/** How a target length is cut into scenes of the lengths that a model can make. */
import type { ModelRow } from '../catalogue/models.ts';

/**
 * Scene lengths in seconds that add up to the target exactly, with as many of the model's longest as possible and
 * the shorter ones last. Every target that the product offers (30 to 600 in steps of 30) can be met by every row.
 * @throws RangeError when no sum of the model's lengths gives the target
 */
export function breakdownLengths(targetSeconds: number, row: Pick<ModelRow, 'durations'>): number[] {
  const longestFirst = row.durations.toSorted((a, b) => b - a);
  const found = fill(targetSeconds, longestFirst);
  if (!found) throw new RangeError(`${targetSeconds} s can't be cut into scenes of ${row.durations.join(', ')} s.`);
  return found;
}

function fill(rest: number, lengths: readonly number[]): number[] | null {
  if (rest === 0) return [];
  const [longest, ...shorter] = lengths;
  if (longest === undefined || rest < 0) return null;
  for (let count = Math.floor(rest / longest); count >= 0; count--) {
    const tail = fill(rest - count * longest, shorter);
    if (tail) return [...Array.from({ length: count }, () => longest), ...tail];
  }
  return null;
}
