/** What people call a model, by upstream's name of it. Pure. */
import { models } from '#shared/catalogue/models.ts';
import type { SpendingKind } from '#shared/api/spending.ts';
import { kindWords } from './words.ts';

/** A model of the catalog by its label there; another one by its name in words: "Gemini 3.8 Flash". */
export function modelName({ kind, model }: { kind: SpendingKind; model: string | null }): string {
  if (model === null) return kindWords[kind].unknownModel;
  const row = models.find(({ upstreamIds }) => upstreamIds.some((id) => id === model));
  if (row) return row.label;
  return model
    .split('-')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join(' ');
}
