import { useEffect, useEffectEvent, useRef } from 'react';
import type { Scene } from '#shared/entities/scene.ts';
import { showToast } from '#ui/toasts.ts';
import { sceneGroups, type SceneGroup } from '#widgets/scene-groups.ts';
import { endNotice, noteEnd, type ScenesAtWork } from './generation-end.ts';
import { endWords as words } from './words.ts';

type EndOptions = {
  /** Whether the progress dialog is open, which shows the end itself. */
  isWatched: boolean;
  onShow: () => void;
};

/** Shows that the last clip has ended to a person who is doing something else. */
export function useGenerationEnd(scenes: readonly Scene[], { isWatched, onShow }: EndOptions): void {
  const remembered = useRef<ScenesAtWork>(new Set());
  const tell = useEffectEvent((ended: readonly SceneGroup[]) => {
    if (!isWatched) showToast({ ...endNotice(ended), action: { label: words.show, onSelect: onShow } });
  });
  useEffect(() => {
    const { atWork, ended } = noteEnd(remembered.current, sceneGroups(scenes));
    remembered.current = atWork;
    if (ended.length > 0) tell(ended);
  }, [scenes]);
}
