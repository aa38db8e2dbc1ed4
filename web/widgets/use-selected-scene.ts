import { useSearchParams } from 'react-router-dom';

export type SelectedScene = {
  /** Null when none is selected; the scene may have been deleted since. */
  selectedSceneId: string | null;
  selectScene: (sceneId: string | null) => void;
};

/** Which scene the editor is about. The address holds it as `?scene=<id>`, so that a link leads to it and a reload keeps it. */
export function useSelectedScene(): SelectedScene {
  const [search, setSearch] = useSearchParams();
  const selectScene = (sceneId: string | null): void =>
    setSearch(
      (current) => {
        const next = new URLSearchParams(current);
        if (sceneId === null) next.delete('scene');
        else next.set('scene', sceneId);
        return next;
      },
      { replace: true },
    );
  return { selectedSceneId: search.get('scene'), selectScene };
}
