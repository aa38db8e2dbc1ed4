import { Button } from '@radix-ui/themes';
import type { ComponentProps } from 'react';
import { highContrast } from './high-contrast.ts';
import { Tip } from './tip.tsx';

type RefusableButtonProps = Omit<ComponentProps<typeof Button>, 'onClick'> & {
  /** Why it can't be pressed now, as a sentence; null when it can. */
  refusal: string | null;
  /** Whether it is not the screen's one lamp. */
  isQuiet?: boolean;
  /** Left out where the button submits a form. */
  onPress?: () => void;
};

/** A button that says why it can't be pressed now. The reason goes before `disabled`, which would keep it out of reach. */
export function RefusableButton({
  refusal,
  isQuiet = false,
  disabled = false,
  className = '',
  onPress,
  ...rest
}: RefusableButtonProps) {
  const isRefused = refusal !== null;
  // As QuietButton looks. It is one element in every state, so that it keeps the focus.
  const isGray = isQuiet || isRefused;
  return (
    <Tip text={refusal} isRefusal={isRefused}>
      <Button
        {...(isQuiet && { variant: 'soft', color: 'gray' })}
        {...rest}
        {...(isRefused && { variant: 'soft', color: 'gray' })}
        className={`${isGray ? highContrast : ''} ${className}`}
        disabled={disabled && !isRefused}
        onClick={isRefused ? undefined : onPress}
      />
    </Tip>
  );
}
