/** Values on their way into the engine and out of it, by the rules of `@libsql/client`. */
import type { InArgs, InValue } from '@libsql/client/web';
import type { Value } from './client.ts';

type Bindable = null | string | number | bigint | Uint8Array;

/** @throws TypeError for undefined, RangeError for a number that is not finite */
export function bindable(args: InArgs): Bindable[] | Record<string, Bindable> {
  if (Array.isArray(args)) return args.map(bindableValue);
  const values: Record<string, Bindable> = {};
  for (const name in args) values[name] = bindableValue(args[name]);
  return values;
}

function bindableValue(value: InValue | undefined): Bindable {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new RangeError('Only finite numbers can be passed to the database.');
    return value;
  }
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value === undefined) throw new TypeError('undefined can’t be passed to the database.');
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  return value instanceof Date ? value.valueOf() : value;
}

/** A row by the names of its columns; of two columns of one name the first counts. */
export function recordOf(columns: readonly string[], values: unknown): Record<string, Value> {
  if (!Array.isArray(values)) throw new TypeError('The database answered a row that is no list of values.');
  const row: Record<string, Value> = {};
  for (let index = columns.length - 1; index >= 0; index--) row[columns[index] ?? ''] = valueOf(values[index]);
  return row;
}

function valueOf(value: unknown): Value {
  if (typeof value === 'string' || typeof value === 'number' || value === null) return value;
  if (typeof value === 'bigint') return exactNumber(value);
  if (value instanceof Uint8Array) return value.slice().buffer;
  throw new TypeError(`The database answered a value of an unknown kind: ${typeof value}`);
}

function exactNumber(value: bigint): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number))
    throw new RangeError('The database holds an integer that no number holds exactly.');
  return number;
}
