import { Button } from '@radix-ui/themes';
import { Square } from 'lucide-react';
import { useState } from 'react';
import type { Scene } from '#shared/entities/scene.ts';
import { formatDuration } from '#shared/rules/duration-text.ts';
import { generationCounts, type GenerationCounts } from '#shared/rules/project-status.ts';
import { DialogFrame } from '#ui/dialog-frame.tsx';
import { QuietButton } from '#ui/quiet-button.tsx';
import { SegmentBar } from '#ui/segment-bar.tsx';
import { PictureFrame } from '#widgets/picture-frame.tsx';
import { sceneGroups, type SceneGroup } from '#widgets/scene-groups.ts';
import { StatusMark } from '#widgets/status-mark.tsx';
import styles from './progress-dialog.module.css';

type ProgressDialogProps = {
  scenes: readonly Scene[];
  /** Stops what has not been sent yet; resolves when the server has answered, or the failure has been told. */
  onStop: () => Promise<void>;
  onClose: () => void;
};

/** How far the clips are, scene by scene. Closing it stops nothing. */
export function ProgressDialog({ scenes, onStop, onClose }: ProgressDialogProps) {
  const [isStopping, setIsStopping] = useState(false);
  const counts = generationCounts(scenes);
  const stop = async (): Promise<void> => {
    setIsStopping(true);
    await onStop();
    setIsStopping(false);
  };
  const isOver = counts.isFinished || counts.generating === 0;
  const footer = isOver ? (
    <Button size="3" onClick={onClose}>
      Continue Editing
    </Button>
  ) : (
    <>
      <span className={styles['footNote']}>Safe to close: it goes on without this window.</span>
      <QuietButton size="3" disabled={isStopping} onClick={() => void stop()}>
        <Square size={16} aria-hidden="true" />
        Stop
      </QuietButton>
    </>
  );
  return (
    <DialogFrame
      title={counts.isFinished ? 'Videos generated' : isOver ? 'Generation stopped' : 'Generating videos'}
      width={680}
      onClose={onClose}
      footer={footer}
    >
      <div className={styles['summary']}>
        <Counters counts={counts} />
        <div className={styles['barRow']}>
          <SegmentBar
            label="Overall progress"
            percent={counts.percent}
            segments={[
              { tone: 'ok', share: counts.complete / Math.max(1, counts.total) },
              { tone: 'bad', share: counts.failed / Math.max(1, counts.total) },
            ]}
          />
          <span className="numbers">{counts.percent}%</span>
        </div>
      </div>
      <ul className={styles['list']}>
        {sceneGroups(scenes).map((group) => (
          <SceneRow key={group.scene.id} group={group} />
        ))}
      </ul>
    </DialogFrame>
  );
}

function Counters({ counts }: { counts: GenerationCounts }) {
  return (
    <dl className={`${styles['counters']} numbers`}>
      {(['Complete', 'Generating', 'Failed'] as const).map((name) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{name === 'Complete' ? counts.complete : name === 'Generating' ? counts.generating : counts.failed}</dd>
        </div>
      ))}
    </dl>
  );
}

function SceneRow({ group }: { group: SceneGroup }) {
  const { scene, status } = group;
  return (
    <li className={styles['row']} data-status={status}>
      <div className={styles['thumb']}>
        <PictureFrame url={status === 'complete' ? scene.thumbnailUrl : null} title={scene.title} />
        {status === 'generating' ? <i className={styles['live']} /> : null}
      </div>
      <div className={styles['words']}>
        <p className={styles['title']}>
          <span className="numbers">{scene.sceneNumber}</span> {scene.title}
        </p>
        <p className={`${styles['note']} numbers`}>{noteOf(group)}</p>
        {group.extensions.map((segment) => (
          <p key={segment.id} className={styles['segment']}>
            Extension {segment.extensionIndex}: {segment.status}
          </p>
        ))}
      </div>
      <StatusMark status={status} place="panel" />
    </li>
  );
}

function noteOf({ status, note, errorMessage, seconds }: SceneGroup): string {
  if (status === 'failed') return errorMessage ?? 'This clip could not be made.';
  if (status === 'generating') return note ?? 'In the queue';
  return formatDuration(seconds);
}
