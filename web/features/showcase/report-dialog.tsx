import { RadioGroup, Spinner, TextArea } from '@radix-ui/themes';
import { useId, useState } from 'react';
import { reportProject } from '#api/queries/reports.ts';
import { reportReasons, type ReportReason } from '#shared/api/reports.ts';
import { limits } from '#shared/limits.ts';
import { DialogFrame } from '#ui/dialog-frame.tsx';
import { useOnline } from '#ui/online.ts';
import { QuietButton } from '#ui/quiet-button.tsx';
import { RefusableButton } from '#ui/refusable-button.tsx';
import { showFailure, showToast } from '#ui/toasts.ts';
import { uiWords } from '#ui/words.ts';
import { refusalWords } from '#widgets/words.ts';
import styles from './report-dialog.module.css';
import { reportWords as words } from './report-words.ts';

/** Tells the operators what is wrong with a public movie. */
export function ReportDialog({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const [reason, setReason] = useState<ReportReason>('illegal');
  const [details, setDetails] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [formId, detailsId] = [useId(), useId()];
  // Visitors can report, so it doesn't matter who is signed in.
  const refusal = useOnline() ? null : refusalWords.offline.sentence;
  const send = async (): Promise<void> => {
    setIsBusy(true);
    try {
      await reportProject(projectId, { reason, details });
      showToast(words.sent);
      onClose();
    } catch (error) {
      showFailure(words.failed, error);
      setIsBusy(false);
    }
  };
  const footer = (
    <>
      <QuietButton size="3" disabled={isBusy} onClick={onClose}>
        {uiWords.cancel}
      </QuietButton>
      <RefusableButton size="3" type="submit" form={formId} disabled={isBusy} refusal={refusal}>
        {isBusy ? <Spinner /> : null}
        {words.send}
      </RefusableButton>
    </>
  );
  return (
    <DialogFrame title={words.title} subtitle={words.subtitle} width={480} onClose={onClose} footer={footer}>
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy && refusal === null) void send();
        }}
      >
        <RadioGroup.Root
          value={reason}
          aria-label={words.reason}
          onValueChange={(value) => setReason(reportReasons.find((one) => one === value) ?? 'other')}
        >
          {reportReasons.map((one) => (
            <RadioGroup.Item key={one} value={one} className={styles['reason'] ?? ''}>
              {words.reasons[one]}
            </RadioGroup.Item>
          ))}
        </RadioGroup.Root>
        <label className={styles['label']} htmlFor={detailsId}>
          {words.details}
        </label>
        <TextArea
          id={detailsId}
          rows={3}
          maxLength={limits.reportLength}
          value={details}
          onChange={(event) => setDetails(event.target.value)}
        />
      </form>
    </DialogFrame>
  );
}
