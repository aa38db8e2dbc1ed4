import { ReplacementNotices } from '#features/history/replacement-notices.tsx';
import { VersionNotice } from './version-notice.tsx';

/** What is told on whichever page is open. */
export function Notices() {
  return (
    <>
      <ReplacementNotices />
      <VersionNotice />
    </>
  );
}
