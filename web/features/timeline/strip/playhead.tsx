import { useEffect, useRef, type PointerEvent } from 'react';
import type { MoviePlayer } from '#player/movie-player.ts';
import { frameAtUs, frameTimeUs } from '#shared/movie/time.ts';
import { useDrawnLanes } from './drawn-lanes.ts';
import { leftAtTime, timeAtLeft } from './timeline-layout.ts';
import { clipMarks, rulerMarks } from './timeline-marks.ts';
import unseen from '#ui/unseen-input.module.css';
import styles from './timeline-strip.module.css';
import type { TimelineView } from './timeline-view.ts';
import { useTenth } from '../stage/use-player.ts';
import { clockAt, useTrimmedId } from '../transport/clock.ts';
import { timelineWords } from '../words.ts';

type RulerProps = { player: MoviePlayer; view: TimelineView };

/** Marks of the played time, or of the clip whose scene is trimmed. Dragging on it moves the playhead, and so do the keys while it has the focus. */
export function Ruler({ player, view }: RulerProps) {
  const drawn = useDrawnLanes();
  const trimmedId = useTrimmedId();
  const timeUs = useTenth(player);
  const { layout, plan, played } = view;
  const scrub = (event: PointerEvent<HTMLElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    player.seek(timeAtLeft(layout, played, ((event.clientX - box.left) / box.width) * 100));
  };
  return (
    <div
      className={`${styles['ruler']} numbers`}
      onPointerDown={(event) => {
        // A finger that drags here scrolls; one that taps is a click.
        if (event.pointerType !== 'touch') event.currentTarget.setPointerCapture(event.pointerId);
        scrub(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId) && event.pointerType !== 'touch') scrub(event);
      }}
    >
      {(trimmedId === null ? rulerMarks(layout, plan, drawn) : clipMarks(layout, trimmedId, drawn)).map((mark) => (
        <span key={mark.label} style={{ left: `${mark.left}%` }}>
          {mark.label}
        </span>
      ))}
      <input
        className={unseen['input']}
        type="range"
        data-player-keys
        aria-label={timelineWords.playhead}
        aria-valuetext={clockAt(played, timeUs, trimmedId).now}
        min={0}
        max={played.frameCount}
        value={frameAtUs(timeUs, played.fps)}
        onChange={(event) => player.seek(frameTimeUs(event.target.valueAsNumber, played.fps))}
      />
    </div>
  );
}

type PlayheadProps = { player: MoviePlayer; view: TimelineView; className?: string | undefined };

/** Follows the clock with every drawn frame, bypassing React. */
export function Playhead({ player, view, className = styles['playhead'] }: PlayheadProps) {
  const line = useRef<HTMLElement>(null);
  useEffect(() => {
    const draw = (timeUs: number): void => {
      if (line.current) line.current.style.left = `${leftAtTime(view.layout, view.played, timeUs)}%`;
    };
    draw(player.now());
    return player.onTime(draw);
  }, [player, view]);
  return <i ref={line} className={className} aria-hidden="true" />;
}
