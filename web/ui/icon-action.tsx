import { IconButton } from '@radix-ui/themes';
import type { ComponentProps, ReactNode } from 'react';
import { Tip } from './tip.tsx';
import { highContrast } from './high-contrast.ts';

type IconActionProps = Omit<ComponentProps<typeof IconButton>, 'children'> & {
  /** The accessible name, shown as a tooltip too. */
  label: string;
  /** What the tooltip says in place of the name: why it can't be pressed now. */
  reason?: string;
  children: ReactNode;
};

/** A quiet button of one icon: always named, always with a tooltip. */
export function IconAction({ label, reason, children, className = '', ...rest }: IconActionProps) {
  return (
    <Tip text={reason ?? label}>
      <IconButton
        type="button"
        variant="ghost"
        color="gray"
        aria-label={label}
        {...rest}
        className={`${highContrast} ${className}`}
      >
        {children}
      </IconButton>
    </Tip>
  );
}
