import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router-dom';
import { switchProject } from '#editor/left-draft.ts';
import { editorSession, selectScene } from '#editor/session-store.ts';

/**
 * Opens the project’s session, and keeps its selected scene in the address as `?scene=<id>`, so that links and reloads
 * select it.
 */
export function useSelectionAddress(projectId: string): void {
  const [search, setSearch] = useSearchParams();
  const addressed = search.get('scene');
  useEffect(() => {
    switchProject(projectId, localStorage);
    // The address follows the selection, too; what is chosen of a scene stays then.
    if (editorSession.getState().selectedSceneId !== addressed) selectScene(addressed);
  }, [projectId, addressed]);
  const show = useEffectEvent((sceneId: string | null) => {
    // The address itself: React may not have seen its latest change yet.
    const next = new URLSearchParams(location.search);
    if (next.get('scene') === sceneId) return;
    if (sceneId === null) next.delete('scene');
    else next.set('scene', sceneId);
    setSearch(next, { replace: true });
  });
  useEffect(
    () =>
      editorSession.subscribe(({ selectedSceneId }, before) => {
        if (selectedSceneId !== before.selectedSceneId) show(selectedSceneId);
      }),
    [],
  );
}
