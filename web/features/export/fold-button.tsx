import { ChevronDown, ChevronUp } from 'lucide-react';
import { IconAction } from '#ui/icon-action.tsx';
import { cardWords } from './words.ts';

export type Folding = { isFolded: boolean; onFold: () => void };

/** Makes a line of a card, and a card of the line. */
export function FoldButton({ isFolded, onFold }: Folding) {
  return (
    <IconAction
      size="1"
      label={isFolded ? cardWords.unfold : cardWords.fold}
      aria-expanded={!isFolded}
      onClick={onFold}
    >
      {isFolded ? <ChevronUp size={16} /> : <ChevronDown size={16} />}
    </IconAction>
  );
}
