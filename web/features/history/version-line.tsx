import type { VersionRow } from '#data/tables/rows.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { totalDuration } from '#shared/rules/totals.ts';
import { formatDuration } from '#shared/words/format.ts';
import { QuietButton } from '#ui/quiet-button.tsx';
import { sceneCountText } from '#widgets/words.ts';
import { DeviceName } from './device-name.tsx';
import styles from './history-line.module.css';
import { historyWords, timeText } from './history-words.ts';
import { useViewedVersion } from './use-viewed-version.ts';
import { versionDifference, wholeScenes } from './version-view.ts';
import { versionName, versionWords as words } from './version-words.ts';

type VersionLineProps = {
  version: VersionRow;
  project: Project;
  scenes: readonly Scene[];
  onView: (versionId: string) => void;
};

/** One version on the line: when, what it's called, and how far it is from now. */
export function VersionLine({ version, project, scenes, onView }: VersionLineProps) {
  const isViewed = useViewedVersion() === version.id;
  const { isSame, count } = versionDifference(version, { project, scenes });
  const name = versionName(version);
  return (
    <li className={styles['step']} data-version="true" aria-current={isViewed}>
      <div className={styles['facts']}>
        <time dateTime={new Date(version.at).toISOString()} className="numbers">
          {timeText(version.at)}
        </time>
        <DeviceName name={version.device} />
      </div>
      <p className={styles['title']}>{name}</p>
      <p className={`${styles['unsent']} numbers`}>
        {sceneCountText(wholeScenes(version.scenes).length)} · {formatDuration(totalDuration(version.scenes))} ·{' '}
        {isSame ? words.same : count > 0 ? words.differ({ count }) : words.detailsDiffer}
      </p>
      {version.state === 'sent' ? null : (
        <p className={styles['unsent']}>{version.state === 'waiting' ? historyWords.unsent : words.onlyHere}</p>
      )}
      <QuietButton
        size="1"
        className={styles['view'] ?? ''}
        aria-label={words.viewOf({ name })}
        onClick={() => onView(version.id)}
      >
        {words.view}
      </QuietButton>
    </li>
  );
}
