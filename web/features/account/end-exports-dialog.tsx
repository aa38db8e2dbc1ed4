import { Button } from '@radix-ui/themes';
import { DialogFrame } from '#ui/dialog-frame.tsx';
import { QuietButton } from '#ui/quiet-button.tsx';
import { uiWords } from '#ui/words.ts';
import { endExportsWords as words } from './leave-words.ts';

/** Logging out ends an export, also one of another tab. */
export function EndExportsDialog({ onAnswer }: { onAnswer: (isYes: boolean) => void }) {
  const footer = (
    <>
      <QuietButton size="3" onClick={() => onAnswer(false)}>
        {uiWords.cancel}
      </QuietButton>
      <Button size="3" color="red" onClick={() => onAnswer(true)}>
        {words.logOut}
      </Button>
    </>
  );
  return (
    <DialogFrame title={words.title} width={480} onClose={() => onAnswer(false)} footer={footer}>
      <p>{words.text}</p>
    </DialogFrame>
  );
}
