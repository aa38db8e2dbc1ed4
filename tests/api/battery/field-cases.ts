/** Values that a schema takes and values that it refuses, each a single step from a valid request. */
import type { JsonSchema } from './operations.ts';

export type FieldCase = {
  /** Such as `textOverlays 1 fontSize at most` or `title too long`. */
  name: string;
  fields: Record<string, unknown>;
  isValid: boolean;
};

type ValueCase = { name: string; value: unknown; isValid: boolean };

/** Stands for a field that is left out. */
const LEFT_OUT = Symbol('left out');

/** Every field missing, unknown, of a wrong type, at its limits and over them. */
export function fieldCases(schema: JsonSchema, valid: Record<string, unknown>): FieldCase[] {
  return objectCases(schema, valid).map(({ name, value, isValid }) => ({
    name: name.trim(),
    fields: value as Record<string, unknown>,
    isValid,
  }));
}

function objectCases(schema: JsonSchema, valid: Record<string, unknown>): ValueCase[] {
  const required = new Set(schema.required);
  const known = Object.entries(schema.properties ?? {}).flatMap(([field, part]) => {
    // One that the valid request does without stands in with a value of our own.
    const given = field in valid ? valid[field] : sampleOf(part);
    const cases = [
      ...(required.has(field) ? [{ name: 'missing', value: LEFT_OUT, isValid: false }] : []),
      ...valueCases(part, given),
    ];
    return cases.map(({ name, value, isValid }) => ({
      name: `${field} ${name}`,
      value: withField(valid, field, value),
      isValid,
    }));
  });
  const unknown = ['surprise', 'userId', '__proto__', 'constructor'].map((field) => ({
    name: `unknown field ${field}`,
    value: withField(valid, field, 1),
    isValid: false,
  }));
  return [...known, ...unknown];
}

/** Values of one query parameter: those that its schema takes and those that it refuses. */
export function queryCases(schema: JsonSchema): { name: string; value: string; isValid: boolean }[] {
  return textCases(schema).flatMap(({ name, value, isValid }) =>
    typeof value === 'string' ? [{ name, value, isValid }] : [],
  );
}

/** A value that a schema takes. */
export function sampleOf(schema: JsonSchema): unknown {
  if (schema.enum !== undefined) return schema.enum[0];
  const [type] = [schema.type ?? schema.anyOf?.[0]?.type ?? []].flat();
  if (type === 'object')
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([field, part]) => [field, sampleOf(part)]));
  if (type === 'array') return Array.from({ length: schema.minItems ?? 1 }, () => sampleOf(schema.items ?? {}));
  if (type === 'number' || type === 'integer') return schema.minimum ?? 1;
  return type === 'boolean' ? true : 'x';
}

/** `__proto__` has to be a field of its own, as it is when JSON brings it. */
function withField(valid: Record<string, unknown>, field: string, value: unknown): Record<string, unknown> {
  const { [field]: _, ...rest } = valid;
  if (value === LEFT_OUT) return rest;
  return Object.defineProperty(rest, field, { value, enumerable: true, configurable: true, writable: true });
}

function valueCases(schema: JsonSchema, valid: unknown): ValueCase[] {
  if (schema.anyOf !== undefined)
    return [...wrongTypes(['string', 'object']), ...schema.anyOf.flatMap((part) => partCases(part, valid))];
  const types = [schema.type ?? []].flat();
  return [...wrongTypes(types), ...typedCases(schema, types, valid)];
}

/** Of one form out of several, only that of the valid value is gone into. */
function partCases(schema: JsonSchema, valid: unknown): ValueCase[] {
  return schema.type === 'object' && typeof valid === 'object'
    ? typedCases(schema, ['object'], valid)
    : (schema.enum ?? []).map((value) => ({ name: value, value, isValid: true }));
}

function typedCases(schema: JsonSchema, types: readonly string[], valid: unknown): ValueCase[] {
  if (types.includes('object')) return objectCases(schema, valid as Record<string, unknown>);
  if (types.includes('array')) return arrayCases(schema, valid as unknown[]);
  if (types.includes('string')) return textCases(schema);
  if (types.includes('number') || types.includes('integer')) return numberCases(schema, types.includes('integer'));
  return [];
}

const oneOfEach: readonly [string, unknown][] = [
  ['string', 'text'],
  ['number', 1.5],
  ['boolean', true],
  ['object', { a: 1 }],
  ['array', []],
  ['null', null],
];

function wrongTypes(types: readonly string[]): ValueCase[] {
  return oneOfEach
    .filter(([type]) => !types.includes(type))
    .map(([type, value]) => ({ name: `as ${type}`, value, isValid: false }));
}

function textCases(schema: JsonSchema): ValueCase[] {
  if (schema.enum !== undefined) {
    const wrong = ['', 'unheard-of', (schema.enum[0] ?? '').toUpperCase(), ` ${schema.enum[0] ?? ''}`];
    return wrong
      .filter((value) => schema.enum?.includes(value) !== true)
      .map((value) => ({ name: `as ${JSON.stringify(value)}`, value, isValid: false }));
  }
  const cases: ValueCase[] = [];
  const { minLength, maxLength, pattern } = schema;
  if (pattern !== undefined)
    for (const value of ['', 'x', '\0', '../..'])
      cases.push({ name: `as ${JSON.stringify(value)}`, value, isValid: false });
  if (minLength === 1) {
    cases.push({ name: 'at least', value: 'x', isValid: true }, { name: 'empty', value: '', isValid: false });
    cases.push({ name: 'blank', value: ' \t\n ', isValid: false });
  }
  if (maxLength !== undefined) {
    cases.push({ name: 'at most', value: 'x'.repeat(maxLength), isValid: true });
    cases.push({ name: 'too long', value: 'x'.repeat(maxLength + 1), isValid: false });
  }
  return cases;
}

function numberCases({ minimum, maximum, exclusiveMinimum }: JsonSchema, isInteger: boolean): ValueCase[] {
  const step = isInteger ? 1 : 0.001;
  const cases: ValueCase[] = [];
  if (minimum !== undefined) {
    cases.push({ name: 'at least', value: minimum, isValid: true });
    cases.push({ name: 'too small', value: minimum - step, isValid: false });
  }
  if (exclusiveMinimum !== undefined) cases.push({ name: 'too small', value: exclusiveMinimum, isValid: false });
  if (maximum !== undefined) {
    cases.push({ name: 'at most', value: maximum, isValid: true });
    cases.push({ name: 'too large', value: maximum + step, isValid: false });
  }
  if (isInteger) cases.push({ name: 'as a fraction', value: (minimum ?? 0) + 0.5, isValid: false });
  return cases;
}

function arrayCases({ items = {}, minItems = 0, maxItems }: JsonSchema, valid: readonly unknown[]): ValueCase[] {
  const filled = (length: number): unknown[] =>
    Array.from({ length }, (_, index) => items.enum?.[index] ?? valid[index % valid.length]);
  const cases: ValueCase[] = [{ name: 'at least', value: filled(minItems), isValid: true }];
  if (minItems > 0) cases.push({ name: 'too few', value: filled(minItems - 1), isValid: false });
  if (maxItems !== undefined) {
    cases.push({ name: 'at most', value: filled(maxItems), isValid: true });
    cases.push({ name: 'too many', value: filled(maxItems + 1), isValid: false });
  }
  const [first, ...rest] = valid;
  return [
    ...cases,
    ...valueCases(items, first).map(({ name, value, isValid }) => ({
      name: `1 ${name}`,
      value: [value, ...rest],
      isValid,
    })),
  ];
}
