import { Card, Heading } from '@radix-ui/themes';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { dismissReport, unpublishProject, useReports } from '#api/queries/reports.ts';
import type { Report } from '#shared/api/reports.ts';
import { reportReasonWords } from '#shared/words/report-words.ts';
import { RefusableButton } from '#ui/refusable-button.tsx';
import { showFailure } from '#ui/toasts.ts';
import { useRefusals } from '#widgets/use-refusals.ts';
import styles from './reports-card.module.css';
import cards from './settings.module.css';
import { reportsWords as words } from './words.ts';

/** What was reported about public movies, for operators. */
export function ReportsCard() {
  const reports = useReports();
  const refusal = useRefusals().server?.sentence ?? null;
  return (
    <Card size="3" className={cards['card'] ?? ''}>
      <Heading as="h2" size="4">
        {words.title}
      </Heading>
      {reports?.length === 0 ? <p className={cards['demoNote']}>{words.none}</p> : null}
      {reports === undefined || reports.length === 0 ? null : (
        <ul className={styles['reports']}>
          {reports.map((report) => (
            <ReportLine key={report.id} report={report} refusal={refusal} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function ReportLine({ report, refusal }: { report: Report; refusal: string | null }) {
  const [isBusy, setIsBusy] = useState(false);
  const run = async (work: () => Promise<void>, title: string): Promise<void> => {
    setIsBusy(true);
    try {
      await work();
    } catch (error) {
      showFailure(title, error);
    }
    setIsBusy(false);
  };
  const { id, projectId, title } = report;
  return (
    <li>
      <p>
        <Link className="link" to={`/showcase/${projectId}`}>
          {title}
        </Link>{' '}
        <span className="quiet">
          {reportReasonWords[report.reason]} · {words.at({ at: report.at })}
        </span>
      </p>
      {report.details === '' ? null : <p className={styles['details']}>{report.details}</p>}
      <div className={styles['actions']}>
        {report.isPublic ? (
          <RefusableButton
            isQuiet
            size="2"
            disabled={isBusy}
            refusal={refusal}
            aria-label={words.unpublishTitle({ title })}
            onPress={() => void run(() => unpublishProject(projectId), words.unpublishFailed)}
          >
            {words.unpublish}
          </RefusableButton>
        ) : (
          <span className="quiet">{words.unpublished}</span>
        )}
        <RefusableButton
          isQuiet
          size="2"
          disabled={isBusy}
          refusal={refusal}
          aria-label={words.dismissTitle({ title })}
          onPress={() => void run(() => dismissReport(id), words.dismissFailed)}
        >
          {words.dismiss}
        </RefusableButton>
      </div>
    </li>
  );
}
