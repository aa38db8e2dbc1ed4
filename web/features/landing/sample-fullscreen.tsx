import { Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { lazyPart } from '#ui/lazy-part.ts';
import { useIsFullscreen } from '#widgets/use-picture-controls.ts';
import { demoMovie } from './pictures.ts';
import type { MovieState, SamplePlayer } from './sample-player.ts';

const SampleControls = lazyPart(async () => ({ default: (await import('./sample-controls.tsx')).SampleControls }));

type SampleFullscreenProps = {
  /** In what has the whole screen. */
  stage: HTMLElement;
  state: MovieState;
  change: SamplePlayer['change'];
};

function SampleFullscreen({ stage, state, change }: SampleFullscreenProps) {
  const isFullscreen = useIsFullscreen(stage.parentElement);
  if (!isFullscreen) return null;
  return (
    <Suspense>
      <SampleControls
        picture={stage}
        state={{ ...state, volume: state.volume ?? 1, lengthSeconds: demoMovie.seconds, isFullscreen }}
        acts={{
          toggle: () => change({ isPlaying: !state.isPlaying }),
          seek: (seconds) => change({ seconds }),
          setMuted: (isMuted) => change({ isMuted }),
          setVolume: (volume) => change({ volume }),
          toggleFullscreen: () => void document.exitFullscreen(),
        }}
      />
    </Suspense>
  );
}

/**
 * Controls on the landing page's movie while it has the whole screen: those of the page are behind it. They are a tree of their
 * own, so that the page, which is loaded first, needs nothing for them. Whoever lays them on a stage takes them off.
 */
export function layControls(stage: HTMLElement, change: SamplePlayer['change']) {
  const layer = document.createElement('div');
  // A click on the rest of the stage plays and pauses.
  layer.addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('[data-picture-controls]')) event.stopPropagation();
  });
  stage.append(layer);
  const root = createRoot(layer);
  return {
    show: (state: MovieState) => root.render(<SampleFullscreen stage={stage} state={state} change={change} />),
    close() {
      layer.remove();
      // Who closes it may be a tree that is being drawn.
      queueMicrotask(() => root.unmount());
    },
  };
}
