import { useEffect, useRef } from 'react';
import type { Scene } from '#shared/entities/scene.ts';
import { showToast } from '#ui/toasts.ts';
import { sceneGroups, type SceneGroup } from '#widgets/scene-groups.ts';
import { restoreTake } from './generation-calls.ts';
import { noteTakes, type FormerTakes } from './replaced-takes.ts';

/** Tells of a new clip that took the place of an old one, and offers the old one back. */
export function useReplacedClips(scenes: readonly Scene[]): void {
  const remembered = useRef<FormerTakes>(new Map());
  useEffect(() => {
    const { takes, replaced } = noteTakes(remembered.current, sceneGroups(scenes));
    remembered.current = takes;
    for (const { former, present } of replaced) tellReplaced(former, present);
  }, [scenes]);
}

function tellReplaced(former: SceneGroup, present: SceneGroup): void {
  const { trimStart, trimEnd } = former.scene;
  const isTrimLost = trimStart !== null || trimEnd !== null;
  showToast({
    title: `Scene ${present.scene.sceneNumber} has its new clip`,
    ...(isTrimLost ? { description: 'The trim of the old one was taken away.' } : {}),
    action: { label: 'Undo', onSelect: () => void restoreTake(former) },
  });
}
