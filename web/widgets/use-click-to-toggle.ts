import { useEffect, useEffectEvent } from 'react';

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
