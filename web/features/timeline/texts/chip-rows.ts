/** Which row of the lane each text lies in: texts that are seen at one time lie one below the other. Pure. */

/** @returns the row of each, counted from 0, in the order given */
export function chipRows(chips: readonly { left: number; width: number }[]): number[] {
  const ends: number[] = [];
  const rows = chips.map(() => 0);
  const order = chips
    .map((chip, index) => ({ ...chip, index }))
    .toSorted((a, b) => a.left - b.left || a.index - b.index);
  for (const { left, width, index } of order) {
    const free = ends.findIndex((end) => end <= left + 1e-6);
    const row = free < 0 ? ends.length : free;
    ends[row] = left + width;
    rows[index] = row;
  }
  return rows;
}
