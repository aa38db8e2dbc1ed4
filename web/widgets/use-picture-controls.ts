import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';

/** A pointer that rests for so long no longer wants the controls. */
const REST_MS = 2_500;

/**
 * Whether the controls of a picture are shown: while it stands still, and for a moment after a pointer, a finger, or a key
 * was used on it.
 */
export function usePictureControls(picture: HTMLElement, isPlaying: boolean): boolean {
  const [isAwake, setIsAwake] = useState(true);
  const isShown = isAwake || !isPlaying;
  const isHidden = useEffectEvent(() => !isShown);
  useEffect(() => {
    const end = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const rest = (): void => {
      // Who goes through the controls by keys sees where.
      if (picture.querySelector('[data-picture-controls] :focus-visible') === null) setIsAwake(false);
    };
    const wake = (): void => {
      setIsAwake(true);
      clearTimeout(timer);
      timer = setTimeout(rest, REST_MS);
    };
    const options = { signal: end.signal };
    picture.addEventListener('pointermove', ({ pointerType }) => pointerType !== 'touch' && wake(), options);
    // Controls that came under a finger before it is lifted would take its click.
    picture.addEventListener(
      'pointerdown',
      ({ pointerType }) => (pointerType !== 'touch' || !isHidden()) && wake(),
      options,
    );
    picture.addEventListener('click', wake, options);
    picture.addEventListener('pointerleave', ({ pointerType }) => pointerType !== 'touch' && rest(), options);
    document.addEventListener('keydown', wake, options);
    wake();
    return () => {
      end.abort();
      clearTimeout(timer);
    };
  }, [picture]);
  return isShown;
}

/** Whether something on the page is on the whole screen. */
export function useIsFullscreen(element: HTMLElement | null): boolean {
  return useSyncExternalStore(onFullscreenChange, () => element !== null && document.fullscreenElement === element);
}

function onFullscreenChange(onChange: () => void): () => void {
  const end = new AbortController();
  document.addEventListener('fullscreenchange', onChange, { signal: end.signal });
  return () => end.abort();
}
