import { ImportAfterSignIn } from '#features/project-file/import-after-sign-in.tsx';
import { ReplacementNotices } from '#features/history/replacement-notices.tsx';
import { VersionNotice } from './version-notice.tsx';

/** What is told on whichever page is open. */
export function Notices() {
  return (
    <>
      <ReplacementNotices />
      <VersionNotice />
      <ImportAfterSignIn />
    </>
  );
}
