import type { Session } from '#api/queries/session.ts';
import { AppHeader } from '#features/account/app-header.tsx';
import { QuietButton } from '#ui/quiet-button.tsx';
import styles from './public-header.module.css';

/** The head of pages that anybody may see: who isn't signed in is asked in. */
export function PublicHeader({ session }: { session: Session }) {
  return (
    <AppHeader user={session.user}>
      {session.isLoading || session.isAuthenticated ? null : (
        <QuietButton size="2" className={styles['start'] ?? ''} onClick={() => location.assign('/api/login')}>
          Get Started
        </QuietButton>
      )}
    </AppHeader>
  );
}
