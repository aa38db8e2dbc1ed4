import { createPortal } from 'react-dom';
import type { MoviePlayer } from '#player/movie-player.ts';
import { US_PER_SECOND } from '#shared/movie/time.ts';
import { showFailure } from '#ui/toasts.ts';
import { PictureControls } from '#widgets/picture-controls.tsx';
import { playerWords } from '../words.ts';
import { usePlayerState, useTenth } from './use-player.ts';

/** What the page has beside the picture, for when the picture has the whole screen: it stands on the stage itself. */
export function FullscreenControls({ player, stage }: { player: MoviePlayer; stage: HTMLElement }) {
  const { isPlaying, rate, isMuted, volume, durationUs, isFullscreen } = usePlayerState(player);
  const seconds = useTenth(player) / US_PER_SECOND;
  return createPortal(
    <PictureControls
      picture={stage}
      state={{
        isPlaying: isPlaying || rate !== 1,
        isMuted,
        volume,
        seconds,
        lengthSeconds: durationUs / US_PER_SECOND,
        isFullscreen,
      }}
      acts={{
        toggle: () => player.toggle(),
        seek: (to) => player.seek(to * US_PER_SECOND),
        setMuted: (to) => player.setMuted(to),
        setVolume: (to) => player.setVolume(to),
        toggleFullscreen: () => {
          player.toggleFullscreen().catch((error: unknown) => showFailure(playerWords.fullscreenFailed, error));
        },
      }}
    />,
    stage,
  );
}
