import { Film, Type } from 'lucide-react';
import { Suspense, useEffect, useState, type MouseEvent } from 'react';
import { useStore } from 'zustand';
import { editorSession, selectText } from '#editor/session-store.ts';
import { sceneOf } from '#editor/timeline-mode.ts';
import type { MoviePlayer } from '#player/movie-player.ts';
import { chooseMore, chosenScenes } from './chosen-scenes.ts';
import { lanePixels } from './lane-pixels.ts';
import { keepPlayheadInView, scrollUnderPlayhead } from './lane-scroll.ts';
import { textChips } from './timeline-marks.ts';
import { chipRows, laneHeight } from '../texts/chip-rows.ts';
import { Playhead, Ruler } from './playhead.tsx';
import { SceneBlock } from './scene-block.tsx';
import { chooseScene } from '../timeline-acts.ts';
import { leftAtTime, timeAtLeft, type Block } from './timeline-layout.ts';
import { useEditableScope } from '../timeline-scope.ts';
import styles from './timeline-strip.module.css';
import type { TimelineView } from './timeline-view.ts';
import { useReach, useStoredClips } from '#data/live.ts';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { lazyPart } from '#ui/lazy-part.ts';
import { useOnline } from '#ui/online.ts';
import { useNarrow } from '../use-narrow.ts';
import { usePlayerState } from '../stage/use-player.ts';
import { useWidth } from './use-width.ts';
import { timelineWords as words } from '../words.ts';

const TextLane = lazyPart(async () => ({ default: (await import('../texts/text-lane.tsx')).TextLane }));
const JoinLane = lazyPart(async () => ({ default: (await import('./join-lane.tsx')).JoinLane }));
const EditLane = lazyPart(async () => ({ default: (await import('./edit-lane.tsx')).EditLane }));
const AudioLanes = lazyPart(async () => ({ default: (await import('../audio/audio-lanes.tsx')).AudioLanes }));
const AudioHeads = lazyPart(async () => ({ default: (await import('../audio/audio-heads.tsx')).AudioHeads }));
const DragMarkLine = lazyPart(async () => ({ default: (await import('./drag-mark-line.tsx')).DragMarkLine }));

/** Hashes of the clips that are on this device; undefined until that is known. */
function useStored(plan: MoviePlan): ReadonlySet<string> | undefined {
  return useStoredClips(plan.scenes.map((scene) => scene.clip.sha256));
}

type TimelineStripProps = {
  player: MoviePlayer;
  view: TimelineView;
  /** 1 shows the whole movie, unless its scenes would be too narrow. */
  zoom: number;
};

/** The movie along one line: ruler, texts, scenes, and the playhead over all of them. */
export function TimelineStrip({ player, view, zoom }: TimelineStripProps) {
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const isNarrow = useNarrow();
  const textLanePx = laneHeight(chipRows(textChips(view.layout, view.plan, view.rows)), isNarrow);
  const lanePx = lanePixels(view.layout, { windowPx: useWidth(scroller), zoom, isNarrow });
  useEffect(() => {
    if (scroller === null) return;
    const geometry = {
      pxAt: (timeUs: number) => (leftAtTime(view.layout, view.played, timeUs) / 100) * lanePx,
      timeAt: (px: number) => timeAtLeft(view.layout, view.played, (px / lanePx) * 100),
    };
    return (isNarrow ? scrollUnderPlayhead : keepPlayheadInView)(scroller, player, geometry);
  }, [scroller, player, view, lanePx, isNarrow]);
  return (
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
        <div ref={setScroller} className={styles['scroller']}>
          <div className={styles['lanes']} data-lanes style={{ width: `${lanePx}px` }}>
            <Ruler player={player} view={view} lanePx={lanePx} />
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
            </Suspense>
          </div>
        </div>
        {isNarrow ? <i className={styles['playhead']} data-fixed aria-hidden="true" /> : null}
      </div>
    </div>
  );
}

function SceneLane({ player, view }: Pick<TimelineStripProps, 'player' | 'view'>) {
  const scope = useEditableScope();
  const selectedId = useStore(editorSession, (session) => session.selectedSceneId);
  const { sceneId: shownId } = usePlayerState(player);
  const stored = useStored(view.plan);
  const isOnline = useOnline();
  const reach = useReach();
  const currentId = scope?.rows.some(({ id }) => id === selectedId) ? selectedId : shownId;
  // Its clip can't be played now: it is not on this device, and the server is out of reach.
  const isAway = ({ planned }: Block): boolean =>
    planned !== null && stored?.has(planned.clip.sha256) === false && (!isOnline || reach === 'offline');
  const chosen = useStore(chosenScenes, ({ ids }) => ids);
  const choose = (sceneId: string, event: MouseEvent): void => {
    const order = view.layout.blocks.map((block) => block.sceneId);
    if (scope !== null && chooseMore(sceneId, event, { order, currentId })) return;
    if (scope !== null && !chooseScene(sceneId)) return;
    selectText(null);
    player.seekScene(sceneId);
  };
  return (
    <div className={styles['scenes']}>
      {view.layout.blocks.map((block) => (
        <SceneBlock
          key={block.sceneId}
          block={block}
          scene={sceneOf(view.plan, block.sceneId)}
          isCurrent={block.sceneId === currentId}
          isLeveled={view.plan.levelling}
          isHere={block.planned !== null && stored?.has(block.planned.clip.sha256) === true}
          isAway={isAway(block)}
          isChosen={chosen.has(block.sceneId)}
          onChoose={(event) => choose(block.sceneId, event)}
        />
      ))}
      <Suspense>
        <JoinLane view={view} />
      </Suspense>
      {scope ? (
        <Suspense>
          <EditLane scope={scope} currentId={currentId} />
        </Suspense>
      ) : null}
    </div>
  );
}
