import { Film, GalleryHorizontalEnd, Type } from 'lucide-react';
import { Suspense, useDeferredValue, useId, useState } from 'react';
import type { MoviePlayer } from '#player/movie-player.ts';
import { lazyPart } from '#ui/lazy-part.ts';
import { chipRows, laneHeight } from '../texts/chip-rows.ts';
import { useScopeNow } from '../timeline-scope.ts';
import { useNarrow } from '../use-narrow.ts';
import { timelineWords as words } from '../words.ts';
import { DrawnDetailProvider, DrawnLanesProvider } from './drawn-lanes.ts';
import { Playhead, Ruler } from './playhead.tsx';
import { SceneLane } from './scene-lane.tsx';
import { textChips } from './timeline-marks.ts';
import styles from './timeline-strip.module.css';
import type { TimelineView } from './timeline-view.ts';
import { useLaneWindow } from './use-lane-window.ts';

const TextLane = lazyPart(async () => ({ default: (await import('../texts/text-lane.tsx')).TextLane }));
const AudioLanes = lazyPart(async () => ({ default: (await import('../audio/audio-lanes.tsx')).AudioLanes }));
const AudioHeads = lazyPart(async () => ({ default: (await import('../audio/audio-heads.tsx')).AudioHeads }));
const Overview = lazyPart(async () => ({ default: (await import('./overview.tsx')).Overview }));
const DragMarkLine = lazyPart(async () => ({ default: (await import('./drag-mark-line.tsx')).DragMarkLine }));
const ZoomGestures = lazyPart(async () => ({ default: (await import('./zoom-gestures.tsx')).ZoomGestures }));

type TimelineStripProps = { player: MoviePlayer; view: TimelineView };

/** The movie along one line: ruler, texts, scenes, and the playhead over all of them. */
export function TimelineStrip({ player, view }: TimelineStripProps) {
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const isEditable = useScopeNow() !== null;
  const isNarrow = useNarrow();
  const id = useId();
  const textLanePx = laneHeight(chipRows(textChips(view.layout, view.plan, view.rows)), isNarrow);
  const drawn = useLaneWindow({ scroller, player, view }, isEditable);
  const detail = useDeferredValue(drawn);
  return (
    <DrawnLanesProvider value={drawn}>
      <DrawnDetailProvider value={detail}>
        {isEditable ? (
          <div className={styles['overview']}>
            <span aria-hidden="true">
              <GalleryHorizontalEnd size={16} /> {words.overviewLane}
            </span>
            <Suspense>{scroller ? <Overview scroller={scroller} player={player} view={view} /> : null}</Suspense>
          </div>
        ) : null}
        <div className={styles['strip']}>
          <div className={styles['gutter']}>
            <span data-lane="ruler" />
            <span data-lane="text" aria-hidden="true" style={{ height: textLanePx }}>
              <Type size={16} /> {words.textLane}
            </span>
            <span data-lane="scenes" aria-hidden="true">
              <Film size={16} /> {words.sceneLane}
            </span>
            <Suspense>
              <AudioHeads view={view} />
            </Suspense>
          </div>
          <div className={styles['window']}>
            <div ref={setScroller} id={id} className={styles['scroller']} data-overviewed={isEditable}>
              <div className={styles['lanes']} data-lanes style={{ width: `${drawn.lanePx}px` }}>
                <Ruler player={player} view={view} />
                <Suspense fallback={<div style={{ height: textLanePx }} />}>
                  <TextLane view={view} />
                </Suspense>
                <SceneLane player={player} view={view} />
                <Suspense>
                  <AudioLanes player={player} view={view} />
                </Suspense>
                {isNarrow ? null : <Playhead player={player} view={view} />}
                <Suspense>
                  <DragMarkLine />
                  {scroller && isEditable ? <ZoomGestures scroller={scroller} /> : null}
                </Suspense>
              </div>
            </div>
            {isNarrow ? <i className={styles['playhead']} data-fixed aria-hidden="true" /> : null}
          </div>
        </div>
      </DrawnDetailProvider>
    </DrawnLanesProvider>
  );
}
