import { useEffect, useRef } from 'react';
import { actions } from '#editor/actions.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { showFailure, showToast } from '#ui/toasts.ts';
import { sceneGroups, type SceneGroup } from '#widgets/scene-groups.ts';
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
    action: { label: 'Undo', onSelect: () => void bringBack(former) },
  });
}

async function bringBack(former: SceneGroup): Promise<void> {
  try {
    await actions.restoreClip(former);
    showToast({ title: `Scene ${former.scene.sceneNumber} has its old clip again` });
  } catch (error) {
    showFailure('Error updating scene', error);
  }
}
