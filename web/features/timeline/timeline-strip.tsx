import { Film, Type } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { MoviePlayer } from '#player/movie-player.ts';
import { lanePixels } from './lane-pixels.ts';
import { keepPlayheadInView, scrollUnderPlayhead } from './lane-scroll.ts';
import { Playhead, Ruler } from './playhead.tsx';
import { SceneBlock } from './scene-block.tsx';
import { TextLane } from './text-lane.tsx';
import { leftAtTime, timeAtLeft } from './timeline-layout.ts';
import type { TextChip } from './timeline-marks.ts';
import { sceneOf, type TimelineMode } from './timeline-mode.ts';
import styles from './timeline-strip.module.css';
import type { TimelineView } from './timeline-view.ts';
import { TrimHandles } from './trim-handles.tsx';
import type { TrimDraft, TrimEdge } from './trim-draft.ts';
import { useAwayClips } from './use-away-clips.ts';
import { useNarrow } from './use-narrow.ts';
import { usePlayerState } from './use-player.ts';
import { useWidth } from './use-width.ts';

/** What can be done on the strip beside moving the playhead. */
export type StripEditing = {
  mode: TimelineMode;
  selectedSceneId: string | null;
  onScene: (sceneId: string) => void;
  onText: (chip: TextChip) => void;
  onTrim: (draft: TrimDraft, edge: TrimEdge) => void;
};

type TimelineStripProps = {
  player: MoviePlayer;
  view: TimelineView;
  /** 1 shows the whole movie, as far as its scenes are wide enough. */
  zoom: number;
  /** Null where the strip is only looked at. */
  edit: StripEditing | null;
};

/** The movie along one line: ruler, texts, scenes, and the playhead over all of them. */
export function TimelineStrip({ player, view, zoom, edit }: TimelineStripProps) {
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const isNarrow = useNarrow();
  const lanePx = lanePixels(view.layout, { windowPx: useWidth(scroller), zoom, isNarrow });
  useEffect(() => {
    if (scroller === null) return;
    const geometry = {
      pxAt: (timeUs: number) => (leftAtTime(view.layout, view.played, timeUs) / 100) * lanePx,
      timeAt: (px: number) => timeAtLeft(view.layout, view.played, (px / lanePx) * 100),
    };
    return (isNarrow ? scrollUnderPlayhead : keepPlayheadInView)(scroller, player, geometry);
  }, [scroller, player, view, lanePx, isNarrow]);
  const textDraft = edit?.mode.kind === 'text' ? edit.mode.draft : null;
  return (
    <div className={styles['strip']}>
      <div className={styles['gutter']} aria-hidden="true">
        <span data-lane="ruler" />
        <span data-lane="text">
          <Type size={16} /> Text
        </span>
        <span data-lane="scenes">
          <Film size={16} /> Scenes
        </span>
      </div>
      <div className={styles['window']}>
        <div ref={setScroller} className={styles['scroller']}>
          <div className={styles['lanes']} style={{ width: `${lanePx}px` }}>
            <Ruler player={player} view={view} lanePx={lanePx} />
            <TextLane view={view} selected={textDraft} onChoose={edit?.onText ?? null} />
            <SceneLane player={player} view={view} edit={edit} />
            {isNarrow ? null : <Playhead player={player} view={view} />}
          </div>
        </div>
        {isNarrow ? <i className={styles['playhead']} data-fixed aria-hidden="true" /> : null}
      </div>
    </div>
  );
}

function SceneLane({ player, view, edit }: Pick<TimelineStripProps, 'player' | 'view' | 'edit'>) {
  const { sceneId: shownId } = usePlayerState(player);
  const awayIds = useAwayClips(view.plan);
  const draft = edit?.mode.kind === 'trim' ? edit.mode.draft : null;
  const trimmed = view.layout.blocks.find(({ sceneId }) => sceneId === draft?.sceneId);
  return (
    <div className={styles['scenes']}>
      {view.layout.blocks.map((block) => (
        <SceneBlock
          key={block.sceneId}
          block={block}
          scene={sceneOf(view.plan, block.sceneId)}
          isCurrent={block.sceneId === (edit?.selectedSceneId ?? shownId)}
          isAway={awayIds.has(block.sceneId)}
          onChoose={() => {
            player.seekScene(block.sceneId);
            edit?.onScene(block.sceneId);
          }}
        />
      ))}
      {edit && draft && trimmed?.planned ? (
        <TrimHandles block={trimmed} clip={trimmed.planned.clip} draft={draft} onMove={edit.onTrim} />
      ) : null}
    </div>
  );
}
