import { Flag } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { unpublishProject } from '#api/queries/reports.ts';
import { QuietButton } from '#ui/quiet-button.tsx';
import { RefusableButton } from '#ui/refusable-button.tsx';
import { showFailure, showToast } from '#ui/toasts.ts';
import { useRefusals } from '#widgets/use-refusals.ts';
import styles from './report-actions.module.css';
import { reportWords as words } from './report-words.ts';

const ReportDialog = lazy(async () => ({ default: (await import('./report-dialog.tsx')).ReportDialog }));

/** What a visitor can do about a movie that shouldn't be here. @param canUnpublish for its owner, and operators */
export function ReportActions({ projectId, canUnpublish }: { projectId: string; canUnpublish: boolean }) {
  const [isReporting, setIsReporting] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const { server } = useRefusals();
  const unpublish = async (): Promise<void> => {
    setIsBusy(true);
    try {
      await unpublishProject(projectId);
      showToast({ title: words.unpublished });
    } catch (error) {
      showFailure(words.unpublishFailed, error);
    }
    setIsBusy(false);
  };
  return (
    <p className={styles['actions']}>
      <QuietButton size="2" variant="ghost" onClick={() => setIsReporting(true)}>
        <Flag size={16} aria-hidden="true" /> {words.report}
      </QuietButton>
      {canUnpublish ? (
        <RefusableButton
          isQuiet
          size="2"
          disabled={isBusy}
          refusal={server?.sentence ?? null}
          onPress={() => void unpublish()}
        >
          {words.unpublish}
        </RefusableButton>
      ) : null}
      {isReporting ? (
        <Suspense>
          <ReportDialog projectId={projectId} onClose={() => setIsReporting(false)} />
        </Suspense>
      ) : null}
    </p>
  );
}
