import { CloudOff } from 'lucide-react';
import { memo, Suspense, type CSSProperties, type MouseEvent } from 'react';
import { inPointUs, outPointUs } from '#player/playhead.ts';
import { secondsFromUs } from '#shared/movie/time.ts';
import { formatDuration } from '#shared/words/format.ts';
import { Poster } from '#widgets/poster.tsx';
import { StatusMark } from '#widgets/status-mark.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { Filmstrip } from './filmstrip.tsx';
import styles from './scene-block.module.css';
import { leftInBlock, type Block } from './timeline-layout.ts';
import type { SceneLook } from './timeline-view.ts';
import { statusWords } from '#widgets/words.ts';
import { blockWords as words } from '../words.ts';

const SceneWave = lazyPart(async () => ({ default: (await import('./scene-wave.tsx')).SceneWave }));

type SceneBlockProps = {
  block: Block;
  /** As the movie will have it; null for a scene that isn’t in it. */
  scene: SceneLook | null;
  /** Whether there is room for more than its picture. */
  isDetailed: boolean;
  isCurrent: boolean;
  /** Its clip is on this device. */
  isHere: boolean;
  /** Its clip isn’t on this device and can’t be loaded now. */
  isAway: boolean;
  /** Whether the movie’s scenes are brought to one loudness. */
  isLeveled: boolean;
  /** Whether it is chosen together with others. */
  isChosen: boolean;
  onChoose: (sceneId: string, event: MouseEvent) => void;
};

/**
 * A scene in the strip: its bar, its pictures, where its extensions begin, and what a trim cuts away. Enter and a press
 * select it; Space and the arrow keys belong to the player. The lane is drawn with every move of a drag, and of its scenes
 * those that it changes.
 */
export const SceneBlock = memo((props: SceneBlockProps) => {
  const { block, scene, isDetailed, isCurrent, isHere, isAway, isLeveled, isChosen, onChoose } = props;
  const { sceneNumber, title, status, poster } = block;
  const extensions = block.segments.slice(1);
  const length = lengthText(block, scene);
  const name = [
    words.scene({ number: sceneNumber, title }),
    length,
    scene ? '' : statusWords[status].toLowerCase(),
    isAway ? words.awayInName : '',
    isChosen ? words.chosen : '',
  ];
  return (
    <button
      type="button"
      className={styles['scene']}
      style={{ left: `${block.left}%`, width: `${block.width}%` }}
      aria-label={name.filter(Boolean).join(', ')}
      aria-current={isCurrent}
      data-status={status}
      data-scene={block.sceneId}
      data-chosen={isChosen}
      data-detailed={isDetailed}
      data-player-keys
      onClick={(event) => onChoose(block.sceneId, event)}
    >
      <span className={styles['bar']}>
        {isDetailed ? (
          <>
            <span className={styles['first']} style={extensions[0] && { flex: `0 0 ${extensions[0].left}%` }}>
              <span className={styles['name']}>
                <b className="numbers">{sceneNumber}</b>
                <span className="one-line">{title}</span>
              </span>
            </span>
            <span className={`${styles['length']} numbers`}>{length}</span>
          </>
        ) : null}
      </span>
      <span className={styles['film']}>
        {scene ? <Filmstrip block={block} scene={scene} poster={poster} isHere={isHere} /> : <Poster title="" />}
        {(scene && status === 'complete') || !isDetailed ? null : (
          <span className={styles['status']}>
            <StatusMark status={status} place="picture" />
          </span>
        )}
        {isAway && isDetailed ? (
          <span className={styles['status']}>
            <span className={styles['away']}>
              <CloudOff size={14} aria-hidden="true" /> {words.away}
            </span>
          </span>
        ) : null}
      </span>
      <span className={styles['wave']}>
        {scene?.clip.hasAudio && isDetailed ? (
          <Suspense>
            <SceneWave block={block} scene={scene} isHere={isHere} isLeveled={isLeveled} />
          </Suspense>
        ) : null}
      </span>
      {extensions.map(({ startSeconds, left, width }) => (
        <span key={startSeconds} className={styles['extension']} style={{ left: `${left}%`, width: `${width}%` }}>
          <span>{words.extension}</span>
        </span>
      ))}
      {scene && isDetailed ? <CutAway block={block} scene={scene} /> : null}
    </button>
  );
});

/** Dims the parts that a trim leaves out. */
function CutAway({ block, scene }: { block: Block; scene: SceneLook }) {
  const left = leftInBlock(block, secondsFromUs(inPointUs(scene)));
  const right = leftInBlock(block, secondsFromUs(outPointUs(scene)));
  const isCutAtEnd = scene.outFrame < scene.clip.frameCount;
  return (
    <>
      {scene.inFrame > 0 ? <Cut side="start" style={{ left: 0, width: `${left}%` }} /> : null}
      {isCutAtEnd ? <Cut side="end" style={{ left: `${right}%`, right: 0 }} /> : null}
    </>
  );
}

function Cut({ side, style }: { side: 'start' | 'end'; style: CSSProperties }) {
  return <span className={styles['cut']} data-side={side} style={style} />;
}

/** "8 + 7 s" for an extended scene, the played length in tenths for a trimmed one, else "0:08". */
function lengthText(block: Block, scene: SceneLook | null): string {
  const isTrimmed = scene !== null && scene.outFrame - scene.inFrame < scene.clip.frameCount;
  if (isTrimmed) return `${secondsFromUs(outPointUs(scene) - inPointUs(scene)).toFixed(1)} s`;
  if (block.segments.length < 2) return formatDuration(block.seconds);
  const parts = block.segments.map(({ startSeconds, endSeconds }) => Math.round(endSeconds - startSeconds));
  return `${parts.join(' + ')} s`;
}
