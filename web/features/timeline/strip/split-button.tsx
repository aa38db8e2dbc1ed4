import { SquareSplitHorizontal } from 'lucide-react';
import { useStore } from 'zustand';
import { editorSession } from '#editor/session-store.ts';
import { QuietButton } from '#ui/quiet-button.tsx';
import { Tip } from '#ui/tip.tsx';
import { sceneMenuWords as words } from '../strip-words.ts';
import { useScope, useScopeNow } from '../timeline-scope.ts';
import { splitAtPlayhead, unsplittable } from './scene-acts.ts';

/** Cuts the scene under the playhead in two, or says why that can’t be done. */
export function SplitButton() {
  const scope = useScope();
  const now = useScopeNow();
  const sceneId = useStore(editorSession, ({ selectedSceneId }) => selectedSceneId);
  const refusal = unsplittable(scope, sceneId);
  return (
    <Tip text={refusal ?? words.splitTip} isRefusal={refusal !== null}>
      <QuietButton size="2" onClick={now && refusal === null ? () => void splitAtPlayhead(now()) : undefined}>
        <SquareSplitHorizontal size={16} aria-hidden="true" /> {words.split}
      </QuietButton>
    </Tip>
  );
}
