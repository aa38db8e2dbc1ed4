import { useEffect, useState } from 'react';
import type { VersionRow } from '#data/tables/rows.ts';
import { versionActions } from '#editor/version-actions.ts';
import type { Project } from '#shared/entities/project.ts';
import { playedSeconds } from '#shared/rules/totals.ts';
import { DialogFrame } from '#ui/dialog-frame.tsx';
import { FormNote } from '#ui/form-note.tsx';
import { QuietButton } from '#ui/quiet-button.tsx';
import { RefusableButton } from '#ui/refusable-button.tsx';
import { PictureFrame } from '#widgets/picture-frame.tsx';
import { LengthBadge, PictureBadge } from '#widgets/status-mark.tsx';
import { dayText, timeText } from './history-words.ts';
import { restoreVersion } from './restore-version.ts';
import styles from './version-dialog.module.css';
import type { SceneDifference, VersionDifference } from './version-view.ts';
import { versionName, versionWords as words } from './version-words.ts';

type VersionDialogProps = {
  version: VersionRow;
  project: Project;
  difference: VersionDifference;
  onClose: () => void;
};

/** A version to look at, with what differs from now, and to restore. */
export function VersionDialog({ version, project, difference, onClose }: VersionDialogProps) {
  const [openedAt] = useState(() => Date.now());
  const [isBusy, setIsBusy] = useState(false);
  const lost = useLostClips(version.id);
  const { scenes, added, movie, isSame } = difference;
  const restore = async (): Promise<void> => {
    setIsBusy(true);
    if (await restoreVersion(version)) onClose();
    setIsBusy(false);
  };
  const footer = (
    <>
      <QuietButton size="3" onClick={onClose}>
        {words.back}
      </QuietButton>
      <RefusableButton
        size="3"
        disabled={isBusy}
        refusal={isSame ? words.refusedSame : null}
        onPress={() => void restore()}
      >
        {words.restore}
      </RefusableButton>
    </>
  );
  return (
    <DialogFrame
      title={versionName(version)}
      subtitle={words.at({ day: dayText(version.at, openedAt), time: timeText(version.at) })}
      width={880}
      onClose={onClose}
      footer={footer}
    >
      {lost.length > 0 ? <FormNote tone="plain">{words.lost({ lost })}</FormNote> : null}
      {added > 0 ? <FormNote tone="plain">{words.added({ count: added })}</FormNote> : null}
      {movie.length > 0 ? <FormNote tone="plain">{words.alsoDiffers({ names: movie })}</FormNote> : null}
      {scenes.length === 0 ? <p className="quiet">{words.noScenes}</p> : null}
      <ol className={styles['grid']} data-upright={project.aspectRatio === '9:16'} aria-label={words.scenes}>
        {scenes.map((one) => (
          <li key={one.scene.id}>
            <SceneCard version={version} one={one} isLost={lost.includes(one.scene.sceneNumber)} />
          </li>
        ))}
      </ol>
    </DialogFrame>
  );
}

type SceneCardProps = { version: VersionRow; one: SceneDifference; isLost: boolean };

function SceneCard({ version, one: { scene, differences }, isLost }: SceneCardProps) {
  const { sceneNumber: number, title } = scene;
  const marks = isLost
    ? [words.differs.gone, ...differences.filter((mark) => mark !== words.differs.clip)]
    : differences;
  return (
    <article aria-label={words.scene({ number, title })}>
      <div className={styles['frame']}>
        <PictureFrame url={scene.thumbnailUrl} title={title} />
        <div className={styles['top']}>
          <PictureBadge text={String(number)} />
        </div>
        <div className={styles['bottom']}>
          <LengthBadge seconds={playedSeconds(scene, version.scenes)} isDemo={scene.isDemo} />
        </div>
      </div>
      <h3 className="one-line">{title}</h3>
      {marks.length === 0 ? null : <p className={styles['marks']}>{marks.join(' · ')}</p>}
      <p className={styles['words']}>{scene.description}</p>
    </article>
  );
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
