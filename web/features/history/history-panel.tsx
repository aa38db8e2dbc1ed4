import { useState } from 'react';
import { pullOlderHistoryNow, useHistoryPull, useVersionsPull } from '#api/queries/pulls.ts';
import { useProjectHistory, useReach, useSetAside, useVersions, type ProjectHistory } from '#data/live.ts';
import type { VersionRow } from '#data/tables/rows.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { RefusableButton } from '#ui/refusable-button.tsx';
import { showFailure } from '#ui/toasts.ts';
import { useRefusals } from '#widgets/use-refusals.ts';
import { HistoryLine } from './history-line.tsx';
import styles from './history-panel.module.css';
import { historyDays } from './history-view.ts';
import { historyWords } from './history-words.ts';
import { NameVersion } from './name-version.tsx';
import { SetAside } from './set-aside.tsx';
import { VersionLine } from './version-line.tsx';
import { withVersions } from './version-view.ts';

type HistoryPanelProps = {
  project: Project;
  scenes: readonly Scene[];
  /** Shows a version in the place of the scenes as they are. */
  onView: (versionId: string) => void;
};

/** What happened to a movie, by days, and above it what could not be read on this device. */
export function HistoryPanel({ project, scenes, onView }: HistoryPanelProps) {
  const pull = useHistoryPull(project.id);
  useVersionsPull(project.id);
  const history = useProjectHistory(project.id);
  const setAside = useSetAside(project.id, project.userId) ?? [];
  const isOffline = useReach() === 'offline';
  const versions = useVersions(project.id);
  const isEmpty = !history || history.entries.length + history.overruled.length + history.unsent.length === 0;
  const isLoading = !history || !versions || (isEmpty && versions.length === 0 && pull.isPulling);
  return (
    <div className={styles['panel']}>
      <NameVersion projectId={project.id} />
      {isOffline ? <p className={styles['note']}>{historyWords.offline}</p> : null}
      {setAside.length > 0 ? <SetAside rows={setAside} /> : null}
      {isLoading ? (
        <output className={styles['note']}>{historyWords.loading}</output>
      ) : isEmpty && versions.length === 0 && pull.error !== null ? (
        <p className={styles['note']}>{historyWords.failed}</p>
      ) : (
        <Days project={project} scenes={scenes} history={history} versions={versions} onView={onView} />
      )}
    </div>
  );
}

type DaysProps = HistoryPanelProps & { history: ProjectHistory; versions: readonly VersionRow[] };

function Days({ project, scenes, history, versions, onView }: DaysProps) {
  const [openedAt] = useState(() => Date.now());
  const now = Math.max(openedAt, history.entries[0]?.at ?? 0, history.unsent.at(-1)?.at ?? 0, versions[0]?.at ?? 0);
  const days = withVersions(historyDays(history, { project, scenes }, now), versions, now);
  if (days.length === 0) {
    return (
      <div className={styles['empty']}>
        <p>{historyWords.empty}</p>
        <p className="quiet">{historyWords.emptyHint}</p>
      </div>
    );
  }
  return (
    <>
      {days.map(({ name, steps }, place) => (
        <section key={name} aria-label={name} data-newest={place === 0}>
          <h3 className={styles['day']}>{name}</h3>
          <ol className={styles['line']}>
            {steps.map(({ id, step }) =>
              step.kind === 'item' ? (
                <HistoryLine key={id} projectId={project.id} item={step.item} />
              ) : (
                <VersionLine key={id} version={step.version} project={project} scenes={scenes} onView={onView} />
              ),
            )}
          </ol>
        </section>
      ))}
      {history.hasOlder ? <Older projectId={project.id} /> : <p className={styles['note']}>{historyWords.end}</p>}
    </>
  );
}

function Older({ projectId }: { projectId: string }) {
  const [isBusy, setIsBusy] = useState(false);
  const { server } = useRefusals();
  const load = async (): Promise<void> => {
    setIsBusy(true);
    try {
      await pullOlderHistoryNow(projectId);
    } catch (error) {
      showFailure(historyWords.olderFailed, error);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <div className={styles['older']}>
      <RefusableButton
        isQuiet
        size="2"
        disabled={isBusy}
        refusal={server?.sentence ?? null}
        onPress={() => void load()}
      >
        {historyWords.older}
      </RefusableButton>
    </div>
  );
}
