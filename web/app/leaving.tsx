import { Suspense } from 'react';
import { useSession } from '#api/queries/session.ts';
import { lazyPart } from '#ui/lazy-part.ts';
import { useAskedToSignOut } from '#widgets/asked-to-sign-out.ts';
import { leaveBrowser, leaveForNow } from './account-calls.ts';

const LeaveDialog = lazyPart(async () => ({
  default: (await import('#features/account/leave-dialog.tsx')).LeaveDialog,
}));

/** Asks before somebody leaves this browser. */
export function Leaving() {
  const isAsked = useAskedToSignOut((state) => state.isAsked);
  const { user } = useSession();
  if (!isAsked || user === null) return null;
  return (
    <Suspense fallback={null}>
      <LeaveDialog userId={user.id} onKeep={leaveForNow} onRemove={() => leaveBrowser(user.id)} />
    </Suspense>
  );
}
