import { Button, Heading } from '@radix-ui/themes';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { KeptSpending } from '#data/tables/kept-spending.ts';
import { PageMessage } from '#ui/page-message.tsx';
import { Segments } from '#ui/segments.tsx';
import { Shimmer } from '#ui/shimmer.tsx';
import { useRefusals } from '#widgets/use-refusals.ts';
import { Ledger } from './ledger.tsx';
import { Plot } from './plot.tsx';
import { Totals } from './totals.tsx';
import { spendingPlot, type PlotBy } from './spending-plot.ts';
import styles from './spending-page.module.css';
import { rangeOf, ranges, type RangeId } from './spending-ranges.ts';
import { useSpendingPage } from './use-spending-page.ts';
import { pageWords as words, plotWords, rangeWords } from './words.ts';

/** Where the money went: by day as a plot, and request by request. */
export function SpendingPage({ userId }: { userId: string }) {
  const { kept, isPulling, hasFailed, retry } = useSpendingPage(userId);
  const isOffline = useRefusals().server !== null;
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <Heading as="h1" size={{ initial: '6', sm: '8' }}>
          {words.title}
        </Heading>
        <p>
          {words.subtitle}{' '}
          <Link className="link" to="/settings">
            {words.settings}
          </Link>
        </p>
      </header>
      {kept && hasFailed && !isPulling ? (
        <output className={styles['stale']}>
          {(isOffline ? words.asOf : words.staleSince)({ time: new Date(kept.at).toLocaleString('en-US') })}
        </output>
      ) : null}
      {kept ? <Known kept={kept} /> : isPulling || kept === undefined ? <Loading /> : null}
      {kept === null && hasFailed && !isPulling ? (
        <PageMessage {...(isOffline ? words.nothingKnown : words.failed)}>
          <Button size="3" onClick={retry}>
            {words.retry}
          </Button>
        </PageMessage>
      ) : null}
    </div>
  );
}

function Known({ kept }: { kept: KeptSpending }) {
  const [range, setRange] = useState<RangeId>('30');
  const [by, setBy] = useState<PlotBy>('project');
  const plot = spendingPlot(kept.days, rangeOf(range, kept.until), by);
  return (
    <>
      <section className={styles['panel']} aria-label={plotWords.title}>
        <div className={styles['choices']}>
          <Segments
            label={rangeWords.label}
            options={ranges.map((id) => ({ id, name: rangeWords.names[id] }))}
            chosen={range}
            onChoose={setRange}
          />
          <Segments
            label={plotWords.by.label}
            options={[
              { id: 'project', name: plotWords.by.names.project },
              { id: 'model', name: plotWords.by.names.model },
            ]}
            chosen={by}
            onChoose={setBy}
          />
        </div>
        <Totals plot={plot} month={kept.month} />
        <Plot plot={plot} />
      </section>
      <Ledger key={kept.at} first={{ attempts: kept.attempts, next: kept.next }} />
    </>
  );
}

function Loading() {
  return (
    <output aria-label={words.loading}>
      <Shimmer className={styles['loading'] ?? ''} />
    </output>
  );
}
