import type { ReactNode } from 'react';
import { useOnline } from './online.ts';
import { Tip } from './tip.tsx';
import { uiWords } from './words.ts';

/** A link to another site, in a tab of its own. Without a network it says that it needs one, and opens nothing. */
export function OutLink({ href, children }: { href: string; children: ReactNode }) {
  const isOnline = useOnline();
  return (
    <Tip text={isOnline ? null : uiWords.offline.refusal} isRefusal={!isOnline}>
      <a className="link" href={href} target="_blank" rel="noreferrer">
        {children}
      </a>
    </Tip>
  );
}
