import { History } from 'lucide-react';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useVersionsPull } from '#api/queries/pulls.ts';
import { useVersions } from '#data/live.ts';
import type { VersionRow } from '#data/tables/rows.ts';
import { versionActions } from '#editor/version-actions.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { playedSeconds } from '#shared/rules/totals.ts';
import { QuietButton } from '#ui/quiet-button.tsx';
import { RefusableButton } from '#ui/refusable-button.tsx';
import { PictureFrame } from '#widgets/picture-frame.tsx';
import { LengthBadge, PictureBadge } from '#widgets/status-mark.tsx';
import { dayText, timeText } from './history-words.ts';
import { restoreVersion } from './restore-version.ts';
import styles from './version-board.module.css';
import { versionDifference, type SceneDifference } from './version-view.ts';
import { versionName, versionWords as words } from './version-words.ts';

type VersionBoardProps = { versionId: string; project: Project; scenes: readonly Scene[]; onBack: () => void };

/** A version to look at in the place of the scenes as they are, with what differs from them, and to restore. */
export function VersionBoard({ versionId, project, scenes, onBack }: VersionBoardProps) {
  const pull = useVersionsPull(project.id);
  const versions = useVersions(project.id);
  const version = versions?.find(({ id }) => id === versionId);
  if (version !== undefined)
    return <Board key={version.id} version={version} project={project} scenes={scenes} onBack={onBack} />;
  if (versions === undefined || pull.isPulling) return null;
  return (
    <div className={styles['bar']}>
      <p>{words.gone}</p>
      <QuietButton size="2" onClick={onBack}>
        {words.back}
      </QuietButton>
    </div>
  );
}

type BoardProps = Omit<VersionBoardProps, 'versionId'> & { version: VersionRow };

function Board({ version, project, scenes, onBack }: BoardProps) {
  const [openedAt] = useState(() => Date.now());
  const [isBusy, setIsBusy] = useState(false);
  const heading = useFocusFirst();
  const lost = useLostClips(version.id);
  const difference = versionDifference(version, { project, scenes });
  const notes = [
    ...(lost.length > 0 ? [words.lost({ lost })] : []),
    ...(difference.added > 0 ? [words.added({ count: difference.added })] : []),
    ...(difference.addedCharacters > 0 ? [words.addedCharacters({ count: difference.addedCharacters })] : []),
    ...(difference.movie.length > 0 ? [words.alsoDiffers({ names: difference.movie })] : []),
    ...(difference.scenes.length === 0 ? [words.noScenes] : []),
  ];
  const restore = async (): Promise<void> => {
    setIsBusy(true);
    if (await restoreVersion(version)) onBack();
    setIsBusy(false);
  };
  const name = versionName(version);
  return (
    <section aria-label={words.viewOf({ name })}>
      <div className={styles['bar']}>
        <History size={16} aria-hidden="true" />
        <p>
          <strong ref={heading} tabIndex={-1}>
            {name}
          </strong>{' '}
          · {words.at({ day: dayText(version.at, openedAt), time: timeText(version.at) })}
        </p>
        <div className={styles['choices']}>
          <QuietButton size="2" onClick={onBack}>
            {words.back}
          </QuietButton>
          <RefusableButton
            size="2"
            disabled={isBusy}
            refusal={difference.isSame ? words.refusedSame : null}
            onPress={() => void restore()}
          >
            {words.restore}
          </RefusableButton>
        </div>
      </div>
      {notes.length === 0 ? null : (
        <div className={styles['notes']}>
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </div>
      )}
      <ol className={styles['grid']} data-upright={project.aspectRatio === '9:16'} aria-label={words.scenes}>
        {difference.scenes.map((one) => (
          <li key={one.scene.id}>
            <SceneCard version={version} one={one} isLost={lost.includes(one.scene.sceneNumber)} />
          </li>
        ))}
      </ol>
    </section>
  );
}

type SceneCardProps = { version: VersionRow; one: SceneDifference; isLost: boolean };

function SceneCard({ version, one: { scene, differences }, isLost }: SceneCardProps) {
  const { sceneNumber: number, title } = scene;
  const marks = isLost
    ? [words.differs.gone, ...differences.filter((mark) => mark !== words.differs.clip)]
    : differences;
  return (
    <article className={styles['card']} aria-label={words.scene({ number, title })}>
      <div className={styles['frame']}>
        <PictureFrame url={scene.thumbnailUrl} title={title} />
        <div className={styles['top']}>
          <PictureBadge text={String(number)} />
          <div className={styles['marks']}>
            {marks.map((mark) => (
              <PictureBadge key={mark} text={mark} />
            ))}
          </div>
        </div>
        <div className={styles['bottom']}>
          <LengthBadge seconds={playedSeconds(scene, version.scenes)} isDemo={scene.isDemo} />
        </div>
      </div>
      <div className={styles['words']}>
        <h3 className="one-line">{title}</h3>
        <p>{scene.description}</p>
      </div>
    </article>
  );
}

/** What is looked at has changed, and whoever can't see it must hear what it is now. */
function useFocusFirst(): RefObject<HTMLElement | null> {
  const element = useRef<HTMLElement>(null);
  useEffect(() => element.current?.focus(), []);
  return element;
}

const none: readonly number[] = [];

/** Clips go while time passes, so they are looked for when somebody looks at the version. */
function useLostClips(versionId: string): readonly number[] {
  const [lost, setLost] = useState(none);
  useEffect(() => {
    let isCurrent = true;
    versionActions.lostClips(versionId).then(
      (numbers) => isCurrent && setLost(numbers),
      (error: unknown) => console.error('The clips of a version can’t be looked for.', error),
    );
    return () => {
      isCurrent = false;
    };
  }, [versionId]);
  return lost;
}
