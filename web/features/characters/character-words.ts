/** What the characters card says about money and models. Pure. */
import { imageModels } from '#shared/catalogue/image-models.ts';
import { modelRow, type ModelId, type ModelRow } from '#shared/catalogue/models.ts';
import { formatUsd } from '#shared/rules/cost.ts';

/** What so many pictures cost at the image model that is asked first. */
export function characterCost(count: number, isDemo: boolean): string {
  if (isDemo) return 'The demo studio draws them: nothing is charged.';
  return `About ${formatUsd(count * imageModels[0].pricePerPictureUsd)} on your key.`;
}

/** Whether the project's model looks at the pictures; null where it does. */
export function referencesNote(model: ModelId): string | null {
  const row: ModelRow = modelRow(model);
  return row.rules.references ? null : `${row.label} takes no pictures: it is told the words alone.`;
}
