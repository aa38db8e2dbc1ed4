import { Spinner } from '@radix-ui/themes';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { readLedger, type LedgerPage } from '#api/queries/spending.ts';
import type { LedgerAttempt } from '#shared/api/spending.ts';
import { formatSpentUsd } from '#shared/rules/cost.ts';
import { RefusableButton } from '#ui/refusable-button.tsx';
import { showFailure } from '#ui/toasts.ts';
import { useRefusals } from '#widgets/use-refusals.ts';
import { downloadLedger } from './download-ledger.ts';
import styles from './ledger.module.css';
import { modelName } from './model-name.ts';
import { csvWords, kindWords, ledgerWords as words, stateWords } from './words.ts';

/** Request by request, the newest first. @param first the page that is known already */
export function Ledger({ first }: { first: LedgerPage }) {
  const [page, setPage] = useState(first);
  const [isBusy, setIsBusy] = useState(false);
  const refusal = useRefusals().server?.sentence ?? null;
  const more = async (): Promise<void> => {
    setIsBusy(true);
    try {
      const { attempts, next } = await readLedger(page.next);
      setPage({ attempts: [...page.attempts, ...attempts], next });
    } catch (error) {
      showFailure(words.moreFailed, error);
    }
    setIsBusy(false);
  };
  return (
    <section className={styles['ledger']} aria-label={words.title}>
      <div className={styles['head']}>
        <h2>{words.title}</h2>
        {page.attempts.length === 0 ? null : <DownloadButton refusal={refusal} />}
      </div>
      {page.attempts.length === 0 ? (
        <p className={styles['note']}>{words.empty}</p>
      ) : (
        <Table attempts={page.attempts} />
      )}
      {page.attempts.some(({ state }) => state === 'open') ? <p className={styles['note']}>{words.openNote}</p> : null}
      {page.next === null ? null : (
        <RefusableButton isQuiet size="2" disabled={isBusy} refusal={refusal} onPress={() => void more()}>
          {isBusy ? <Spinner size="1" /> : null}
          {words.more}
        </RefusableButton>
      )}
    </section>
  );
}

function DownloadButton({ refusal }: { refusal: string | null }) {
  const [isBusy, setIsBusy] = useState(false);
  const download = async (): Promise<void> => {
    setIsBusy(true);
    await downloadLedger();
    setIsBusy(false);
  };
  return (
    <RefusableButton isQuiet size="2" disabled={isBusy} refusal={refusal} onPress={() => void download()}>
      {isBusy ? <Spinner size="1" /> : <Download size={16} aria-hidden="true" />}
      {isBusy ? csvWords.preparing : csvWords.download}
    </RefusableButton>
  );
}

function Table({ attempts }: { attempts: readonly LedgerAttempt[] }) {
  const { columns } = words;
  return (
    <table className={styles['table']}>
      <thead>
        <tr>
          {[columns.time, columns.what, columns.model, columns.state, columns.amount].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {attempts.map((attempt) => (
          <Row key={attempt.id} attempt={attempt} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ attempt }: { attempt: LedgerAttempt }) {
  const { at, kind, sceneNumber, projectId, title, state, amountUsd, reservedUsd } = attempt;
  return (
    <tr data-state={state}>
      <td className="numbers">{timeFormat.format(at)}</td>
      <td>
        {sceneNumber === null ? kindWords[kind].name : words.scene({ number: sceneNumber })}
        {projectId === null ? null : (
          <>
            {' · '}
            <Link className="link" to={`/project/${projectId}`}>
              {title}
            </Link>
          </>
        )}
      </td>
      <td>{modelName(attempt)}</td>
      <td>{stateWords[state]}</td>
      <td className="numbers">
        {state === 'released' ? words.released({ amount: formatSpentUsd(reservedUsd) }) : formatSpentUsd(amountUsd)}
      </td>
    </tr>
  );
}

const timeFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });
