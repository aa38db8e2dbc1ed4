import { useSession } from '#api/queries/session.ts';
import { FolderCopies } from '#features/project-file/folder-copies.tsx';
import { ImportAfterSignIn } from '#features/project-file/import-after-sign-in.tsx';
import { ReplacementNotices } from '#features/history/replacement-notices.tsx';
import { Leaving } from './leaving.tsx';
import { VersionNotice } from './version-notice.tsx';

/** What is told on whichever page is open. */
export function Notices() {
  const { user } = useSession();
  return (
    <>
      <ReplacementNotices />
      <VersionNotice />
      <ImportAfterSignIn />
      <Leaving />
      {user === null ? null : <FolderCopies userId={user.id} />}
    </>
  );
}
