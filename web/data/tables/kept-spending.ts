/** What the server last said of the person's spending, so that the page about it has something to say without the network. */
import { z } from 'zod';
import { ledgerAttempt, spendingDaysReply, spendingReply } from '#shared/api/spending.ts';
import type { StoryreelDb } from '../db.ts';
import { readMeta, writeMeta } from './meta.ts';

const keptSpendingSchema = z.object({
  /** When it was asked for, in milliseconds since the epoch. */
  at: z.number(),
  month: spendingReply,
  /** The first and the last of the days that were asked for. */
  from: z.string(),
  until: z.string(),
  days: spendingDaysReply,
  /** The newest page of the ledger, and where the next one begins. */
  attempts: z.array(ledgerAttempt),
  next: z.string().nullable(),
});
export type KeptSpending = z.infer<typeof keptSpendingSchema>;

/** Null when nothing was kept for this person. */
export function readKeptSpending(db: StoryreelDb, userId: string): Promise<KeptSpending | null> {
  return readMeta(db, keyOf(userId), keptSpendingSchema.nullable(), null);
}

export async function keepSpending(db: StoryreelDb, userId: string, spending: KeptSpending): Promise<void> {
  await writeMeta(db, keyOf(userId), spending);
}

function keyOf(userId: string): string {
  return `spending.${userId}`;
}
