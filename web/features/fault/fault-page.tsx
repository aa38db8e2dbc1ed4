import type { ReactNode } from 'react';
import { ThemeGround } from '#ui/theme-ground.tsx';
import { PageHeader } from '#widgets/page-header.tsx';

/** What stands round the message of a page that broke: it needs nothing that may have broken with it. */
export function FaultPage({ children }: { children: ReactNode }) {
  return (
    <ThemeGround>
      <PageHeader />
      {children}
    </ThemeGround>
  );
}
