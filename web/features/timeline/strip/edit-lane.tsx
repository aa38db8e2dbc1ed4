import { trimModeDraft } from '#editor/timeline-mode.ts';
import { EdgeLane } from '../edges/edge-lane.tsx';
import { BoxLane } from '../moving/box-lane.tsx';
import { MoveLane } from '../moving/move-lane.tsx';
import type { TimelineScope } from '../timeline-scope.ts';
import { SceneKeys } from './scene-keys.tsx';
import { SceneMenu } from './scene-menu.tsx';
import { TrimHandles } from './trim-handles.tsx';

/** Everything that changes scenes on their lane: loaded when the movie is there to be changed. */
export function EditLane({ scope, currentId }: { scope: TimelineScope; currentId: string | null }) {
  const draft = trimModeDraft(scope.mode);
  const trimmed = scope.view.layout.blocks.find(({ sceneId }) => sceneId === draft?.sceneId);
  return (
    <>
      <SceneKeys scope={scope} />
      <SceneMenu scope={scope} />
      {draft === null ? (
        <>
          <MoveLane scope={scope} />
          <BoxLane scope={scope} />
          <EdgeLane scope={scope} currentId={currentId} />
        </>
      ) : null}
      {draft && trimmed?.planned ? <TrimHandles block={trimmed} clip={trimmed.planned.clip} draft={draft} /> : null}
    </>
  );
}
