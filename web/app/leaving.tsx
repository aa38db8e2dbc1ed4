import { Suspense } from 'react';
import { useSession } from '#api/queries/session.ts';
import { useAskedToLeave } from '#features/account/asked-to-leave.ts';
import { lazyPart } from '#ui/lazy-part.ts';
import { leaveBrowser } from './account-calls.ts';

const LeaveDialog = lazyPart(async () => ({
  default: (await import('#features/account/leave-dialog.tsx')).LeaveDialog,
}));

/** Asks before this browser is cleared. */
export function Leaving() {
  const isAsked = useAskedToLeave((state) => state.isAsked);
  const { user } = useSession();
  if (!isAsked || user === null) return null;
  return (
    <Suspense fallback={null}>
      <LeaveDialog userId={user.id} onLeave={() => leaveBrowser(user.id)} />
    </Suspense>
  );
}
