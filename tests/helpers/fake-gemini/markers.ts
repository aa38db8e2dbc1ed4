// Orders to the fake, written into a prompt: [[name]], [[name:value]], [[name-once]], [[name#tag]].
// A tag makes two otherwise equal orders count apart.

export interface Marker {
  /** Lower case, without `-once`. */
  name: string;
  /** True if the order holds for the first request only. */
  isOnce: boolean;
  value: string | null;
  /** As written, brackets included. */
  literal: string;
}

const MARKER = /\[\[([a-z0-9-]+?)(-once)?(?::([^\]#]+))?(?:#[^\]]*)?\]\]/g;

/** All orders in a text, in the order written. */
export function markersIn(text: string): Marker[] {
  return [...text.matchAll(MARKER)].map((match) => ({
    name: match[1] ?? '',
    isOnce: match[2] !== undefined,
    value: match[3] ?? null,
    literal: match[0],
  }));
}

/** The first order of that name, or null. */
export function markerNamed(markers: readonly Marker[], name: string): Marker | null {
  return markers.find((marker) => marker.name === name) ?? null;
}

/** The order's value as a number, or `fallback` if there is no order or no number in it. */
export function markerNumber(markers: readonly Marker[], name: string, fallback: number): number {
  const value = markerNamed(markers, name)?.value;
  const number = value === null || value === undefined ? Number.NaN : Number(value);
  return Number.isFinite(number) ? number : fallback;
}
