/**
 * What models really cost, in USD: a second of video by upstream model and size, a million tokens by text model. Dated:
 * the ledger stores the date with each entry.
 */
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

/** What a million tokens cost until a day (UTC, that day included); the last price of a list has no end. */
type TokenPrice = { until: string | null; inputUsd: number; outputUsd: number };

/** The price of the newest Flash is an offer that is announced to end with the year. */
const FLASH: readonly TokenPrice[] = [
  { until: '2026-12-31', inputUsd: 0.75, outputUsd: 3.75 },
  { until: null, inputUsd: 1.5, outputUsd: 7.5 },
];

const tokenPricesOf: Readonly<Record<string, readonly TokenPrice[]>> = {
  'gemini-3.8-flash': FLASH,
  'gemini-3.5-flash-lite': [{ until: null, inputUsd: 0.3, outputUsd: 2.5 }],
  // Another name for the newest Flash.
  'gemini-flash-latest': FLASH,
};

/** The tokens of one request to a text model. What it thought before it answered is output. */
export type TokenUse = { model: string; inputTokens: number; outputTokens: number };

const MILLION = 1_000_000;

/**
 * What the tokens of a request cost.
 * @param nowMs milliseconds since the epoch; prices change from one day to the next
 * @throws RangeError when the list has no price for the model
 */
export function tokensUsd({ model, inputTokens, outputTokens }: TokenUse, nowMs: number): number {
  const today = new Date(nowMs).toISOString().slice(0, 10);
  const price = tokenPricesOf[model]?.find(({ until }) => until === null || today <= until);
  if (price === undefined) throw new RangeError(`There is no price for ${model}.`);
  return (inputTokens * price.inputUsd + outputTokens * price.outputUsd) / MILLION;
}
