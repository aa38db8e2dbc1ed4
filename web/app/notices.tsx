import { useSession } from '#api/queries/session.ts';
import { FolderCopies } from '#features/project-file/folder-copies.tsx';
import { ImportAfterSignIn } from '#features/project-file/import-after-sign-in.tsx';
import { Leaving } from '#features/account/leaving.tsx';
import { ReplacementNotices } from '#features/history/replacement-notices.tsx';
import { leaveBrowser, leaveForNow } from './account-calls.ts';
import { VersionNotice } from './version-notice.tsx';

/** What is told on whichever page is open. */
export function Notices() {
  const { user } = useSession();
  return (
    <>
      <ReplacementNotices />
      <VersionNotice />
      <ImportAfterSignIn />
      {user === null ? null : <Leaving userId={user.id} onKeep={leaveForNow} onRemove={() => leaveBrowser(user.id)} />}
      {user === null ? null : <FolderCopies userId={user.id} />}
    </>
  );
}
