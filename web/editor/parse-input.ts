/** What a form hands over, read by the schema that the server reads it by too. */
import type { z } from 'zod';
import { AppError } from '#shared/errors.ts';

/** @throws AppError `invalid_input` with a sentence that names the field */
export function parseInput<T>(schema: z.ZodType<T>, input: unknown): T {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.') ?? '';
  throw new AppError(
    'invalid_input',
    field === '' ? (issue?.message ?? 'This is not valid.') : `${field}: ${issue?.message}`,
    { cause: parsed.error },
  );
}
