import { Suspense } from 'react';
import { useSession } from '#api/queries/session.ts';
import { useAskedToLeave } from '#features/account/asked-to-leave.ts';
import { useAskedToEndExports } from '#widgets/asked-to-end-exports.ts';
import { lazyPart } from '#ui/lazy-part.ts';
import { leaveBrowser } from './account-calls.ts';

const LeaveDialog = lazyPart(async () => ({
  default: (await import('#features/account/leave-dialog.tsx')).LeaveDialog,
}));

const EndExportsDialog = lazyPart(async () => ({
  default: (await import('#features/account/end-exports-dialog.tsx')).EndExportsDialog,
}));

/** Asks before this browser is cleared, and before logging out ends an export. */
export function Leaving() {
  const answer = useAskedToEndExports((state) => state.answer);
  const isAsked = useAskedToLeave((state) => state.isAsked);
  const { user } = useSession();
  if (answer !== null)
    return (
      <Suspense fallback={null}>
        <EndExportsDialog onAnswer={answer} />
      </Suspense>
    );
  if (!isAsked || user === null) return null;
  return (
    <Suspense fallback={null}>
      <LeaveDialog userId={user.id} onLeave={() => leaveBrowser(user.id)} />
    </Suspense>
  );
}
