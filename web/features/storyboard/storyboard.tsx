import { GripVertical } from 'lucide-react';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { formatDuration } from '#shared/words/format.ts';
import { totalDuration } from '#shared/rules/totals.ts';
import { DragHandle, Sortable, SortableItem, useMouseGrab } from '#ui/sortable.tsx';
import { PictureFrame } from '#widgets/picture-frame.tsx';
import { sceneGroups, type SceneGroup } from '#widgets/scene-groups.ts';
import { sceneCountText } from '#widgets/words.ts';
import { AngleMark, MoodMark } from '#widgets/shot-marks.tsx';
import { Description } from './description.tsx';
import styles from './storyboard.module.css';
import { storyboardWords as words } from './words.ts';

type StoryboardProps = {
  project: Project;
  scenes: readonly Scene[];
  /** Positions count from 0. Resolves to false when the order stays as it was. */
  onMove: (from: number, to: number) => Promise<boolean>;
};

/** The movie on one sheet: frame, camera angle, mood, and description of every scene, ready to print. */
export function Storyboard({ project, scenes, onMove }: StoryboardProps) {
  const groups = new Map(sceneGroups(scenes).map((group) => [group.scene.id, group]));
  const entries = [...groups].map(([id, { scene }]) => ({ id, name: words.sceneName({ number: scene.sceneNumber }) }));
  return (
    <div className={styles['floor']}>
      <section className={styles['sheet']} aria-label={words.label}>
        <header className={styles['head']}>
          <h2>{project.title}</h2>
          <span className={styles['genre']}>{project.genre}</span>
          <span className={`${styles['facts']} numbers`}>
            {sceneCountText(groups.size)} · {formatDuration(totalDuration(scenes))} · {project.aspectRatio}
          </span>
        </header>
        {groups.size === 0 ? <p className="quiet">{words.empty}</p> : null}
        <Sortable entries={entries} onMove={onMove}>
          {(order) => (
            <ol className={styles['grid']}>
              {order.map((id) => {
                const group = groups.get(id);
                return group ? (
                  <SortableItem key={id} id={id}>
                    <Panel group={group} isUpright={project.aspectRatio === '9:16'} />
                  </SortableItem>
                ) : null;
              })}
            </ol>
          )}
        </Sortable>
      </section>
    </div>
  );
}

function Panel({ group, isUpright }: { group: SceneGroup; isUpright: boolean }) {
  const { scene } = group;
  const { cameraAngle, mood } = scene.metadata;
  const grab = useMouseGrab();
  return (
    <article className={styles['panel']} aria-label={words.scene({ number: scene.sceneNumber, title: scene.title })}>
      <div className={styles['panelHead']}>
        <span className={`${styles['number']} numbers`}>{scene.sceneNumber}</span>
        <h3 className="one-line">{scene.title}</h3>
        <span className={`${styles['facts']} numbers`}>{formatDuration(group.seconds)}</span>
        <DragHandle label={words.move({ number: scene.sceneNumber })} className={styles['grip'] ?? ''}>
          <GripVertical size={16} aria-hidden="true" />
        </DragHandle>
      </div>
      <div className={styles['frame']} {...grab}>
        <PictureFrame url={scene.thumbnailUrl} title={scene.title} isUpright={isUpright} />
      </div>
      <div className={styles['shot']}>
        <AngleMark angle={cameraAngle} />
        {mood === null ? null : (
          <span className={styles['mood']}>
            <MoodMark mood={mood} />
          </span>
        )}
      </div>
      <Description text={scene.description} />
    </article>
  );
}
