/** What a person's requests to models really cost, and the cap that they may set on it. */
import { z } from 'zod';
import { idSchema } from '../entities/id.ts';
import { limits } from '../limits.ts';
import { requestWords } from './words.ts';

const sums = {
  /** Charged. */
  spentUsd: z.number(),
  /** Asked for, and not known yet to be charged or not; it counts towards the cap. */
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

/** What a project cost; of attempts that were begun since then (milliseconds since the epoch), if a time is given. */
export const projectSpendingQuery = z.object({
  since: z
    .string()
    .regex(/^\d{1,15}$/, requestWords.time)
    .optional(),
});
export const projectSpendingReply = z.object(sums);
export type ProjectSums = z.infer<typeof projectSpendingReply>;

const day = z.iso.date(requestWords.day);

/**
 * The first and the last day, both included; days are UTC's, as the month of the cap is. Without them: thirty days, and until
 * today.
 */
export const spendingDaysQuery = z.object({ from: day.optional(), until: day.optional() });
export type SpendingDaysQuery = z.infer<typeof spendingDaysQuery>;

/** What was paid for: a clip, the portrait of a character, or words. */
export const spendingKinds = ['clip', 'portrait', 'text'] as const;
export type SpendingKind = (typeof spendingKinds)[number];

const origin = {
  /** null: of a project that is gone, or of none. */
  projectId: idSchema.nullable(),
  /** null: as `projectId`. */
  title: z.string().nullable(),
  kind: z.enum(spendingKinds),
  /** Upstream's name; null where it was not written down. */
  model: z.string().nullable(),
};

/** What one day cost for one project, kind and model. */
const spendingDay = z.object({ day: z.string(), ...origin, ...sums });
export type SpendingDay = z.infer<typeof spendingDay>;
/** The earliest day first; a day without spending has no row. */
export const spendingDaysReply = z.array(spendingDay);

/**
 * A page of the ledger begins after the attempt that the page before ended with: when it began, and its id. The reply names
 * the next page in a `Link` header (RFC 8288) with `rel="next"`; the last page has none.
 */
export const ledgerQuery = z.object({
  before: z
    .string()
    .regex(/^\d{1,15}_[0-9a-f-]{36}$/, requestWords.pageName)
    .optional(),
  /** Only what was asked for in this project. */
  projectId: idSchema.optional(),
});

export const attemptStates = ['charged', 'open', 'released'] as const;

/** One request to a model: what was reserved for it, and what became of that. */
export const ledgerAttempt = z.object({
  id: idSchema,
  /** Milliseconds since the epoch. */
  at: z.number(),
  ...origin,
  /** Of a clip whose scene is still there. */
  sceneNumber: z.number().int().nullable(),
  /** `open`: nobody knows yet whether it was charged. `released`: it was not. */
  state: z.enum(attemptStates),
  reservedUsd: z.number(),
  /** Charged, or still reserved. */
  amountUsd: z.number(),
  /** The day of the price list that it was reckoned by. */
  priceListDate: z.string(),
});
export type LedgerAttempt = z.infer<typeof ledgerAttempt>;
/** The newest first. */
export const ledgerReply = z.array(ledgerAttempt);
