/** Changes one thing in a JSON value so that it stays JSON and makes no sense. */
import { testId } from './rows.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Place = { holder: Json[] | { [key: string]: Json }; key: string | number };

/** @param value changed in place; of one shape with what files hold */
export function makeSenseless(value: object, random: () => number): void {
  const places = placesIn(value as Json);
  const { holder, key } = pick(places, random);
  const present = valueAt({ holder, key });
  // Types that stay get further in.
  const others = random() < 0.7 ? alike(present, places, random) : ANY;
  put({ holder, key }, pick(others, random));
}

const HUGE = [-1, 0, 0.5, 1e-320, 2 ** 31, 2 ** 53, 1e15, -1e15, 1e308, -1e308];
const LONG = 'ab\u202E"<é🎬'.repeat(12_500);
const STRINGS = ['', ' ', '\0', '\uD800', '__proto__', '../../x', LONG, 'NaN', testId(9_999), testId(101), testId(1)];
const ANY: readonly Json[] = [null, true, [], {}, [[]], ...HUGE, ...STRINGS];

function alike(present: Json, places: readonly Place[], random: () => number): readonly Json[] {
  if (typeof present === 'boolean') return [!present];
  if (typeof present === 'number') return [...HUGE, present + 1, -present, Math.round(random() * 1e6)];
  // Another place's own: an id that is there twice, a scene that is its own parent, a clip that is a sound.
  if (typeof present === 'string') return [...STRINGS, ...places.map(valueAt).filter((one) => typeof one === 'string')];
  if (Array.isArray(present)) return [[], present.toReversed(), [...present, ...present], many(present)];
  if (present === null) return [...HUGE, ...STRINGS];
  return [{}, { ...present, extra: 1 }];
}

function many(items: readonly Json[]): Json[] {
  return items.length === 0 ? [] : Array.from({ length: 2_000 }, (_, index) => items[index % items.length] ?? null);
}

function placesIn(value: Json): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item, key) => [{ holder: value, key }, ...placesIn(item)]);
  return Object.entries(value).flatMap(([key, item]) => [{ holder: value, key }, ...placesIn(item)]);
}

function valueAt({ holder, key }: Place): Json {
  return (Array.isArray(holder) ? holder[Number(key)] : holder[key]) ?? null;
}

function put({ holder, key }: Place, value: Json): void {
  if (Array.isArray(holder)) holder[Number(key)] = value;
  else holder[key] = value;
}

function pick<T>(items: readonly T[], random: () => number): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('There is nothing to choose from.');
  return item;
}
