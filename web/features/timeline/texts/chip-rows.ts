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

/** In pixels; on narrow screens for a thumb. */
export function chipHeight(isNarrow: boolean): number {
  return isNarrow ? 34 : 22;
}

const GAP_PX = { wide: 3, narrow: 10 };

/** Where a row of the lane begins, in pixels. */
export function rowTop(row: number, isNarrow: boolean): number {
  return row * (chipHeight(isNarrow) + (isNarrow ? GAP_PX.narrow : GAP_PX.wide));
}

/** The height of a lane with these rows; one without texts has the height of one row. */
export function laneHeight(rows: readonly number[], isNarrow: boolean): number {
  return rowTop(Math.max(0, ...rows), isNarrow) + chipHeight(isNarrow);
}
