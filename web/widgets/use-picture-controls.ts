import { useEffect, useEffectEvent, useState } from 'react';

/** A pointer that rests for so long no longer wants the controls. */
const REST_MS = 2_500;

/**
 * Whether the controls of a picture are shown: while it stands still, and for a moment after a pointer, a finger, or a key
 * was used on it. A finger that brings them does nothing else.
 */
export function usePictureControls(picture: HTMLElement, isPlaying: boolean): boolean {
  const [isAwake, setIsAwake] = useState(true);
  const isShown = isAwake || !isPlaying;
  const isHidden = useEffectEvent(() => !isShown);
  useEffect(() => {
    const end = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let hasBrought = false;
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
    picture.addEventListener(
      'pointerdown',
      ({ pointerType }) => {
        hasBrought = pointerType === 'touch' && isHidden();
        wake();
      },
      options,
    );
    picture.addEventListener(
      'click',
      (event) => {
        if (hasBrought) event.stopImmediatePropagation();
        hasBrought = false;
      },
      { ...options, capture: true },
    );
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
  const [isFullscreen, setIsFullscreen] = useState(false);
  useEffect(() => {
    const end = new AbortController();
    const see = (): void => setIsFullscreen(element !== null && document.fullscreenElement === element);
    document.addEventListener('fullscreenchange', see, { signal: end.signal });
    return () => end.abort();
  }, [element]);
  return isFullscreen;
}

/** Plays and pauses by a click on a picture, but on its controls. Keys and screen readers have a button for it. */
export function useClickToToggle(picture: HTMLElement | null, toggle: () => void): void {
  const onClick = useEffectEvent(toggle);
  useEffect(() => {
    if (picture === null) return;
    const end = new AbortController();
    picture.addEventListener(
      'click',
      ({ target }) => {
        const isOnControls = target instanceof Element && target.closest('[data-picture-controls]') !== null;
        if (!isOnControls) onClick();
      },
      { signal: end.signal },
    );
    return () => end.abort();
  }, [picture]);
}
