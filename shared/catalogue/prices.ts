/** What a second of video really costs, per model and size, in USD. Dated: the ledger stores the date with each entry. */
import type { ModelId } from './models.ts';

export const PRICE_LIST_DATE = '2026-11-20';

export const pricePerSecondUsd: Record<ModelId, Record<'720p' | '1080p', number>> = {
  'veo-3.1': { '720p': 0.4, '1080p': 0.4 },
  'veo-3': { '720p': 0.4, '1080p': 0.4 },
  'veo-2': { '720p': 0.35, '1080p': 0.35 },
  omni: { '720p': 0.07, '1080p': 0.105 },
};
