/** Spread over what of the lanes is empty but for what stands on it: a drag that begins right there draws a box. */
export const emptyLane = { 'data-empty-lane': '' };
