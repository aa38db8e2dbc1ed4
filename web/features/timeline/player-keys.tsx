import { useEffect } from 'react';
import type { MoviePlayer } from '#player/movie-player.ts';

/** Space plays and pauses, the arrows step by a frame; controls that use these keys themselves keep them. */
export function PlayerKeys({ player }: { player: MoviePlayer }) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isTaken =
        event.target instanceof Element &&
        event.target.closest('button, a, input, textarea, select, [role="slider"], [role="tab"], [role="dialog"]');
      if (isTaken || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key === ' ') player.toggle();
      else if (event.key === 'ArrowLeft') player.step(-1);
      else if (event.key === 'ArrowRight') player.step(1);
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [player]);
  return null;
}
