import { Button } from '@radix-ui/themes';
import type { CharacterReference } from '#shared/entities/character-reference.ts';
import { DialogFrame } from '#ui/dialog-frame.tsx';
import { QuietButton } from '#ui/quiet-button.tsx';
import { uiWords } from '#ui/words.ts';
import { deleteWords as words } from './words.ts';

type DeleteDialogProps = {
  character: CharacterReference;
  onDelete: () => Promise<boolean>;
  onClose: () => void;
};

/** Asks before a character is deleted, because nothing undoes that. */
export function DeleteDialog({ character, onDelete, onClose }: DeleteDialogProps) {
  const footer = (
    <>
      <QuietButton size="3" onClick={onClose}>
        {uiWords.cancel}
      </QuietButton>
      <Button size="3" color="red" onClick={() => void onDelete().then((isGone) => isGone && onClose())}>
        {words.remove}
      </Button>
    </>
  );
  return (
    <DialogFrame title={words.title(character)} width={440} onClose={onClose} footer={footer}>
      {words.consequence}
    </DialogFrame>
  );
}
