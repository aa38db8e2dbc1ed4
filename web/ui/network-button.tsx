import type { ReactNode } from 'react';
import { useOnline } from './online.ts';
import { QuietButton } from './quiet-button.tsx';
import { Tip } from './tip.tsx';

type NetworkButtonProps = { size: '1' | '2' | '3'; isBusy: boolean; onPress: () => void; children: ReactNode };

/** A quiet button for what can't be done without a network, and says so while there is none. */
export function NetworkButton({ size, isBusy, onPress, children }: NetworkButtonProps) {
  const isOnline = useOnline();
  return (
    <Tip text={isOnline ? null : 'This needs the network.'}>
      <QuietButton
        size={size}
        disabled={isBusy}
        aria-disabled={!isOnline}
        onClick={() => {
          if (isOnline) onPress();
        }}
      >
        {children}
      </QuietButton>
    </Tip>
  );
}
