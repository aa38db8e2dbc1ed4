/** Marks in an idea that make the demo studio's clips fail, such as `[fail]`: they stay at their place in the movie. */
import { sentencesOf } from './idea-text.ts';

const ORDER = /\[(?:fail|refuse|lose)(?: extension)?\]/g;

type PartPlace = { number: number; count: number; scenes: number };

/** The marks of each scene of a part, by its index; none for most. */
export function ordersOf(idea: string, { number, count, scenes }: PartPlace): Map<number, string[]> {
  const orders = new Map<number, string[]>();
  // A mark may stand outside of any sentence.
  const sentences = sentencesOf(idea);
  sentences.forEach((sentence, place) => {
    const found = sentence.match(ORDER);
    const share = (place / sentences.length) * count - (number - 1);
    if (found === null || share < 0 || share >= 1) return;
    const index = Math.floor(share * scenes);
    orders.set(index, [...(orders.get(index) ?? []), ...found]);
  });
  return orders;
}
