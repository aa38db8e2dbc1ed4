/** The same object without the fields that are undefined, so that spreading it over a row can't blank one. */
export function withoutUndefined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const kept: { [K in keyof T]?: Exclude<T[K], undefined> } = {};
  for (const key of Object.keys(fields).filter((name): name is Extract<keyof T, string> => name in fields)) {
    const value = fields[key];
    if (isDefined(value)) kept[key] = value;
  }
  return kept;
}

function isDefined<T>(value: T): value is Exclude<T, undefined> {
  return value !== undefined;
}
