// Whatever schema the product sends, the made-up answer is valid by it.

import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { answerFor, itemsNamedIn } from '#tests/helpers/fake-gemini/schema-answer.ts';

const scene = z.strictObject({
  order: z.int().min(1).max(12),
  title: z.string().min(1).max(80),
  summary: z.string().min(120).max(400),
  seconds: z.literal([4, 6, 8]),
  mood: z.enum(['calm', 'tense']),
  kind: z.literal('scene'),
  dialogue: z.array(z.object({ speaker: z.string(), line: z.string().max(12) })).max(3),
  palette: z.array(z.string().regex(/^#[0-9a-f]{6}$/)).length(3),
  note: z.string().nullable(),
  extra: z.string().optional(),
  confidence: z.number().min(0).max(1),
  weight: z.number().positive().multipleOf(0.25),
  isFinal: z.boolean(),
});

const schemas: [string, z.ZodType][] = [
  ['a breakdown', z.object({ title: z.string().min(3), scenes: z.array(scene).min(5).max(5) })],
  ['many scenes', z.object({ scenes: z.array(scene).min(12) })],
  [
    'genres',
    z
      .array(z.object({ genre: z.enum(['noir', 'western', 'comedy']), why: z.string() }))
      .min(1)
      .max(3),
  ],
  ['ids and times', z.object({ id: z.uuid(), at: z.iso.datetime(), on: z.iso.date(), mail: z.email(), link: z.url() })],
  [
    'slugs',
    z.object({
      slug: z.string().regex(/^[a-z][a-z0-9-]{1,30}$/),
      code: z
        .string()
        .regex(/^[A-Z]{3}$/)
        .length(3),
    }),
  ],
  [
    'one of several',
    z.discriminatedUnion('kind', [z.object({ kind: z.literal('a'), n: z.int() }), z.object({ kind: z.literal('b') })]),
  ],
  ['parts laid together', z.intersection(z.object({ a: z.string() }), z.object({ b: z.number().min(3) }))],
  ['a record', z.record(z.string(), z.number())],
];

describe('an answer made from a schema', () => {
  test.each(schemas)('is valid for %s', (_, schema) => {
    expect(schema.safeParse(answerFor(z.toJSONSchema(schema))).error?.message).toBeUndefined();
    expect(schema.safeParse(answerFor(z.toJSONSchema(schema, { target: 'openapi-3.0' }))).success).toBe(true);
  });

  test('is valid for a pair', () => {
    const pair = z.tuple([z.string(), z.number()]);
    expect(pair.safeParse(answerFor(z.toJSONSchema(pair))).success).toBe(true);
  });

  test('follows references, and comes to an end where a schema holds itself', () => {
    const tree = {
      $defs: {
        node: {
          type: 'object',
          properties: { name: { type: 'string' }, parts: { type: 'array', items: { $ref: '#/$defs/node' } } },
        },
      },
      $ref: '#/$defs/node',
    };
    expect(answerFor(tree)).toMatchObject({ name: 'Name 1', parts: [{ name: 'Name 1' }, { name: 'Name 2' }] });
  });

  test('reads upper-case types and numbers written as strings', () => {
    const schema = {
      type: 'OBJECT',
      properties: {
        list: { type: 'ARRAY', minItems: '4', items: { type: 'INTEGER', maximum: 2 } },
        none: { type: 'NULL' },
      },
    };
    expect(answerFor(schema)).toEqual({ list: [1, 2, 2, 2], none: null });
  });

  test('has as many items as the prompt names, where the schema leaves it open', () => {
    const schema = z.toJSONSchema(z.object({ scenes: z.array(z.object({ prompt: z.string() })) }));
    const count = (prompt: string) => Object.values(answerFor(schema, itemsNamedIn(prompt)) ?? {})[0]?.length;
    expect(count('Frame: 16:9\nScenes (5):\n1. 8 seconds')).toBe(5);
    expect(count('Split it into exactly 7 scenes.')).toBe(7);
    expect(count('Split it.')).toBe(2);
  });

  test('says so if it cannot meet a pattern', () => {
    expect(() => answerFor({ type: 'object', properties: { odd: { type: 'string', pattern: '^qqq-\\d$' } } })).toThrow(
      /odd/,
    );
  });
});
