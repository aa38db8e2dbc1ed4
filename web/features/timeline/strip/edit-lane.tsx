import { trimModeDraft } from '#editor/timeline-mode.ts';
import { EdgeLane } from '../edges/edge-lane.tsx';
import { BoxLane } from '../moving/box-lane.tsx';
import { MoveLane } from '../moving/move-lane.tsx';
import type { ScopeNow, TimelineScope } from '../timeline-scope.ts';
import { SceneKeys } from './scene-keys.tsx';
import { SceneMenu } from './scene-menu.tsx';
import { TrimHandles } from './trim-handles.tsx';

type EditLaneProps = { scope: TimelineScope; now: ScopeNow; currentId: string | null };

/** Everything that changes scenes on their lane: loaded when the movie is there to be changed. */
export function EditLane({ scope, now, currentId }: EditLaneProps) {
  const draft = trimModeDraft(scope.mode);
  const trimmed = scope.view.layout.blocks.find(({ sceneId }) => sceneId === draft?.sceneId);
  return (
    <>
      <SceneKeys now={now} />
      <SceneMenu />
      {draft === null ? (
        <>
          <MoveLane layout={scope.view.layout} now={now} />
          <BoxLane now={now} />
          <EdgeLane {...{ scope, now, currentId }} />
        </>
      ) : null}
      {draft && trimmed?.planned ? <TrimHandles block={trimmed} clip={trimmed.planned.clip} draft={draft} /> : null}
    </>
  );
}
