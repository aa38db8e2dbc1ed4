/** Parses what a form submits with the schema that the server uses too. */
import type { z } from 'zod';
import { AppError } from '#shared/errors.ts';
import { refusedEditWords } from './words.ts';

/** @throws AppError `invalid_input` with a sentence that names the field */
export function parseInput<T>(schema: z.ZodType<T>, input: unknown): T {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.') ?? '';
  throw new AppError(
    'invalid_input',
    field === '' ? (issue?.message ?? refusedEditWords.invalid) : `${field}: ${issue?.message}`,
    { cause: parsed.error },
  );
}
