/** Whether two plain values (as JSON has them) are equal in every part, whatever the order of their keys. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((value, index) => sameValue(value, b[index]))
    );
  }
  if (!isRecord(a) || !isRecord(b)) return false;
  // Without lists of its own: a drag compares all that is drawn with every move.
  for (const key in a) if (!sameValue(a[key], b[key])) return false;
  for (const key in b) if (b[key] !== undefined && !Object.hasOwn(a, key)) return false;
  return true;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
