import type { ReactNode } from 'react';
import { ThemeGround } from '#ui/theme-ground.tsx';
import { PageHeader } from '#widgets/page-header.tsx';

/** Wraps the message of a page that broke. It depends on nothing that may have broken too. */
export function FaultPage({ children }: { children: ReactNode }) {
  return (
    <ThemeGround>
      <PageHeader />
      {children}
    </ThemeGround>
  );
}
