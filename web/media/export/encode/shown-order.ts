/** Each packet's place by its time of presentation; null where they are stored in that order. */
export function shownOrder(timesUs: readonly number[]): number[] | null {
  if (timesUs.every((us, at) => at === 0 || us > (timesUs[at - 1] ?? 0))) return null;
  const sorted = timesUs.toSorted((a, b) => a - b);
  const placeOf = new Map(sorted.map((us, place) => [us, place]));
  return timesUs.map((us) => placeOf.get(us) ?? 0);
}
