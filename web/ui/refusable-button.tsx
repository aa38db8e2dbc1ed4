import { Button } from '@radix-ui/themes';
import type { ComponentProps } from 'react';
import { QuietButton } from './quiet-button.tsx';
import { Tip } from './tip.tsx';

type RefusableButtonProps = Omit<ComponentProps<typeof Button>, 'onClick'> & {
  /** Why it can't be pressed now, as a sentence; null when it can. */
  refusal: string | null;
  /** Whether it is not the screen's one lamp. */
  isQuiet?: boolean;
  onPress: () => void;
};

/** A button that says why it can't be pressed now. It can be reached all the same: that is how a keyboard finds the reason. */
export function RefusableButton({ refusal, isQuiet = false, onPress, ...rest }: RefusableButtonProps) {
  const Kind = isQuiet || refusal !== null ? QuietButton : Button;
  return (
    <Tip text={refusal}>
      <Kind {...rest} aria-disabled={refusal !== null} onClick={refusal === null ? onPress : undefined} />
    </Tip>
  );
}
