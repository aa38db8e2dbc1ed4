/** What is left of the monthly cap, now and after what is about to be spent. Pure. */
import type { Spending } from '#shared/api/spending.ts';

export type CapLeft = {
  leftUsd: number;
  /** Never below zero. */
  afterUsd: number;
  /** The cap would stop it. */
  isShort: boolean;
};

/** Null without a cap. What is reserved and not settled yet counts as spent, as it does on the server. */
export function capLeft(
  { spentUsd, openUsd, monthlyCapUsd }: Pick<Spending, 'spentUsd' | 'openUsd' | 'monthlyCapUsd'>,
  reservedUsd: number,
): CapLeft | null {
  if (monthlyCapUsd === null) return null;
  const leftUsd = Math.max(0, monthlyCapUsd - spentUsd - openUsd);
  const isShort = reservedUsd > 0 && micro(spentUsd + openUsd + reservedUsd) > micro(monthlyCapUsd);
  return { leftUsd, afterUsd: Math.max(0, leftUsd - reservedUsd), isShort };
}

/** Whole millionths of a dollar, as the ledger counts: sums of prices have rounding errors. */
function micro(usd: number): number {
  return Math.round(usd * 1_000_000);
}
