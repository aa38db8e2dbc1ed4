/** From rows as libSQL gives them to records that the rest can trust. */
import type { ResultSet } from './client.ts';
import { z } from 'zod';

/** Every row, parsed. A row that doesn't fit its schema is a bug and throws. */
export function parseRows<Schema extends z.ZodType>(schema: Schema, result: ResultSet): z.output<Schema>[] {
  return result.rows.map((row) => schema.parse(row));
}

/** The first row, or null when there is none. */
export function parseFirst<Schema extends z.ZodType>(schema: Schema, result: ResultSet): z.output<Schema> | null {
  const [row] = result.rows;
  return row === undefined ? null : schema.parse(row);
}

/** A column that keeps a JSON text. */
export function jsonColumn<Schema extends z.ZodType>(schema: Schema) {
  return z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(schema);
}

/** A column that keeps 0 or 1. */
export const flagColumn = z.union([z.literal(0), z.literal(1)]).transform((value) => value === 1);
