/** Where new scenes go that aren't dropped anywhere. */
import { editorSession } from '#editor/session-store.ts';
import { withChosen } from '../strip/chosen-scenes.ts';
import { leftAtTime } from '../strip/timeline-layout.ts';
import type { TimelineScope } from '../timeline-scope.ts';
import { gapAt } from './drop-place.ts';

/** How many scenes come before what goes behind the chosen ones; null where none is chosen. */
export function placeBehindChosen({ view }: Pick<TimelineScope, 'view'>): number | null {
  const { selectedSceneId } = editorSession.getState();
  if (selectedSceneId === null) return null;
  const ids = withChosen(selectedSceneId);
  return view.layout.blocks.findLastIndex(({ sceneId }) => ids.has(sceneId)) + 1 || null;
}

/** Behind the chosen ones, else at the cut that is nearest to the playhead. Null is behind all of them. */
export function placeOfNew(scope: Pick<TimelineScope, 'view' | 'player'>): number | null {
  const { layout, played } = scope.view;
  const behind = placeBehindChosen(scope);
  if (behind !== null || scope.player === null) return behind;
  return gapAt(layout.blocks, leftAtTime(layout, played, scope.player.now())).place;
}
