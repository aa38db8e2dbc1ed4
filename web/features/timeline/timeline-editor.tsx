import { Suspense, useDeferredValue, useEffect, useRef, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useStore } from 'zustand';
import type { OwnFileRow, SceneRow } from '#data/tables/rows.ts';
import { changeText, editorSession } from '#editor/session-store.ts';
import { dialogDraft, isTextGone, type TextDraft } from '#editor/timeline-mode.ts';
import type { TextOverlay } from '#shared/entities/text-overlay.ts';
import type { Project } from '#shared/entities/project.ts';
import type { MoviePlan, PlanScene } from '#shared/movie/movie-plan.ts';
import type { RemovedFiles } from '#ui/removed-files.ts';
import { keepClearMark } from '#ui/follow-toast-place.ts';
import { useShortcuts } from '#ui/keyboard-help.ts';
import { lazyPart } from '#ui/lazy-part.ts';
import { PageMessage } from '#ui/page-message.tsx';
import { QuietButton } from '#ui/quiet-button.tsx';
import { groupOf } from '#widgets/scene-groups.ts';
import { audioSession } from './audio/audio-store.ts';
import { DownloadButton } from './downloads/download-button.tsx';
import { leaveTimeline } from './draft-edits.ts';
import { useTimelineKind } from './list/use-timeline-kind.ts';
import { HeightGrip } from './stage/height-grip.tsx';
import { PlayerKeys } from './transport/player-keys.tsx';
import { OnFullscreen } from './stage/on-fullscreen.tsx';
import { PlayerStage } from './stage/player-stage.tsx';
import { timelineShortcuts } from './transport/shortcut-words.ts';
import { followPicture } from './timeline-acts.ts';
import styles from './timeline-editor.module.css';
import { TimelineFoot } from './strip/timeline-foot.tsx';
import {
  ScopeNowProvider,
  selectedOf,
  TimelineScopeProvider,
  useNowOf,
  useScope,
  useSelected,
  useTimelineView,
  type TimelineScope,
} from './timeline-scope.ts';
import { recordSession, withoutSilenced } from './recording/record-store.ts';
import { sideSession } from './side-store.ts';
import { leaveLaneWindow } from './strip/lane-window.ts';
import type { Block } from './strip/timeline-layout.ts';
import type { TimelineRow } from './strip/timeline-row.ts';
import { TimelineStrip } from './strip/timeline-strip.tsx';
import { TimelineTools } from './strip/timeline-tools.tsx';
import { Transport } from './transport/transport.tsx';
import { useNarrow, useStacked } from './use-narrow.ts';
import { useClickToPlay, useSelectionOfPlayer, useStartAt, useTrimBounds } from './stage/use-player-follow.ts';
import { usePlayer } from './stage/use-player.ts';
import { timelineWords as words } from './words.ts';

const Clipboard = lazyPart(async () => ({ default: (await import('./clipboard/clipboard.tsx')).Clipboard }));
const SceneFiles = lazyPart(async () => ({ default: (await import('./moving/scene-files.tsx')).SceneFiles }));
const TimelineList = lazyPart(async () => ({ default: (await import('./list/timeline-list.tsx')).TimelineList }));
const TextBox = lazyPart(async () => ({ default: (await import('./stage/text-box.tsx')).TextBox }));
const TextPanel = lazyPart(async () => ({ default: (await import('./inspector/text-panel.tsx')).TextPanel }));
const TextLayer = lazyPart(async () => ({ default: (await import('./texts/text-layer.tsx')).TextLayer }));
const TextInspector = lazyPart(async () => ({ default: (await import('./texts/text-inspector.tsx')).TextInspector }));
const SceneInspector = lazyPart(async () => ({
  default: (await import('./inspector/scene-inspector.tsx')).SceneInspector,
}));
const AudioInspector = lazyPart(async () => ({
  default: (await import('./audio/audio-inspector.tsx')).AudioInspector,
}));
const MediaPanel = lazyPart(async () => ({ default: (await import('./media/media-panel.tsx')).MediaPanel }));
const RecordPanel = lazyPart(async () => ({ default: (await import('./recording/record-panel.tsx')).RecordPanel }));
const JoinInspector = lazyPart(async () => ({
  default: (await import('./inspector/join-inspector.tsx')).JoinInspector,
}));

type TimelineEditorProps = {
  project: Project;
  scenes: readonly SceneRow[];
  /** Buttons that undo and redo, first among the tools. */
  undo: ReactNode;
  /** Files that become scenes. @param place how many scenes come before them; null for all */
  onFiles: (files: readonly File[], place: number | null) => void;
  /** Removes own files from this browser and the server. */
  onRemoveFiles: (files: readonly OwnFileRow[]) => Promise<RemovedFiles>;
};

/** The whole movie in play order: picture, transport, the strip of its scenes, and what belongs to the selected one. */
export function TimelineEditor({ project, scenes, undo, onFiles, onRemoveFiles }: TimelineEditorProps) {
  const timeline = useTimelineView(project, scenes);
  const selected = useSelected(timeline);
  const [stage, setStage] = useState<HTMLElement | null>(null);
  const isInspectorOpen = useStore(editorSession, (session) => session.isInspectorOpen);
  const side = useStore(sideSession, ({ open }) => open);
  const isStacked = useStacked();
  const { view, mode } = timeline;
  const kind = useTimelineKind(project.userId);
  const silencedId = useStore(recordSession, (recording) => recording.silencedId);
  const player = usePlayer(stage, withoutSilenced(view.played, silencedId));
  const isEmpty = view.plan.scenes.length === 0;
  const scope: TimelineScope = { ...timeline, player: isEmpty ? null : player };
  const scopeNow = useNowOf(scope);
  const written = dialogDraft(mode);
  const isBeside = !isStacked && !isEmpty;
  const aside = side && (
    <Suspense>
      {side === 'media' ? (
        <MediaPanel {...{ scope, onFiles, isBeside }} onRemove={onRemoveFiles} />
      ) : scope.player ? (
        <RecordPanel {...{ scope, isBeside }} player={scope.player} />
      ) : null}
    </Suspense>
  );
  useClickToPlay(stage, player);
  useStartAt(player, selected.row?.id ?? null);
  useSelectionOfPlayer(player, (sceneId, isPlaying) => followPicture(scope, sceneId, isPlaying));
  useTrimBounds(player, view.played, mode.kind === 'trim' ? mode.draft : null);
  useShortcuts(timelineShortcuts);
  useLeaving();
  return (
    <ScopeNowProvider value={scopeNow}>
      <TimelineScopeProvider value={scope}>
        <div
          className={styles['editor']}
          data-folded={!isInspectorOpen}
          data-view={kind}
          data-side={side === null ? null : isBeside ? 'beside' : 'below'}
        >
          {isEmpty ? (
            <NothingToPlay />
          ) : (
            <>
              <PlayerStage picture={view.plan} player={player} onStage={setStage}>
                <Suspense>
                  {written ? (
                    <TextBox
                      overlay={written.overlay}
                      picture={view.plan}
                      onMove={(position) => changeText({ ...written.overlay, position })}
                    />
                  ) : scope.player && mode.kind !== 'trim' ? (
                    <TextLayer scope={scope} player={scope.player} />
                  ) : null}
                </Suspense>
              </PlayerStage>
              {player ? <Transport player={player} plan={view.played} /> : <div className={styles['waiting']} />}
              {aside && isBeside ? <Beside>{aside}</Beside> : <Inspector />}
            </>
          )}
          <LanePanel kind={kind} undo={undo} onFiles={onFiles}>
            <DownloadButton project={project} scenes={timeline.rows} />
          </LanePanel>
          {kind === 'list' && !isEmpty ? null : <TimelineFoot isZoomable={!isEmpty && kind === 'lanes'} />}
          {scope.player ? (
            <>
              <PlayerKeys player={scope.player} />
              <OnFullscreen player={scope.player} stage={stage} />
            </>
          ) : null}
          <Suspense>
            <Clipboard now={scopeNow} />
            <SceneFiles now={scopeNow} onFiles={onFiles} />
          </Suspense>
          {isBeside ? null : aside}
        </div>
      </TimelineScopeProvider>
    </ScopeNowProvider>
  );
}

/** Saves the draft when another tab or page opens; the next movie has its own zoom. */
function useLeaving(): void {
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
      leaveLaneWindow();
      // After the fields in here, which pass on what was typed when they are removed.
      queueMicrotask(() => {
        if (!isOpen.current) leaveTimeline();
      });
    };
  }, []);
}

function NothingToPlay() {
  return (
    <div className={styles['empty']}>
      <PageMessage title={words.empty.title} text={words.empty.text}>
        <QuietButton size="3" asChild>
          <Link to="?">{words.openSceneEditor}</Link>
        </QuietButton>
      </PageMessage>
    </div>
  );
}

/**
 * The text that is being edited, else the selected join or scene. What a drag selects is under the pointer first, and then
 * in here.
 */
function Inspector() {
  const { mode, rows, plan, audio, view } = useScope();
  const audioId = useDeferredValue(useStore(audioSession, ({ selectedId }) => selectedId));
  const piece = audio.find(({ id }) => id === audioId);
  const sceneId = useDeferredValue(useStore(editorSession, ({ selectedSceneId }) => selectedSceneId));
  const { row, scene } = selectedOf({ rows, plan }, sceneId);
  const joinId = useDeferredValue(useStore(editorSession, ({ selectedJoinId }) => selectedJoinId));
  const next = scene && scene.sceneId === joinId && mode.kind === 'rest' ? sceneAfter(plan, scene) : null;
  const written = dialogDraft(mode);
  const chosen = useDeferredValue(useStore(editorSession, ({ selectedText }) => selectedText));
  const textOf = (list: readonly TimelineRow[]): TextOverlay | undefined =>
    list.find(({ id }) => id === chosen?.sceneId)?.textOverlays.find(({ id }) => id === chosen?.textId);
  const blockOf = (id: string | undefined): Block | undefined =>
    view.layout.blocks.find(({ sceneId }) => sceneId === id);
  const [texted, text, textBlock] = [blockOf(written?.sceneId), textOf(view.rows), blockOf(chosen?.sceneId)];
  return (
    <Beside>
      {written && texted ? (
        <Suspense>
          <TextPanel
            key={keyOf(written)}
            overlay={written.overlay}
            isNew={written.of === null}
            isGone={isTextGone(written, rows.find(({ id }) => id === written.sceneId)?.textOverlays ?? [])}
            scene={texted}
            picture={view.plan}
          />
        </Suspense>
      ) : chosen && text && textBlock && mode.kind !== 'trim' ? (
        <Suspense>
          <TextInspector key={chosen.textId} textRef={chosen} text={text} block={textBlock} />
        </Suspense>
      ) : piece ? (
        <Suspense>
          <AudioInspector key={piece.id} piece={piece} />
        </Suspense>
      ) : row && scene && next ? (
        <Suspense>
          <JoinInspector key={row.id} row={row} scene={scene} next={next} />
        </Suspense>
      ) : (
        <Suspense>
          <SceneInspector group={row && groupOf(row, rows)} scene={scene} />
        </Suspense>
      )}
    </Beside>
  );
}

/** What stands beside the picture. */
function Beside({ children }: { children: ReactNode }) {
  return (
    <aside className={styles['inspector']} data-inspector {...keepClearMark}>
      {children}
    </aside>
  );
}

function sceneAfter({ scenes }: MoviePlan, scene: PlanScene): PlanScene | null {
  return scenes[scenes.indexOf(scene) + 1] ?? null;
}

/** Another text has another panel. */
function keyOf({ sceneId, of }: TextDraft): string {
  return `${sceneId}-${of === null ? 'new' : (of.id ?? JSON.stringify(of))}`;
}

type LanePanelProps = {
  /** Null until it is known which of them. */
  kind: 'lanes' | 'list' | null;
  undo: ReactNode;
  onFiles: TimelineEditorProps['onFiles'];
  children: ReactNode;
};

/** Tools, and the lanes or the list. */
function LanePanel({ kind, undo, onFiles, children }: LanePanelProps) {
  const [height, setHeight] = useState<number | null>(null);
  const isNarrow = useNarrow();
  const { view, player } = useScope();
  return (
    <section
      className={styles['panel']}
      {...keepClearMark}
      style={height === null || isNarrow || !player || kind === 'list' ? undefined : { height }}
      aria-label={words.label}
    >
      {player && kind === 'lanes' ? <HeightGrip height={height} onHeight={setHeight} /> : null}
      <TimelineTools undo={undo} kind={kind} onFiles={onFiles}>
        {children}
      </TimelineTools>
      {player && kind === 'lanes' ? <TimelineStrip player={player} view={view} /> : null}
      {player && kind === 'list' ? (
        <Suspense>
          <TimelineList />
        </Suspense>
      ) : null}
    </section>
  );
}
