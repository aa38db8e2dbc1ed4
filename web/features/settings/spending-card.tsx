import { Card, Heading } from '@radix-ui/themes';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useSpending } from '#api/queries/spending.ts';
import type { ProjectSpending, Spending } from '#shared/api/spending.ts';
import { formatSpentUsd, formatUsd } from '#shared/rules/cost.ts';
import { QuietButton } from '#ui/quiet-button.tsx';
import { SegmentBar } from '#ui/segment-bar.tsx';
import { CapForm } from './cap-form.tsx';
import settings from './settings.module.css';
import styles from './spending-card.module.css';

/** What clips, pictures and words have cost this month by the models' price lists, project by project, and the cap on it. */
export function SpendingCard() {
  const { spending, isMissing } = useSpending();
  return (
    <Card size="3" className={settings['card'] ?? ''}>
      <Heading as="h2" size="4">
        Spending
      </Heading>
      {spending ? <Month spending={spending} /> : null}
      {isMissing ? (
        <p className={settings['demoNote']}>What was spent can be seen again with the network back.</p>
      ) : null}
    </Card>
  );
}

function Month({ spending }: { spending: Spending }) {
  const { spentUsd, openUsd, monthlyCapUsd } = spending;
  const usedUsd = spentUsd + openUsd;
  return (
    <>
      <p className={styles['total']}>
        <span>This month</span>
        <span className="numbers">
          <strong>{formatSpentUsd(usedUsd)}</strong>
          {monthlyCapUsd === null ? null : ` of ${formatUsd(monthlyCapUsd)}`}
        </span>
      </p>
      {monthlyCapUsd === null ? null : <CapBar usedUsd={usedUsd} capUsd={monthlyCapUsd} />}
      {openUsd > 0 ? (
        <p className={styles['quiet']}>
          <span className="numbers">{formatSpentUsd(openUsd)}</span> of it is for requests of which it is not known
          whether they were charged.
        </p>
      ) : null}
      <ByProject spending={spending} />
      <Cap capUsd={monthlyCapUsd} />
    </>
  );
}

function CapBar({ usedUsd, capUsd }: { usedUsd: number; capUsd: number }) {
  const share = capUsd === 0 ? 1 : Math.min(1, usedUsd / capUsd);
  return (
    <SegmentBar
      label="Share of the monthly cap that is used"
      percent={Math.round(share * 100)}
      segments={[{ tone: share < 1 ? 'plain' : 'bad', share }]}
    />
  );
}

function ByProject({ spending: { projects, withoutProject } }: { spending: Spending }) {
  const ideasUsd = withoutProject.spentUsd + withoutProject.openUsd;
  if (projects.length === 0 && ideasUsd === 0) return null;
  return (
    <ul className={styles['projects']} aria-label="By project">
      {projects.map((project) => (
        <li key={project.projectId ?? 'deleted'}>
          <ProjectName project={project} />
          <span className="numbers">{formatSpentUsd(project.spentUsd + project.openUsd)}</span>
        </li>
      ))}
      {ideasUsd > 0 ? (
        <li>
          <span>Ideas before they were projects</span>
          <span className="numbers">{formatSpentUsd(ideasUsd)}</span>
        </li>
      ) : null}
    </ul>
  );
}

function ProjectName({ project: { projectId, title } }: { project: ProjectSpending }) {
  if (projectId === null) return <span>Deleted projects</span>;
  return (
    <Link className={`link ${styles['title']}`} to={`/project/${projectId}`}>
      {title}
    </Link>
  );
}

function Cap({ capUsd }: { capUsd: number | null }) {
  const [isChanging, setIsChanging] = useState(false);
  return (
    <>
      <div className={styles['cap']}>
        <p className={styles['quiet']}>
          {capUsd === null
            ? 'No cap is set: no generation is stopped for its price.'
            : 'A generation that would pass the cap does not start.'}
        </p>
        <QuietButton size="2" aria-expanded={isChanging} disabled={isChanging} onClick={() => setIsChanging(true)}>
          {capUsd === null ? 'Set a Cap' : 'Change Cap'}
        </QuietButton>
      </div>
      {isChanging ? <CapForm capUsd={capUsd} onClose={() => setIsChanging(false)} /> : null}
    </>
  );
}
