import { Suspense, type ReactNode } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';

/** A part of a page: while it is fetched its place is empty, and when it fails the rest works on. */
export function PagePart({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary scope="part">
      <Suspense>{children}</Suspense>
    </ErrorBoundary>
  );
}
