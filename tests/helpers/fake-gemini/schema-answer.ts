// Makes up JSON that satisfies a response schema, so that any schema a product sends gets a valid answer.
// Reads plain JSON Schema and the API's own form with upper-case types and numbers written as strings.

import { textFor } from './schema-text.ts';

export type JsonValue = null | boolean | number | string | JsonValue[] | { [name: string]: JsonValue };

interface Place {
  /** The property that the value is for; '' at the root. */
  name: string;
  /** Position in the nearest array, from 0. */
  index: number;
  depth: number;
  root: Node;
  itemsWanted: ItemsWanted;
}

/** How many items the list of that name shall have where its schema leaves it open; undefined if it doesn't matter. */
export type ItemsWanted = (name: string) => number | undefined;

type Node = { readonly [name: string]: unknown };

/** Beyond this depth optional properties are left out, so that a schema which holds itself comes to an end. */
const MAX_DEPTH = 12;
const USUAL_ITEMS = 2;

/** A value that the schema accepts. Throws for a pattern that no made-up text meets. */
export function answerFor(schema: unknown, itemsWanted: ItemsWanted = () => undefined): JsonValue {
  const root = asNode(schema);
  return valueFor(root, { name: '', index: 0, depth: 0, root, itemsWanted });
}

/** Reads wishes such as "Scenes (5):" or "exactly 5 scenes" out of a prompt. */
export function itemsNamedIn(prompt: string): ItemsWanted {
  return (name) => {
    const word = name.replace(/[^a-z]/gi, '');
    if (word === '') return undefined;
    const found =
      new RegExp(`\\b${word} *\\((\\d+)\\)`, 'i').exec(prompt) ?? new RegExp(`\\b(\\d+) +${word}\\b`, 'i').exec(prompt);
    const count = Number(found?.[1] ?? Number.NaN);
    return Number.isNaN(count) ? undefined : count;
  };
}

function valueFor(node: Node, place: Place): JsonValue {
  const schema = resolved(node, place.root);
  if ('const' in schema) return asJson(schema['const']);
  const choices = listOf(schema['enum']);
  if (choices.length > 0) return asJson(choices[place.index % choices.length]);
  const [branch] = [...listOf(schema['anyOf']), ...listOf(schema['oneOf'])];
  if (branch !== undefined) return valueFor({ ...without(schema, ['anyOf', 'oneOf']), ...asNode(branch) }, place);
  switch (typeOf(schema)) {
    case 'object':
      return objectFor(schema, place);
    case 'array':
      return arrayFor(schema, place);
    case 'integer':
    case 'number':
      return numberFor(schema, place);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return textFor({
        name: place.name,
        index: place.index,
        minLength: numberIn(schema, 'minLength') ?? 0,
        maxLength: numberIn(schema, 'maxLength') ?? Number.POSITIVE_INFINITY,
        format: textIn(schema, 'format'),
        pattern: textIn(schema, 'pattern'),
      });
  }
}

function objectFor(schema: Node, place: Place): JsonValue {
  const required = new Set(listOf(schema['required']));
  const made: { [name: string]: JsonValue } = {};
  for (const [name, property] of Object.entries(asNode(schema['properties']))) {
    if (place.depth > MAX_DEPTH && !required.has(name)) continue;
    made[name] = valueFor(asNode(property), { ...place, name, depth: place.depth + 1 });
  }
  return made;
}

function arrayFor(schema: Node, place: Place): JsonValue {
  const least = numberIn(schema, 'minItems') ?? 0;
  const most = numberIn(schema, 'maxItems') ?? Number.POSITIVE_INFINITY;
  const prefix = listOf(schema['prefixItems']);
  const usual = place.depth > MAX_DEPTH ? 0 : (place.itemsWanted(place.name) ?? Math.max(USUAL_ITEMS, prefix.length));
  const items = asNode(schema['items']);
  // Where items must differ, there can't be more of them than there are choices.
  const choices = listOf(resolved(items, place.root)['enum']).length;
  const distinct = choices > 0 ? choices : Number.POSITIVE_INFINITY;
  const count = Math.max(least, Math.min(usual, most, distinct));
  return Array.from({ length: count }, (_, index) =>
    valueFor(prefix[index] === undefined ? items : asNode(prefix[index]), { ...place, index, depth: place.depth + 1 }),
  );
}

function numberFor(schema: Node, place: Place): number {
  const isInteger = typeOf(schema) === 'integer';
  const step = numberIn(schema, 'multipleOf') ?? (isInteger ? 1 : 0.01);
  const aboveLow = numberIn(schema, 'exclusiveMinimum');
  const belowHigh = numberIn(schema, 'exclusiveMaximum');
  const low = numberIn(schema, 'minimum') ?? (aboveLow === undefined ? undefined : aboveLow + step);
  const high = numberIn(schema, 'maximum') ?? (belowHigh === undefined ? undefined : belowHigh - step);
  const isSmallRange = low !== undefined && high !== undefined && !isInteger;
  const wanted = isSmallRange ? (low + high) / 2 : place.index + 1;
  const bounded = Math.min(Math.max(wanted, low ?? Number.NEGATIVE_INFINITY), high ?? Number.POSITIVE_INFINITY);
  const down = Math.floor(bounded / step + 1e-9) * step;
  const onStep = down >= (low ?? Number.NEGATIVE_INFINITY) ? down : Math.ceil(bounded / step - 1e-9) * step;
  const rounded = Number(onStep.toFixed(6));
  return rounded >= (low ?? rounded) && rounded <= (high ?? rounded) ? rounded : bounded;
}

/** The schema with its reference followed and its `allOf` parts laid together. */
function resolved(node: Node, root: Node): Node {
  const reference = textIn(node, '$ref');
  const target = reference === undefined ? {} : followReference(reference, root);
  let schema: Node = reference === undefined ? node : { ...resolved(target, root), ...without(node, ['$ref']) };
  for (const part of listOf(schema['allOf'])) {
    const other = resolved(asNode(part), root);
    const properties = { ...asNode(schema['properties']), ...asNode(other['properties']) };
    const required = [...listOf(schema['required']), ...listOf(other['required'])];
    schema = { ...without(schema, ['allOf']), ...other, properties, required };
  }
  return schema;
}

function followReference(reference: string, root: Node): Node {
  const path = reference
    .replace(/^#\/?/, '')
    .split('/')
    .filter((step) => step !== '');
  return path.reduce((node, step) => asNode(node[step]), root);
}

function typeOf(schema: Node): string {
  const types = [schema['type']].flat().filter((type) => typeof type === 'string');
  const named = types.map((type) => type.toLowerCase()).find((type) => type !== 'null') ?? types[0]?.toLowerCase();
  if (named !== undefined) return named;
  if ('properties' in schema) return 'object';
  if ('items' in schema || 'prefixItems' in schema) return 'array';
  return 'string';
}

function numberIn(schema: Node, name: string): number | undefined {
  const value = schema[name];
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value !== '' ? Number(value) : undefined;
}

function textIn(schema: Node, name: string): string | undefined {
  const value = schema[name];
  return typeof value === 'string' ? value : undefined;
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function asNode(value: unknown): Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {};
}

function without(node: Node, names: readonly string[]): Node {
  return Object.fromEntries(Object.entries(node).filter(([name]) => !names.includes(name)));
}

function asJson(value: unknown): JsonValue {
  return JSON.parse(JSON.stringify(value ?? null));
}
