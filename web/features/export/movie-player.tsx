import { useEffect, useEffectEvent, useState } from 'react';
import { showFailure } from '#ui/toasts.ts';
import { PictureControls } from '#widgets/picture-controls.tsx';
import { useClickToToggle } from '#widgets/use-click-to-toggle.ts';
import { useIsFullscreen } from '#widgets/use-picture-controls.ts';
import { pictureControlWords } from '#widgets/words.ts';
import styles from './movie-player.module.css';
import { doneWords as words } from './words.ts';

type MoviePlayerProps = {
  /** Null while it isn't known. */
  url: string | null;
  /** Why nothing can be played; null when it can. */
  problem: string | null;
  onError: () => void;
};

type Playing = { isPlaying: boolean; isMuted: boolean; volume: number; seconds: number; lengthSeconds: number };

const AT_START: Playing = { isPlaying: false, isMuted: false, volume: 1, seconds: 0, lengthSeconds: 0 };
const SKIPPED_SECONDS = 1;

/** Plays the finished file itself from where it is kept, on black, with the controls of every player here. */
export function MoviePlayer({ url, problem, onError }: MoviePlayerProps) {
  const [box, setBox] = useState<HTMLElement | null>(null);
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const [playing, setPlaying] = useState(AT_START);
  const isFullscreen = useIsFullscreen(box);
  const acts = actsOn(video, box);
  useClickToToggle(box, acts.toggle);
  useKeys(box, acts);
  useEffect(() => {
    if (video !== null) return follow(video, setPlaying);
  }, [video]);
  if (problem !== null)
    return (
      <div className={styles['player']}>
        <p className={styles['problem']}>{problem}</p>
      </div>
    );
  return (
    <div ref={setBox} className={styles['player']}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- generated clips carry no captions */}
      <video
        ref={setVideo}
        aria-label={words.player}
        playsInline
        preload="metadata"
        {...(url !== null && { src: url })}
        onError={onError}
      />
      {box === null ? null : <PictureControls picture={box} state={{ ...playing, isFullscreen }} acts={acts} />}
    </div>
  );
}

const EVENTS = ['play', 'pause', 'timeupdate', 'durationchange', 'volumechange', 'seeking'] as const;

function follow(video: HTMLVideoElement, onChange: (playing: Playing) => void): () => void {
  const end = new AbortController();
  const see = (): void => {
    const { paused, muted: isMuted, volume, currentTime: seconds, duration } = video;
    onChange({ isPlaying: !paused, isMuted, volume, seconds, lengthSeconds: Number.isFinite(duration) ? duration : 0 });
  };
  for (const event of EVENTS) video.addEventListener(event, see, { signal: end.signal });
  see();
  return () => end.abort();
}

type Acts = ReturnType<typeof actsOn>;

function actsOn(video: HTMLVideoElement | null, box: HTMLElement | null) {
  return {
    toggle: (): void => {
      if (video?.paused === true)
        video.play().catch((error: unknown) => console.warn('The movie doesn’t play.', error));
      else video?.pause();
    },
    seek: (seconds: number): void => {
      if (video !== null) video.currentTime = Math.max(0, seconds);
    },
    skip: (seconds: number): void => {
      if (video !== null) video.currentTime = Math.max(0, video.currentTime + seconds);
    },
    setMuted: (isMuted: boolean): void => {
      if (video !== null) video.muted = isMuted;
    },
    toggleMuted: (): void => {
      if (video !== null) video.muted = !video.muted;
    },
    setVolume: (volume: number): void => {
      if (video !== null) video.volume = volume;
    },
    toggleFullscreen: (): void => {
      const changing = document.fullscreenElement === null ? box?.requestFullscreen() : document.exitFullscreen();
      changing?.catch((error: unknown) => showFailure(pictureControlWords.fullscreenFailed, error));
    },
  };
}

/** The keys that the timeline has, but for those of sliders and buttons, which keep theirs. */
function useKeys(box: HTMLElement | null, acts: Acts): void {
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    const on: Record<string, () => void> = {
      k: acts.toggle,
      m: acts.toggleMuted,
      f: acts.toggleFullscreen,
      j: () => acts.skip(-SKIPPED_SECONDS),
      l: () => acts.skip(SKIPPED_SECONDS),
    };
    const act = on[event.key.toLowerCase()];
    if (act === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    if (box === null) return;
    const end = new AbortController();
    box.addEventListener('keydown', (event) => onKey(event), { signal: end.signal });
    return () => end.abort();
  }, [box]);
}
