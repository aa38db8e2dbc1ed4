import { useEffect, useEffectEvent, useLayoutEffect, useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { useStore } from 'zustand';
import type { MoviePlayer } from '#player/movie-player.ts';
import { planDurationUs } from '#shared/movie/movie-plan.ts';
import { timecode } from '../transport/timecode.ts';
import { useDrawnLanes } from './drawn-lanes.ts';
import { laneWindow, zoomTo } from './lane-window.ts';
import {
  draggedFrame,
  framedPart,
  lengthAround,
  scrollAfterKey,
  zoomOfFrame,
  type FrameGrip,
  type FramedPart,
} from './overview-frame.ts';
import styles from './overview.module.css';
import { Playhead } from './playhead.tsx';
import { timeAtLeft, type TimelineLayout } from './timeline-layout.ts';
import type { TimelineView } from './timeline-view.ts';
import { zoomWords as words } from './zoom-words.ts';

type OverviewProps = { scroller: HTMLElement; player: MoviePlayer; view: TimelineView };

/** The whole movie at every zoom, in the place of a scroll bar: what the lanes show of it is framed. */
export function Overview({ scroller, player, view }: OverviewProps) {
  const frame = useRef<HTMLDivElement>(null);
  const { layout, played } = view;
  const { lanePx } = useDrawnLanes();
  const { windowPx, fitPx, isNarrow } = useStore(laneWindow);
  const show = useEffectEvent((): void => {
    const part = partOf(scroller);
    if (frame.current === null) return;
    Object.assign(frame.current.style, { left: `${part.from * 100}%`, right: `${(1 - part.to) * 100}%` });
    const at = (place: number): string => timecode(timeAtLeft(layout, played, place * 100), played.fps);
    frame.current.setAttribute('aria-valuenow', String(Math.round(part.from * 100)));
    frame.current.setAttribute('aria-valuetext', words.framed({ from: at(part.from), to: at(part.to) }));
  });
  useLayoutEffect(() => show(), [scroller, layout, lanePx, windowPx]);
  useEffect(() => {
    const onScroll = (): void => show();
    scroller.addEventListener('scroll', onScroll, { passive: true });
    return () => scroller.removeEventListener('scroll', onScroll);
  }, [scroller]);
  const { begin, move, end } = useDrag(scroller, { fitPx, windowPx, isNarrow });
  const onKey = (event: KeyboardEvent): void => {
    const left = scrollAfterKey(event.key, { scrolled: scroller.scrollLeft, windowPx, widthPx: scroller.scrollWidth });
    if (left === null || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    scroller.scrollTo({ left, behavior: 'instant' });
  };
  return (
    <div className={styles['bar']} onPointerDown={begin} onPointerMove={move} onPointerUp={end} onPointerCancel={end}>
      <Pictures layout={layout} />
      <Playhead player={player} view={view} className={styles['playhead']} />
      <div
        ref={frame}
        className={styles['frame']}
        role="scrollbar"
        tabIndex={0}
        aria-label={words.overview}
        aria-controls={scroller.id}
        aria-orientation="horizontal"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={0}
        title={words.overviewTip({ length: timecode(planDurationUs(played), played.fps) })}
        onKeyDown={onKey}
      >
        <span data-grip="start" />
        <span data-grip="end" />
      </div>
    </div>
  );
}

function Pictures({ layout }: { layout: TimelineLayout }) {
  return layout.blocks.map(({ sceneId, left, width, poster }) => (
    <i
      key={sceneId}
      className={styles['scene']}
      style={{
        left: `${left}%`,
        width: `${width}%`,
        ...(poster && { backgroundImage: `url(${JSON.stringify(poster)})` }),
      }}
      aria-hidden="true"
    />
  ));
}

/** Parts of the whole, but for the grip. */
type Held = {
  grip: FrameGrip;
  /** Where it was pressed. */
  from: number;
  part: FramedPart;
  /** Where the window began, and how long it is: on a phone more than what is framed near the ends. */
  start: number;
  length: number;
};

type LaneWidths = { fitPx: number; windowPx: number; isNarrow: boolean };

/** The frame is dragged, or one of its edges, which zooms; pressed beside it, the frame comes there. */
function useDrag(scroller: HTMLElement, { fitPx, windowPx, isNarrow }: LaneWidths) {
  const drag = useRef<Held | null>(null);
  const placeOf = ({ clientX, currentTarget }: PointerEvent<HTMLElement>): number => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return (clientX - left) / width;
  };
  const showFrom = (from: number): void => {
    const { origin, lanePx } = laneOf(scroller);
    scroller.scrollTo({ left: origin + from * lanePx, behavior: 'instant' });
  };
  return {
    begin: (event: PointerEvent<HTMLElement>): void => {
      if (event.button !== 0 || windowPx <= 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const from = placeOf(event);
      const grip = gripOf(event.target);
      const shown = partOf(scroller);
      const length = windowPx / laneOf(scroller).lanePx;
      if (grip === 'body' && (from < shown.from || from > shown.to)) showFrom(from - length / 2);
      const { lanePx, origin } = laneOf(scroller);
      drag.current = { grip, from, part: partOf(scroller), start: (scroller.scrollLeft - origin) / lanePx, length };
    },
    move: (event: PointerEvent<HTMLElement>): void => {
      if (drag.current === null || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
      const { grip, from, part, start, length } = drag.current;
      const by = placeOf(event) - from;
      if (grip === 'body') return showFrom(start + by);
      const wanted = draggedFrame(part, grip, by);
      if (isNarrow) return zoomTo(zoomOfFrame({ from: 0, to: lengthAround(length, grip, by) }, { fitPx, windowPx }));
      const { left, right } = scroller.getBoundingClientRect();
      // The other edge stays where it is.
      zoomTo(zoomOfFrame(wanted, { fitPx, windowPx }), grip === 'start' ? right : left);
    },
    end: (): void => {
      drag.current = null;
    },
  };
}

function gripOf(target: EventTarget): FrameGrip {
  const grip = target instanceof HTMLElement ? target.dataset['grip'] : undefined;
  return grip === 'start' || grip === 'end' ? grip : 'body';
}

/** How wide the lanes are, and how far the window is scrolled where it begins with them. */
function laneOf(scroller: HTMLElement): { lanePx: number; origin: number } {
  const { isNarrow, windowPx } = laneWindow.getState();
  const lanes = scroller.querySelector('[data-lanes]')?.getBoundingClientRect();
  return { lanePx: lanes?.width ?? 0, origin: isNarrow ? windowPx / 2 : 0 };
}

function partOf(scroller: HTMLElement): FramedPart {
  const { lanePx, origin } = laneOf(scroller);
  return framedPart({ scrolled: scroller.scrollLeft - origin, windowPx: laneWindow.getState().windowPx, lanePx });
}
