/** Ledger entries around each request to a text model. */
import { tokensUsd } from '#shared/catalogue/prices.ts';
import { uuidv7 } from '#shared/entities/id.ts';
import type { Bill, Pay } from '#edge-api/providers/text-model/port.ts';
import { reserve, settlement, type LedgerDeps } from './spending.ts';

/**
 * Charges requests to a person. A lost answer can't be looked up later, so it's settled at the reserved amount and
 * counts as spent.
 * @param payer.projectId null where there is no project yet
 */
export function payForTokens(deps: LedgerDeps, payer: { userId: string; projectId: string | null }): Pay {
  return async (atMost, send) => {
    const nowMs = deps.now();
    const atMostUsd = tokensUsd(atMost, nowMs);
    const work = `words/${uuidv7(nowMs, deps.randomBytes(10))}`;
    const reservation = await reserve(deps, {
      ...payer,
      work,
      model: atMost.model,
      priceUsd: atMostUsd,
      callKey: null,
    });
    const outcome = await send();
    const paid = settlement(deps, reservation, amountUsd(outcome.bill, atMostUsd, nowMs));
    await deps.db.batch([paid], 'write');
    return outcome;
  };
}

function amountUsd(bill: Bill, atMostUsd: number, nowMs: number): number {
  if (bill === 'nothing') return 0;
  return bill === 'unknown' ? atMostUsd : tokensUsd(bill, nowMs);
}
