import { Button } from '@radix-ui/themes';
import { useState } from 'react';
import { PageMessage } from '#ui/page-message.tsx';
import { QuietButton } from '#ui/quiet-button.tsx';
import { errorDetails } from './error-details.ts';
import styles from './error-message.module.css';

type ErrorMessageProps = { error: Error; scope: 'page' | 'part' };

/** What stands in the place of what has failed: what is safe, the ways on, and what to tell. */
export function ErrorMessage({ error, scope }: ErrorMessageProps) {
  const isPage = scope === 'page';
  return (
    <PageMessage
      isWholePage={isPage}
      title={isPage ? 'This page ran into a fault' : 'This part ran into a fault'}
      text={
        isPage
          ? 'Your projects and unsent changes are kept on this device. Load the page again; if it fails once more, go back to your projects.'
          : 'Your project and unsent changes are kept on this device, and the rest of the page works on. Load the page again to have this part back.'
      }
    >
      <Button size="3" onClick={() => location.reload()}>
        Load again
      </Button>
      {isPage ? (
        <QuietButton size="3" onClick={() => location.assign('/')}>
          My Projects
        </QuietButton>
      ) : null}
      <CopyDetails error={error} />
    </PageMessage>
  );
}

/** Where the browser doesn't let it be copied, it can be read and selected. */
function CopyDetails({ error }: { error: Error }) {
  const [outcome, setOutcome] = useState<'none' | 'copied' | 'refused'>('none');
  const details = errorDetails({
    error,
    path: location.pathname,
    origin: location.origin,
    version: String(import.meta.env['VITE_VERSION'] ?? 'in development'),
    browser: navigator.userAgent,
  });
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(details);
      setOutcome('copied');
    } catch {
      setOutcome('refused');
    }
  };
  return (
    <>
      <QuietButton size="3" onClick={() => void copy()}>
        {outcome === 'copied' ? 'Copied' : 'Copy details'}
      </QuietButton>
      {outcome === 'refused' ? <pre className={styles['details']}>{details}</pre> : null}
    </>
  );
}
