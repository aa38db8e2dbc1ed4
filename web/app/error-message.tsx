import { Button } from '@radix-ui/themes';
import { useState } from 'react';
import { PageMessage } from '#ui/page-message.tsx';
import { QuietButton } from '#ui/quiet-button.tsx';
import { errorDetails } from './error-details.ts';
import styles from './error-message.module.css';
import { brokenPageWords as words, errorReportWords } from './words.ts';

type ErrorMessageProps = { error: Error; scope: 'page' | 'part' };

/** Replaces what failed: says what is safe and what to do next, and offers details to report. */
export function ErrorMessage({ error, scope }: ErrorMessageProps) {
  const isPage = scope === 'page';
  return (
    <PageMessage isWholePage={isPage} title={words[scope].title} text={words[scope].text}>
      <Button size="3" onClick={() => location.reload()}>
        {words[scope].reload}
      </Button>
      {isPage ? (
        <QuietButton size="3" onClick={() => location.assign('/')}>
          {words.myProjects}
        </QuietButton>
      ) : null}
      <CopyDetails error={error} />
    </PageMessage>
  );
}

/** Where the browser blocks copying, shows the details to select by hand. */
function CopyDetails({ error }: { error: Error }) {
  const [outcome, setOutcome] = useState<'none' | 'copied' | 'refused'>('none');
  const details = errorDetails({
    error,
    path: location.pathname,
    origin: location.origin,
    version: String(import.meta.env['VITE_VERSION'] ?? errorReportWords.inDevelopment),
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
        {outcome === 'copied' ? words.copied : words.copyDetails}
      </QuietButton>
      {outcome === 'refused' ? <pre className={styles['details']}>{details}</pre> : null}
    </>
  );
}
