import { Film, Type } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { MoviePlayer } from '#player/movie-player.ts';
import { planDurationUs, type MoviePlan } from '#shared/movie/movie-plan.ts';
import { formatDuration } from '#shared/rules/duration-text.ts';
import { frameAtUs, frameTimeUs, secondsFromUs } from '#shared/movie/time.ts';
import { PictureFrame } from '#widgets/picture-frame.tsx';
import styles from './timeline-strip.module.css';
import { rulerMarks, stripItems, textChips, type StripItem } from './timeline-view.ts';
import { usePlayerState, useTenth } from './use-player.ts';

type TimelineStripProps = { player: MoviePlayer; plan: MoviePlan; posters: ReadonlyMap<string, string | null> };

/** Pixels that a second gets at least, so that short scenes can still be told apart in long movies. */
const MIN_PX_PER_SECOND = 14;

/** The movie along one line: ruler, texts, scenes, and the playhead over all of them. */
export function TimelineStrip({ player, plan, posters }: TimelineStripProps) {
  const { sceneId } = usePlayerState(player);
  const chips = textChips(plan);
  const minWidth = Math.round(secondsFromUs(planDurationUs(plan)) * MIN_PX_PER_SECOND);
  return (
    <div className={styles['panel']}>
      <div className={styles['gutter']} aria-hidden="true">
        <span data-lane="ruler" />
        {chips.length > 0 ? (
          <span data-lane="text">
            <Type size={16} /> Text
          </span>
        ) : null}
        <span data-lane="scenes">
          <Film size={16} /> Scenes
        </span>
      </div>
      <div className={styles['scroller']}>
        <div className={styles['lanes']} style={{ minWidth }}>
          <Ruler player={player} plan={plan} />
          {chips.length > 0 ? (
            <div className={styles['texts']}>
              {chips.map((chip) => (
                <span key={chip.key} className="one-line" style={{ left: `${chip.left}%`, width: `${chip.width}%` }}>
                  {chip.text}
                </span>
              ))}
            </div>
          ) : null}
          <div className={styles['scenes']}>
            {stripItems(plan).map((item) => (
              <SceneBlock
                key={item.sceneId}
                item={item}
                poster={posters.get(item.sceneId) ?? null}
                isCurrent={item.sceneId === sceneId}
                onChoose={() => player.seekScene(item.sceneId)}
              />
            ))}
          </div>
          <Playhead player={player} plan={plan} />
        </div>
      </div>
    </div>
  );
}

type SceneBlockProps = { item: StripItem; poster: string | null; isCurrent: boolean; onChoose: () => void };

function SceneBlock({ item, poster, isCurrent, onChoose }: SceneBlockProps) {
  return (
    <button
      type="button"
      className={styles['scene']}
      style={{ left: `${item.left}%`, width: `${item.width}%` }}
      aria-label={`Scene ${item.sceneNumber}: ${item.title}, ${item.length}`}
      aria-current={isCurrent}
      onClick={onChoose}
    >
      <span className={styles['bar']}>
        <b className="numbers">{item.sceneNumber}</b>
        <span className="one-line">{item.title}</span>
        <span className={`${styles['length']} numbers`}>{item.length}</span>
      </span>
      <span className={styles['film']}>
        {poster === null ? (
          <PictureFrame url={null} title={item.title} />
        ) : (
          <span className={styles['frames']} style={{ backgroundImage: `url("${poster}")` }} />
        )}
      </span>
    </button>
  );
}

/** Played time in marks; dragging on it, or the arrows, move the playhead by frames. */
function Ruler({ player, plan }: Pick<TimelineStripProps, 'player' | 'plan'>) {
  const timeUs = useTenth(player);
  return (
    <div className={`${styles['ruler']} numbers`}>
      {rulerMarks(plan).map((mark) => (
        <span key={mark.label} style={{ left: `${mark.left}%` }}>
          {mark.label}
        </span>
      ))}
      <input
        type="range"
        aria-label="Playhead"
        aria-valuetext={formatDuration(secondsFromUs(timeUs))}
        min={0}
        max={plan.frameCount}
        value={frameAtUs(timeUs, plan.fps)}
        onChange={(event) => player.seek(frameTimeUs(event.target.valueAsNumber, plan.fps))}
      />
    </div>
  );
}

/** Follows the clock with every drawn frame, past React. */
function Playhead({ player, plan }: Pick<TimelineStripProps, 'player' | 'plan'>) {
  const line = useRef<HTMLElement>(null);
  useEffect(() => {
    const draw = (timeUs: number): void => {
      if (line.current) line.current.style.left = `${(timeUs / Math.max(1, planDurationUs(plan))) * 100}%`;
    };
    draw(player.now());
    return player.onTime(draw);
  }, [player, plan]);
  return <i ref={line} className={styles['playhead']} aria-hidden="true" />;
}
