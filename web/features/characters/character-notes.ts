/** What characters cost, whether the project's model can use them, and how many are missing. Pure. */
import { imageModels } from '#shared/catalogue/image-models.ts';
import { modelRow, type ModelId, type ModelRow } from '#shared/catalogue/models.ts';
import type { Spending } from '#shared/api/spending.ts';
import type { CharacterReference } from '#shared/entities/character-reference.ts';
import { formatSpentUsd } from '#shared/rules/cost.ts';
import { formatUsd } from '#shared/words/format.ts';
import { capLeft } from '#widgets/cap-left.ts';
import { characterWords as words, portraitWords, restWords } from './words.ts';

/** The price of this many pictures from the image model that is tried first. */
export function characterCost(count: number, isDemo: boolean): string {
  return isDemo ? words.demoCost : words.cost({ cost: formatUsd(count * imageModels[0].pricePerPictureUsd) });
}

/** The price of one portrait, for a menu. */
export function portraitPrice(isDemo: boolean): string {
  return isDemo ? portraitWords.free : portraitWords.about({ cost: formatUsd(imageModels[0].pricePerPictureUsd) });
}

/** What is left under the cap, now and after this many pictures; null without a cap, and where nothing is charged. */
export function capNote(count: number, isDemo: boolean, spending: Spending | undefined): string | null {
  const left = isDemo || !spending ? null : capLeft(spending, count * imageModels[0].pricePerPictureUsd);
  if (left === null) return null;
  const [now, after] = [formatSpentUsd(left.leftUsd), formatSpentUsd(left.afterUsd)];
  return left.isShort ? words.capShort({ left: now }) : words.capLeft({ left: now, after });
}

/** Says that the project's model can't use the pictures; null when it can. */
export function referencesNote(model: ModelId): string | null {
  const row: ModelRow = modelRow(model);
  return row.rules.references ? null : words.noPictures({ model: row.label });
}

/** Says that fewer characters or portraits came than were asked for; null when all did. @param asked null before anything was */
export function fewerNote(characters: readonly CharacterReference[], asked: number | null): string | null {
  const bare = characters.filter(({ imageUrl }) => imageUrl === null).length;
  const notes = [
    asked !== null && characters.length < asked ? restWords.fewer({ came: characters.length, asked }) : '',
    bare > 0 ? restWords.noPortrait({ count: bare }) : '',
  ].filter(Boolean);
  return notes.length === 0 ? null : notes.join(' ');
}
