import { Suspense } from 'react';
import { lazyPart } from '#ui/lazy-part.ts';
import { useAskedToSignOut } from '#widgets/asked-to-sign-out.ts';
import type { LeaveDialogProps } from './leave-dialog.tsx';

const LeaveDialog = lazyPart(async () => ({ default: (await import('./leave-dialog.tsx')).LeaveDialog }));

/** Asks before somebody leaves this browser. */
export function Leaving(props: LeaveDialogProps) {
  const isAsked = useAskedToSignOut((state) => state.isAsked);
  if (!isAsked) return null;
  return (
    <Suspense fallback={null}>
      <LeaveDialog {...props} />
    </Suspense>
  );
}
