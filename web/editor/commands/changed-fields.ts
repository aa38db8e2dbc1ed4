import { sameValue } from '#shared/rules/same-value.ts';

/** The fields of a patch that would change the row, and the values that these have now; null where nothing would change. */
export function changedFields<P extends object>(row: P, patch: P): { patch: P; former: P } | null {
  const isField = (name: string): name is Extract<keyof P, string> => name in patch;
  const names = Object.keys(patch)
    .filter(isField)
    .filter((name) => patch[name] !== undefined && !sameValue(row[name], patch[name]));
  if (names.length === 0) return null;
  return { patch: pick(patch, names), former: pick(row, names) };
}

function pick<P extends object>(from: P, names: readonly Extract<keyof P, string>[]): P {
  const picked = { ...from };
  for (const name of Object.keys(picked))
    if (!names.some((kept) => kept === name)) Reflect.deleteProperty(picked, name);
  return picked;
}
