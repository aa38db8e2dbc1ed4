/** What characters cost, and whether the project's model can use them. Pure. */
import { imageModels } from '#shared/catalogue/image-models.ts';
import { modelRow, type ModelId, type ModelRow } from '#shared/catalogue/models.ts';
import { formatUsd } from '#shared/words/format.ts';
import { characterWords as words } from './words.ts';

/** The price of this many pictures from the image model that is tried first. */
export function characterCost(count: number, isDemo: boolean): string {
  return isDemo ? words.demoCost : words.cost({ cost: formatUsd(count * imageModels[0].pricePerPictureUsd) });
}

/** Says that the project's model can't use the pictures; null when it can. */
export function referencesNote(model: ModelId): string | null {
  const row: ModelRow = modelRow(model);
  return row.rules.references ? null : words.noPictures({ model: row.label });
}
