/** What a second of video really costs, per upstream model and size, in USD. Dated: the ledger stores the date with each entry. */
import { modelRow, type ModelId } from './models.ts';

export const PRICE_LIST_DATE = '2026-11-20';

type Prices = Record<'720p' | '1080p', number>;

const pricesOf: Readonly<Record<string, Prices>> = {
  'veo-3.1-generate-preview': { '720p': 0.4, '1080p': 0.4 },
  'veo-3.1-fast-generate-preview': { '720p': 0.1, '1080p': 0.12 },
  'veo-3.1-generate-001': { '720p': 0.4, '1080p': 0.4 },
  'veo-3.0-generate-001': { '720p': 0.4, '1080p': 0.4 },
  'veo-3.0-fast-generate-001': { '720p': 0.1, '1080p': 0.12 },
  'veo-2.0-generate-001': { '720p': 0.35, '1080p': 0.35 },
  'gemini-omni-1.2-flash': { '720p': 0.07, '1080p': 0.105 },
  'gemini-omni-1.1-flash': { '720p': 0.1, '1080p': 0.15 },
};

/** @throws RangeError when the list has no price for the model */
export function pricePerSecondUsd(upstreamModel: string, resolution: '720p' | '1080p'): number {
  const prices = pricesOf[upstreamModel];
  if (!prices) throw new RangeError(`There is no price for ${upstreamModel}.`);
  return prices[resolution];
}

/** The upstream models of a row that the list has no price for. */
export function unpricedModels(id: ModelId): string[] {
  return modelRow(id).upstreamIds.filter((upstreamId) => pricesOf[upstreamId] === undefined);
}
