import { IconButton } from '@radix-ui/themes';
import type { ComponentProps, ReactNode } from 'react';
import { Tip } from './tip.tsx';
import { highContrast } from './high-contrast.ts';

type IconActionProps = Omit<ComponentProps<typeof IconButton>, 'children'> & {
  /** The accessible name, shown as a tooltip too. */
  label: string;
  /** Why it can't be pressed now, which the tooltip says in place of the name; null when it can. */
  refusal?: string | null;
  children: ReactNode;
};

/** A quiet button of one icon: always named, always with a tooltip. */
export function IconAction({
  label,
  refusal = null,
  children,
  className = '',
  onClick,
  'aria-disabled': isDisabled,
  ...rest
}: IconActionProps) {
  return (
    <Tip text={refusal ?? label} isRefusal={refusal !== null}>
      <IconButton
        type="button"
        variant="ghost"
        color="gray"
        aria-label={label}
        {...rest}
        aria-disabled={refusal === null ? isDisabled : true}
        className={`${highContrast} ${className}`}
        onClick={refusal === null ? onClick : undefined}
      >
        {children}
      </IconButton>
    </Tip>
  );
}
