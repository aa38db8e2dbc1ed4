import { useEffect, useEffectEvent } from 'react';
import type { MoviePlayer } from '#player/movie-player.ts';
import { US_PER_SECOND } from '#shared/movie/time.ts';
import { showFailure } from '#ui/toasts.ts';

/** What keys do beside moving the playhead; null where nothing can be changed. */
export type EditKeys = {
  setEdge(edge: 'start' | 'end'): void;
  addText(): void;
  /** Both answer whether there was something to apply or to leave. */
  apply(): boolean;
  leave(): boolean;
};

/** The keys of `shortcuts.ts`. Whoever types, and controls that use a key themselves, keep it. */
export function PlayerKeys({ player, edit }: { player: MoviePlayer; edit: EditKeys | null }) {
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const isLeft = event.key === 'Escape' && edit?.leave() === true;
    const isDone = isLeft || (!isTyping(event.target) && playOrEdit(player, edit, event));
    if (isDone) event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return null;
}

function playOrEdit(player: MoviePlayer, edit: EditKeys | null, event: KeyboardEvent): boolean {
  return (isFree(event.target) && moveByKey(player, event)) || commandByKey(player, edit, event);
}

/** Keys that buttons, sliders and tabs use too. Answers whether the key was one. */
function moveByKey(player: MoviePlayer, { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): boolean {
  const forward = key === 'ArrowRight' ? 1 : -1;
  switch (key) {
    case ' ':
      player.toggle();
      return true;
    case 'ArrowLeft':
    case 'ArrowRight':
      if (shiftKey) skipSeconds(player, forward);
      else player.step(forward);
      return true;
    case 'ArrowUp':
      player.previous();
      return true;
    case 'ArrowDown':
      player.next();
      return true;
    case 'Home':
      player.seek(0);
      return true;
    case 'End':
      player.seek(player.getState().durationUs);
      return true;
    default:
      return false;
  }
}

/** Letters, and what ends a trim. Answers whether the key was one. */
function commandByKey(player: MoviePlayer, edit: EditKeys | null, event: KeyboardEvent): boolean {
  switch (event.key.toLowerCase()) {
    case 'k':
      player.toggle();
      return true;
    case 'j':
      skipSeconds(player, -1);
      return true;
    case 'l':
      skipSeconds(player, 1);
      return true;
    case 'm':
      player.setMuted(!player.getState().isMuted);
      return true;
    case 'f':
      player.toggleFullscreen().catch((error: unknown) => showFailure('Fullscreen is not possible here', error));
      return true;
    default:
      return edit !== null && editByKey(edit, event);
  }
}

function editByKey(edit: EditKeys, event: KeyboardEvent): boolean {
  switch (event.key.toLowerCase()) {
    case 'i':
      edit.setEdge('start');
      return true;
    case 'o':
      edit.setEdge('end');
      return true;
    case 't':
      edit.addText();
      return true;
    case 'enter':
      return isFree(event.target) && edit.apply();
    default:
      return false;
  }
}

function skipSeconds(player: MoviePlayer, seconds: number): void {
  player.seek(player.now() + seconds * US_PER_SECOND);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input:not([type="range"]), textarea, select, dialog, [role="dialog"]') !== null
  );
}

/** Whether the focus is on nothing that would use arrows, Space or Enter itself. The playhead's own slider lets them through. */
function isFree(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return true;
  const control = target.closest('button, a, summary, input, [role="tab"], [role="menu"], [role="separator"]');
  return control === null || control.matches('[data-player-keys]');
}
