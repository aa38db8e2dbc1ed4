import { Badge } from '@radix-ui/themes';
import { modelRow } from '#shared/catalogue/models.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { formatDuration } from '#shared/rules/duration-text.ts';
import { generationCounts, projectStatus, type GenerationCounts } from '#shared/rules/project-status.ts';
import { SegmentBar, type BarSegment } from '#ui/segment-bar.tsx';
import styles from './concept-rail.module.css';

type ConceptRailProps = { project: Project; scenes: readonly Scene[] };

/** The idea beside its scenes, and how far they are. */
export function ConceptRail({ project, scenes }: ConceptRailProps) {
  const status = projectStatus(scenes);
  const counts = generationCounts(scenes);
  return (
    <aside className={styles['rail']} aria-label="Movie Concept">
      <section>
        <div className={styles['head']}>
          <h2>Movie Concept</h2>
          <Badge size="1" variant={badgeVariant[status]} color={status === 'failed' ? 'red' : 'gray'}>
            {status}
          </Badge>
        </div>
        <p className={styles['text']}>{project.description}</p>
        <p className={`${styles['facts']} numbers`}>
          {project.genre}
          <br />
          {modelRow(project.model).label} · {project.aspectRatio} · target {formatDuration(project.targetLength)}
        </p>
      </section>
      {counts.complete > 0 ? (
        <section>
          <div className={styles['head']}>
            <span className={`${styles['count']} numbers`}>
              {counts.complete} / {counts.total} scenes
            </span>
            <span className={styles['facts']}>{restOf(counts)}</span>
          </div>
          <SegmentBar
            segments={barOf(counts)}
            label={`${counts.complete} / ${counts.total} scenes`}
            percent={counts.percent}
          />
        </section>
      ) : null}
    </aside>
  );
}

const badgeVariant = { complete: 'soft', generating: 'surface', failed: 'soft', draft: 'outline' } as const;

function barOf(counts: GenerationCounts): BarSegment[] {
  return [
    { tone: 'ok', share: counts.complete / counts.total },
    { tone: 'live', share: counts.generating / counts.total },
    { tone: 'bad', share: counts.failed / counts.total },
  ];
}

/** "1 generating · 1 failed" */
function restOf(counts: GenerationCounts): string {
  return [
    counts.generating > 0 ? `${counts.generating} generating` : '',
    counts.failed > 0 ? `${counts.failed} failed` : '',
  ]
    .filter(Boolean)
    .join(' · ');
}
