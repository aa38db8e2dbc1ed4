import { useEffect, useEffectEvent } from 'react';
import { editorSession, selectText } from '#editor/session-store.ts';
import type { MoviePlayer } from '#player/movie-player.ts';
import { US_PER_SECOND } from '#shared/movie/time.ts';
import { showFailure } from '#ui/toasts.ts';
import { applyDraft, cancelDraft } from '../draft-edits.ts';
import { isTyping, leavesKey } from './key-owner.ts';
import { addText, setEdgeAtPlayhead } from '../timeline-acts.ts';
import { useScopeNow, type TimelineScope } from '../timeline-scope.ts';
import { playerWords } from '../words.ts';

/** The keys of `shortcut-words.ts`. Text fields, and controls that use a key themselves, keep it. */
export function PlayerKeys({ player }: { player: MoviePlayer }) {
  const now = useScopeNow();
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    // Who drags without snapping holds Alt, and may give it up.
    const isAlt = event.altKey && event.key !== 'Escape';
    if (event.defaultPrevented || isAlt || event.ctrlKey || event.metaKey) return;
    const isLeft = event.key === 'Escape' && now !== null && (cancelDraft() || letGoOfText());
    const isDone = isLeft || (!isTyping(event.target) && playOrEdit(player, now && now(), event));
    if (isDone) event.preventDefault();
  });
  useEffect(() => {
    const stop = new AbortController();
    document.addEventListener('keydown', (event) => onKey(event), { signal: stop.signal });
    document.addEventListener('keyup', keepFromPressing, { signal: stop.signal });
    return () => stop.abort();
  }, []);
  return null;
}

/** Answers whether a text was selected. */
function letGoOfText(): boolean {
  if (editorSession.getState().selectedText === null) return false;
  selectText(null);
  return true;
}

/** A button is pressed when Space comes up, in Firefox even where its coming down was taken: one that hands it on is not. */
function keepFromPressing(event: KeyboardEvent): void {
  if (event.key === ' ' && !isTyping(event.target) && leavesKey(event.target, ' ')) event.preventDefault();
}

function playOrEdit(player: MoviePlayer, scope: TimelineScope | null, event: KeyboardEvent): boolean {
  return (leavesKey(event.target, event.key) && moveByKey(player, event)) || commandByKey(player, scope, event);
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
function commandByKey(player: MoviePlayer, scope: TimelineScope | null, event: KeyboardEvent): boolean {
  switch (event.key.toLowerCase()) {
    case 'k':
      player.toggle();
      return true;
    case 'j':
    case 'l':
      // Held, a key would go to the fastest at once.
      if (!event.repeat) player.shuttle(event.key.toLowerCase() === 'l' ? 1 : -1);
      return true;
    case ',':
      player.step(-1);
      return true;
    case '.':
      player.step(1);
      return true;
    case 'm':
      player.setMuted(!player.getState().isMuted);
      return true;
    case 'f':
      player.toggleFullscreen().catch((error: unknown) => showFailure(playerWords.fullscreenFailed, error));
      return true;
    default:
      return scope !== null && editByKey(scope, event);
  }
}

function editByKey(scope: TimelineScope, event: KeyboardEvent): boolean {
  switch (event.key.toLowerCase()) {
    case 'i':
      setEdgeAtPlayhead(scope, 'start');
      return true;
    case 'o':
      setEdgeAtPlayhead(scope, 'end');
      return true;
    case 't':
      addText(scope);
      return true;
    case 'enter':
      if (scope.mode.kind !== 'trim' || !leavesKey(event.target, event.key)) return false;
      applyDraft();
      return true;
    default:
      return false;
  }
}

function skipSeconds(player: MoviePlayer, seconds: number): void {
  player.seek(player.now() + seconds * US_PER_SECOND);
}
