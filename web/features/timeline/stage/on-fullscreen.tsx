import { Suspense } from 'react';
import type { MoviePlayer } from '#player/movie-player.ts';
import { lazyPart } from '#ui/lazy-part.ts';
import { usePlayerState } from './use-player.ts';

const FullscreenControls = lazyPart(async () => ({
  default: (await import('./fullscreen-controls.tsx')).FullscreenControls,
}));

/** Controls on the picture while it has the whole screen. */
export function OnFullscreen({ player, stage }: { player: MoviePlayer; stage: HTMLElement | null }) {
  const { isFullscreen } = usePlayerState(player);
  return isFullscreen && stage !== null ? (
    <Suspense>
      <FullscreenControls player={player} stage={stage} />
    </Suspense>
  ) : null;
}
