import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { SceneRow } from '#data/tables/rows.ts';
import type { MoviePlayer } from '#player/movie-player.ts';
import type { Project } from '#shared/entities/project.ts';
import { useShortcuts } from '#ui/keyboard-help.ts';
import { PageMessage } from '#ui/page-message.tsx';
import { QuietButton } from '#ui/quiet-button.tsx';
import { sceneGroups } from '#widgets/scene-groups.ts';
import { DownloadButton } from './download-button.tsx';
import { HeightGrip } from './height-grip.tsx';
import { PlayerKeys } from './player-keys.tsx';
import { PlayerStage } from './player-stage.tsx';
import { SceneInspector } from './scene-inspector.tsx';
import { timelineShortcuts } from './shortcuts.ts';
import { TextBox } from './text-box.tsx';
import { TextPanel } from './text-panel.tsx';
import styles from './timeline-editor.module.css';
import { TimelineFoot, zoomFactor } from './timeline-foot.tsx';
import { TimelineStrip } from './timeline-strip.tsx';
import { TimelineTools } from './timeline-tools.tsx';
import { Transport } from './transport.tsx';
import type { TrimDraft, TrimEdge } from './trim-draft.ts';
import { useSelectionOfPlayer, useStartAt, useTrimBounds } from './use-player-follow.ts';
import { useNarrow } from './use-narrow.ts';
import { usePlayer } from './use-player.ts';
import { frameToShow, timeOfFrame, timeToShowText, useTimeline, type Timeline } from './use-timeline.ts';

type TimelineEditorProps = { project: Project; scenes: readonly SceneRow[] };

/** The whole movie in play order: picture, transport, the strip of its scenes, and what belongs to the selected one. */
export function TimelineEditor({ project, scenes }: TimelineEditorProps) {
  const timeline = useTimeline(project, scenes);
  const [stage, setStage] = useState<HTMLElement | null>(null);
  const [zoom, setZoom] = useState(0);
  const { view, mode } = timeline;
  const player = usePlayer(stage, view.played);
  const trimDraft = mode.kind === 'trim' ? mode.draft : null;
  useStartAt(player, timeline.selected?.id ?? null);
  useSelectionOfPlayer(player, timeline.select);
  useTrimBounds(player, view.played, trimDraft);
  useShortcuts(timelineShortcuts);
  const act = timelineActs(timeline, player);
  const isEmpty = view.plan.scenes.length === 0;
  return (
    <div className={styles['editor']}>
      {isEmpty ? (
        <NothingToPlay />
      ) : (
        <>
          <PlayerStage picture={view.plan} player={player} onStage={setStage}>
            {mode.kind === 'text' ? (
              <TextBox
                overlay={mode.draft.overlay}
                picture={view.plan}
                onMove={(position) => timeline.text.change({ ...mode.draft.overlay, position })}
              />
            ) : null}
          </PlayerStage>
          {player ? <Transport player={player} plan={view.played} /> : <div className={styles['waiting']} />}
          <Inspector timeline={timeline} act={act} />
        </>
      )}
      <LanePanel timeline={timeline} player={isEmpty ? null : player} act={act} zoom={zoomFactor(zoom)}>
        <DownloadButton project={project} scenes={timeline.rows} />
      </LanePanel>
      <TimelineFoot zoom={zoom} onZoom={setZoom} />
      {player && !isEmpty ? <PlayerKeys player={player} edit={act.keys} /> : null}
    </div>
  );
}

function NothingToPlay() {
  return (
    <div className={styles['empty']}>
      <PageMessage title="Nothing to play yet" text="The movie stands here as soon as the first scene has its clip.">
        <QuietButton size="3" asChild>
          <Link to="?">Open the Scene Editor</Link>
        </QuietButton>
      </PageMessage>
    </div>
  );
}

/** The edits of the timeline together with what the picture shows at them. */
function timelineActs(timeline: Timeline, player: MoviePlayer | null) {
  const { mode, trim, text, leave } = timeline;
  const openText = (sceneId: string | null, index: number | null): void => {
    player?.pause();
    text.open(sceneId, index);
    const row = timeline.rows.find(({ id }) => id === sceneId);
    const overlay = index === null ? null : row?.textOverlays[index];
    const showAt = row && overlay && player ? timeToShowText(timeline, row.id, overlay, player.now()) : null;
    if (showAt !== null) player?.seek(showAt);
  };
  const moveEdge = (draft: TrimDraft, edge: TrimEdge): void => {
    const showAt = timeOfFrame(timeline, draft.sceneId, frameToShow(draft, edge));
    player?.pause();
    trim.change(draft);
    if (showAt !== null) player?.seek(showAt);
  };
  const setEdge = (edge: TrimEdge): void => {
    if (player) trim.setEdge(edge, player);
  };
  return {
    openText,
    addText: () => openText(timeline.selected?.id ?? null, null),
    toggleTrim: () => (mode.kind === 'trim' ? leave() : void trim.start()),
    moveEdge,
    setEdge,
    apply: () => void trim.apply(),
    keys: {
      setEdge,
      addText: () => openText(timeline.selected?.id ?? null, null),
      apply: () => {
        if (mode.kind !== 'trim') return false;
        void trim.apply();
        return true;
      },
      leave: () => {
        if (mode.kind === 'rest') return false;
        leave();
        return true;
      },
    },
  };
}

type Acts = ReturnType<typeof timelineActs>;

/** What belongs to the selection: the text that is being written, else the scene. */
function Inspector({ timeline, act }: { timeline: Timeline; act: Acts }) {
  const { mode, selected, selectedScene, rows, view } = timeline;
  const texted = mode.kind === 'text' ? view.layout.blocks.find(({ sceneId }) => sceneId === mode.draft.sceneId) : null;
  const group = sceneGroups(rows).find(({ scene }) => scene.id === selected?.id) ?? null;
  return (
    <aside className={styles['inspector']}>
      {mode.kind === 'text' && texted ? (
        <TextPanel
          key={`${mode.draft.sceneId}-${mode.draft.index}`}
          overlay={mode.draft.overlay}
          isNew={mode.draft.index === null}
          scene={texted}
          picture={view.plan}
          actions={{ change: timeline.text.change, save: () => void timeline.text.save(), cancel: timeline.leave }}
        />
      ) : (
        <SceneInspector
          group={group}
          scene={selectedScene}
          draft={mode.kind === 'trim' ? mode.draft : null}
          trim={{ change: act.moveEdge, setAtPlayhead: act.setEdge, apply: act.apply, cancel: timeline.leave }}
          texts={{
            add: act.addText,
            edit: (index) => act.openText(selected?.id ?? null, index),
            remove: (index) => selected && timeline.text.remove(selected, index),
          }}
        />
      )}
    </aside>
  );
}

type LanePanelProps = {
  timeline: Timeline;
  player: MoviePlayer | null;
  act: Acts;
  /** How much wider than at Fit the lanes are. */
  zoom: number;
  children: ReactNode;
};

/** Tools and lanes. */
function LanePanel({ timeline, player, act, zoom, children }: LanePanelProps) {
  const [height, setHeight] = useState<number | null>(null);
  const isNarrow = useNarrow();
  const { view, mode, selected } = timeline;
  return (
    <section
      className={styles['panel']}
      style={height === null || isNarrow || !player ? undefined : { height }}
      aria-label="Timeline"
    >
      {player ? <HeightGrip height={height} onHeight={setHeight} /> : null}
      <TimelineTools plan={view.plan} isTrimming={mode.kind === 'trim'} onTrim={act.toggleTrim} onText={act.addText}>
        {children}
      </TimelineTools>
      {player ? (
        <TimelineStrip
          player={player}
          view={view}
          zoom={zoom}
          edit={{
            mode,
            selectedSceneId: selected?.id ?? null,
            onScene: timeline.select,
            onText: (chip) => act.openText(chip.sceneId, chip.index),
            onTrim: act.moveEdge,
          }}
        />
      ) : null}
    </section>
  );
}
