import { Card, Heading } from '@radix-ui/themes';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useSpending } from '#api/queries/spending.ts';
import type { ProjectSpending, Spending } from '#shared/api/spending.ts';
import { formatSpentUsd } from '#shared/rules/cost.ts';
import { formatUsd } from '#shared/words/format.ts';
import { QuietButton } from '#ui/quiet-button.tsx';
import { SegmentBar } from '#ui/segment-bar.tsx';
import { CapForm } from './cap-form.tsx';
import settings from './settings.module.css';
import styles from './spending-card.module.css';
import { spendingWords as words } from './words.ts';

/** What clips, pictures, and text cost this month by the models' price lists, project by project, and the cap. */
export function SpendingCard() {
  const { spending, isMissing } = useSpending();
  return (
    <Card size="3" className={settings['card'] ?? ''}>
      <Heading as="h2" size="4">
        {words.title}
      </Heading>
      {spending ? <Month spending={spending} /> : null}
      {isMissing ? <p className={settings['demoNote']}>{words.unavailable}</p> : null}
    </Card>
  );
}

function Month({ spending }: { spending: Spending }) {
  const { spentUsd, openUsd, monthlyCapUsd } = spending;
  const usedUsd = spentUsd + openUsd;
  return (
    <>
      <p className={styles['total']}>
        <span>{words.thisMonth}</span>
        <span className="numbers">
          <strong>{formatSpentUsd(usedUsd)}</strong>
          {monthlyCapUsd === null ? null : words.ofCap({ cap: formatUsd(monthlyCapUsd) })}
        </span>
      </p>
      {monthlyCapUsd === null ? null : <CapBar usedUsd={usedUsd} capUsd={monthlyCapUsd} />}
      {openUsd > 0 ? (
        <p className={`${styles['quiet']} numbers`}>{words.open({ amount: formatSpentUsd(openUsd) })}</p>
      ) : null}
      <ByProject spending={spending} />
      <p className={styles['quiet']}>
        <Link className="link" to="/spending">
          {words.details}
        </Link>
      </p>
      <Cap capUsd={monthlyCapUsd} />
    </>
  );
}

function CapBar({ usedUsd, capUsd }: { usedUsd: number; capUsd: number }) {
  const share = capUsd === 0 ? 1 : Math.min(1, usedUsd / capUsd);
  return (
    <SegmentBar
      label={words.capUsed}
      percent={Math.round(share * 100)}
      segments={[{ tone: share < 1 ? 'plain' : 'bad', share }]}
    />
  );
}

function ByProject({ spending: { projects, withoutProject } }: { spending: Spending }) {
  const ideasUsd = withoutProject.spentUsd + withoutProject.openUsd;
  if (projects.length === 0 && ideasUsd === 0) return null;
  return (
    <ul className={styles['projects']} aria-label={words.byProject}>
      {projects.map((project) => (
        <li key={project.projectId ?? 'deleted'}>
          <ProjectName project={project} />
          <span className="numbers">{formatSpentUsd(project.spentUsd + project.openUsd)}</span>
        </li>
      ))}
      {ideasUsd > 0 ? (
        <li>
          <span>{words.ideas}</span>
          <span className="numbers">{formatSpentUsd(ideasUsd)}</span>
        </li>
      ) : null}
    </ul>
  );
}

function ProjectName({ project: { projectId, title } }: { project: ProjectSpending }) {
  if (projectId === null) return <span>{words.deletedProjects}</span>;
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
        <p className={styles['quiet']}>{capUsd === null ? words.noCap : words.hasCap}</p>
        <QuietButton size="2" aria-expanded={isChanging} disabled={isChanging} onClick={() => setIsChanging(true)}>
          {capUsd === null ? words.setCap : words.changeCap}
        </QuietButton>
      </div>
      {isChanging ? <CapForm capUsd={capUsd} onClose={() => setIsChanging(false)} /> : null}
    </>
  );
}
