/** What a person's generations really cost, and the cap that they may set on it. */
import { z } from 'zod';
import { limits } from '../limits.ts';

export const spendingReply = z.object({
  /** The calendar month (UTC) that the sums are of, such as 2026-11. */
  month: z.string().regex(/^\d{4}-\d{2}$/),
  /** Charged in this month. */
  spentUsd: z.number(),
  /** Asked for in this month, and not known yet to be charged or not; it counts towards the cap. */
  openUsd: z.number(),
  /** null: no cap. */
  monthlyCapUsd: z.number().nullable(),
});
export type Spending = z.infer<typeof spendingReply>;

export const patchSpendingRequest = z.strictObject({
  monthlyCapUsd: z.number().min(0).max(limits.monthlyCapMaxUsd).nullable(),
});
