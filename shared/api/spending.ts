/** What a person's requests to models really cost, and the cap that they may set on it. */
import { z } from 'zod';
import { idSchema } from '../entities/id.ts';
import { limits } from '../limits.ts';

const sums = {
  /** Charged in this month. */
  spentUsd: z.number(),
  /** Asked for in this month, and not known yet to be charged or not; it counts towards the cap. */
  openUsd: z.number(),
};

const projectSpending = z.object({
  /** null: projects that are gone, taken together. */
  projectId: idSchema.nullable(),
  title: z.string().nullable(),
  ...sums,
});
export type ProjectSpending = z.infer<typeof projectSpending>;

export const spendingReply = z.object({
  /** The calendar month (UTC) that the sums are of, such as 2026-11. */
  month: z.string().regex(/^\d{4}-\d{2}$/),
  ...sums,
  /** The same sums by project, the dearest first. */
  projects: z.array(projectSpending),
  /** The same sums of what the AI did for ideas that were no project yet. */
  withoutProject: z.object(sums),
  /** null: no cap. */
  monthlyCapUsd: z.number().nullable(),
});
export type Spending = z.infer<typeof spendingReply>;

export const patchSpendingRequest = z.strictObject({
  monthlyCapUsd: z.number().min(0).max(limits.monthlyCapMaxUsd).nullable(),
});
