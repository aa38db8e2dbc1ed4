import { Link } from 'react-router-dom';
import type { Session } from '#api/queries/session.ts';
import { AppHeader } from '#features/account/app-header.tsx';
import { SignInButton } from '#features/account/sign-in-button.tsx';
import styles from './public-header.module.css';
import { pageWords } from './words.ts';

/** The header of pages that anyone can see; people who aren't signed in can get started. */
export function PublicHeader({ session }: { session: Session }) {
  return (
    <AppHeader user={session.user}>
      {session.isLoading || session.isAuthenticated ? null : (
        <>
          <Link className={`link ${styles['open']}`} to="/open">
            {pageWords.openProject}
          </Link>
          <SignInButton isQuiet size="2" className={styles['start'] ?? ''}>
            {pageWords.getStarted}
          </SignInButton>
        </>
      )}
    </AppHeader>
  );
}
