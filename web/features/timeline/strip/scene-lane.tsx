import { Suspense, useState, type MouseEvent } from 'react';
import { useStore } from 'zustand';
import { useReach, useStoredClips } from '#data/live.ts';
import { editorSession, selectText } from '#editor/session-store.ts';
import type { MoviePlayer } from '#player/movie-player.ts';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { lazyPart } from '#ui/lazy-part.ts';
import { useOnline } from '#ui/online.ts';
import { usePlayerState } from '../stage/use-player.ts';
import { chooseScene } from '../timeline-acts.ts';
import { useEditableScope, useScopeNow } from '../timeline-scope.ts';
import { chooseMore, chosenScenes } from './chosen-scenes.ts';
import { isDetailed, isDrawn, useDrawnLanes } from './drawn-lanes.ts';
import { emptyLane } from './empty-lane.ts';
import { laneWindow } from './lane-window.ts';
import { SceneBlock } from './scene-block.tsx';
import type { Block } from './timeline-layout.ts';
import styles from './timeline-strip.module.css';
import type { TimelineView } from './timeline-view.ts';

const JoinLane = lazyPart(async () => ({ default: (await import('./join-lane.tsx')).JoinLane }));
const EditLane = lazyPart(async () => ({ default: (await import('./edit-lane.tsx')).EditLane }));

/** Hashes of the clips that are on this device; undefined until that is known. */
function useStored(plan: MoviePlan): ReadonlySet<string> | undefined {
  return useStoredClips(plan.scenes.map((scene) => scene.clip.sha256));
}

/** The scenes that are in view or near it, and those that somebody is at work on. */
export function SceneLane({ player, view }: { player: MoviePlayer; view: TimelineView }) {
  const scope = useEditableScope();
  const now = useScopeNow();
  const selectedId = useStore(editorSession, (session) => session.selectedSceneId);
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const held = useStore(laneWindow, (now) => now.held?.sceneIds);
  const drawn = useDrawnLanes();
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
    const order = now?.().view.layout.blocks.map((block) => block.sceneId) ?? null;
    if (order !== null && (chooseMore(sceneId, event, { order, currentId }) || !chooseScene(sceneId))) return;
    selectText(null);
    player.seekScene(sceneId);
  };
  const isThere = (block: Block): boolean =>
    isDrawn(block, drawn) ||
    block.sceneId === currentId ||
    block.sceneId === focusedId ||
    held?.has(block.sceneId) === true;
  return (
    <div
      {...emptyLane}
      className={styles['scenes']}
      onFocus={({ target }) => setFocusedId(target.dataset['scene'] ?? null)}
    >
      {view.layout.blocks.filter(isThere).map((block) => (
        <SceneBlock
          key={block.sceneId}
          block={block}
          scene={view.looks.get(block.sceneId) ?? null}
          isDetailed={isDetailed(block, drawn)}
          isCurrent={block.sceneId === currentId}
          isLeveled={view.plan.levelling}
          isHere={block.planned !== null && stored?.has(block.planned.clip.sha256) === true}
          isAway={isAway(block)}
          isChosen={chosen.has(block.sceneId)}
          onChoose={choose}
        />
      ))}
      <Suspense>
        <JoinLane view={view} />
      </Suspense>
      {scope && now ? (
        <Suspense>
          <EditLane {...{ scope, now, currentId }} />
        </Suspense>
      ) : null}
    </div>
  );
}
