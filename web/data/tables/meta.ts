/** Single values that belong to the device. */
import type { z } from 'zod';
import type { StoryreelDb } from '../db.ts';

/** The value under a key, or the given one when there is none or it has another shape. */
export async function readMeta<T>(db: StoryreelDb, key: string, schema: z.ZodType<T>, otherwise: T): Promise<T> {
  const parsed = schema.safeParse((await db.meta.get(key))?.value);
  return parsed.success ? parsed.data : otherwise;
}

export async function writeMeta(db: StoryreelDb, key: string, value: unknown): Promise<void> {
  await db.meta.put({ key, value });
}
