import { useEffect, useRef } from 'react';
import type { Scene } from '#shared/entities/scene.ts';
import { showToast } from '#ui/toasts.ts';
import { sceneGroups, type SceneGroup } from '#widgets/scene-groups.ts';
import { restoreTake } from './generation-calls.ts';
import { noteTakes, type TakesInWork } from './note-takes.ts';
import { againWords as words } from './words.ts';

/** Shows that a new clip replaced another, and offers to restore that. */
export function useTakeNotices(scenes: readonly Scene[]): void {
  const remembered = useRef<TakesInWork>(new Map());
  useEffect(() => {
    const { takes, replaced } = noteTakes(remembered.current, sceneGroups(scenes));
    remembered.current = takes;
    for (const { earlier, present } of replaced) tellReplaced(earlier, present);
  }, [scenes]);
}

function tellReplaced(earlier: SceneGroup, present: SceneGroup): void {
  const { trimStart, trimEnd } = earlier.scene;
  const isTrimLost = trimStart !== null || trimEnd !== null;
  showToast({
    title: words.replaced({ number: present.scene.sceneNumber }),
    ...(isTrimLost ? { description: words.trimRemoved } : {}),
    action: { label: words.undo, onSelect: () => void restoreTake(earlier) },
  });
}
