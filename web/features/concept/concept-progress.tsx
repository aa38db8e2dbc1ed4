import { isQueued } from '#shared/rules/is-queued.ts';
import { generationCounts, type GenerationCounts } from '#shared/rules/project-status.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { extensionsOf } from '#shared/rules/segments.ts';
import { SegmentBar, type BarSegment } from '#ui/segment-bar.tsx';
import styles from './concept-progress.module.css';
import { conceptWords as words } from './words.ts';

/** How many scenes have a clip. Empty until the first one does. */
export function ConceptProgress({ scenes }: { scenes: readonly Scene[] }) {
  const counts = generationCounts(scenes);
  if (counts.complete === 0) return null;
  return (
    <div className={styles['progress']}>
      <div className={styles['words']}>
        <span className={`${styles['count']} numbers`}>{countText(counts)}</span>
        <span className={styles['rest']}>{restOf(counts, queuedCount(scenes))}</span>
      </div>
      <SegmentBar segments={barOf(counts)} label={countText(counts)} percent={counts.percent} />
    </div>
  );
}

/** The same on one line, for the collapsed card. */
export function ConceptSummary({ scenes }: { scenes: readonly Scene[] }) {
  const counts = generationCounts(scenes);
  if (counts.complete === 0) return null;
  return (
    <span className={styles['summary']}>
      <span className="numbers">{countText(counts)}</span>
      <span className={styles['bar']} aria-hidden="true">
        {barOf(counts)
          .filter(({ share }) => share > 0)
          .map(({ tone, share }) => (
            <i key={tone} data-tone={tone} style={{ flexBasis: `${share * 100}%` }} />
          ))}
      </span>
    </span>
  );
}

function countText({ complete, total }: GenerationCounts): string {
  return words.complete({ complete, total });
}

function barOf(counts: GenerationCounts): BarSegment[] {
  return [
    { tone: 'ok', share: counts.complete / counts.total },
    { tone: 'live', share: counts.generating / counts.total },
    { tone: 'bad', share: counts.failed / counts.total },
  ];
}

/** Scenes that wait for their turn. */
function queuedCount(scenes: readonly Scene[]): number {
  return scenes.filter((scene) => !scene.isExtension && isQueued([scene, ...extensionsOf(scene.id, scenes)])).length;
}

/** "1 generating · 2 queued · 1 failed" */
function restOf(counts: GenerationCounts, queued: number): string {
  const generating = counts.generating - queued;
  return [
    generating > 0 ? words.generating({ count: generating }) : '',
    queued > 0 ? words.queued({ count: queued }) : '',
    counts.failed > 0 ? words.failed({ count: counts.failed }) : '',
  ]
    .filter(Boolean)
    .join(' · ');
}
