import { useEffect, useEffectEvent } from 'react';
import type { TrimEdge } from '#editor/trim-draft.ts';
import { isDetailed, isDrawn, useDrawnLanes } from '../strip/drawn-lanes.ts';
import type { ScopeNow, TimelineScope } from '../timeline-scope.ts';
import { heldDraft, showEdge } from './edge-acts.ts';
import { SceneEdge } from './scene-edge.tsx';

type EdgeLaneProps = { scope: TimelineScope; now: ScopeNow; currentId: string | null };

const EDGES: readonly TrimEdge[] = ['start', 'end'];

/** The edges of all scenes that have a clip: dragging one trims its scene. */
export function EdgeLane({ scope, now, currentId }: EdgeLaneProps) {
  useHeldPicture(scope);
  const drawn = useDrawnLanes();
  return scope.view.layout.blocks.flatMap((block) => {
    const { planned, sceneId } = block;
    const isThere = sceneId === currentId || (isDrawn(block, drawn) && isDetailed(block, drawn));
    if (planned === null || !isThere) return [];
    const { inFrame, outFrame } = scope.view.looks.get(sceneId) ?? planned;
    return EDGES.map((edge) => (
      <SceneEdge
        key={`${sceneId}-${edge}`}
        {...{ now, block, edge, inFrame, outFrame }}
        clip={planned.clip}
        isHeld={heldDraft(scope.mode, sceneId, edge) !== null}
        isCurrent={sceneId === currentId}
      />
    ));
  });
}

/** While an edge is held the stage shows the frame at it. */
function useHeldPicture({ mode, player, view }: TimelineScope): void {
  const held = mode.kind === 'trim' && mode.held !== undefined ? { edge: mode.held, draft: mode.draft } : null;
  const frame = held === null ? null : held.edge === 'start' ? held.draft.inFrame : held.draft.outFrame;
  const show = useEffectEvent(() => {
    if (held) showEdge(player, view.played, held.draft, held.edge);
  });
  useEffect(() => {
    // After the page has given the player the plan in which the scene is whole.
    if (frame !== null) queueMicrotask(() => show());
  }, [frame]);
}
