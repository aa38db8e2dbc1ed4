import { Maximize, Pause, Play, Volume2, VolumeX } from 'lucide-react';
import { useRef, useState } from 'react';
import { formatDuration } from '#shared/words/format.ts';
import { IconAction } from '#ui/icon-action.tsx';
import { Range } from '#ui/range.tsx';
import styles from './movie-player.module.css';
import { doneWords as words } from './words.ts';

type MoviePlayerProps = {
  /** Null while it isn't known. */
  url: string | null;
  /** Why nothing can be played; null when it can. */
  problem: string | null;
  onError: () => void;
};

type Playing = { isPaused: boolean; isMuted: boolean; at: number; seconds: number };

const AT_START: Playing = { isPaused: true, isMuted: false, at: 0, seconds: 0 };
const SEEK_STEP_SECONDS = 0.1;

/** Plays the finished movie from where it is kept, on black, its controls over the lower edge. */
export function MoviePlayer({ url, problem, onError }: MoviePlayerProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [playing, setPlaying] = useState(AT_START);
  const see = (): void => {
    const it = video.current;
    if (it === null) return;
    const { paused: isPaused, muted: isMuted, currentTime: at, duration } = it;
    setPlaying({ isPaused, isMuted, at, seconds: Number.isFinite(duration) ? duration : 0 });
  };
  const toggle = (): void => {
    const it = video.current;
    if (it?.paused === true) it.play().catch((error: unknown) => console.warn('The movie doesn’t play.', error));
    else it?.pause();
  };
  if (problem !== null)
    return (
      <div className={styles['player']}>
        <p className={styles['problem']}>{problem}</p>
      </div>
    );
  return (
    <div className={styles['player']}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- generated clips carry no captions */}
      <video
        ref={video}
        aria-label={words.player}
        playsInline
        preload="metadata"
        {...(url !== null && { src: url })}
        onClick={toggle}
        onError={onError}
        onPlay={see}
        onPause={see}
        onTimeUpdate={see}
        onDurationChange={see}
        onVolumeChange={see}
      />
      <Controls
        playing={playing}
        onToggle={toggle}
        onSeek={(seconds) => {
          if (video.current !== null) video.current.currentTime = seconds;
        }}
        onMute={(isMuted) => {
          if (video.current !== null) video.current.muted = isMuted;
        }}
        onFullscreen={() => {
          video.current
            ?.requestFullscreen()
            .catch((error: unknown) => console.warn('The browser allows no full screen.', error));
        }}
      />
    </div>
  );
}

type ControlsProps = {
  playing: Playing;
  onToggle: () => void;
  onSeek: (seconds: number) => void;
  onMute: (isMuted: boolean) => void;
  onFullscreen: () => void;
};

function Controls({ playing, onToggle, onSeek, onMute, onFullscreen }: ControlsProps) {
  const { isPaused, isMuted, at, seconds } = playing;
  const place = { at: formatDuration(at), length: formatDuration(seconds) };
  return (
    <div className={styles['controls']}>
      <Range
        className={styles['seek'] ?? ''}
        aria-label={words.position}
        aria-valuetext={words.atAloud(place)}
        max={seconds}
        step={SEEK_STEP_SECONDS}
        value={at}
        onValue={onSeek}
      />
      <div className={styles['buttons']}>
        <IconAction label={isPaused ? words.play : words.pause} onClick={onToggle}>
          {isPaused ? <Play size={18} fill="currentColor" /> : <Pause size={18} fill="currentColor" />}
        </IconAction>
        <span className="numbers">{words.at(place)}</span>
        <IconAction label={isMuted ? words.unmute : words.mute} onClick={() => onMute(!isMuted)}>
          {isMuted ? <VolumeX size={18} /> : <Volume2 size={18} />}
        </IconAction>
        <IconAction label={words.fullscreen} onClick={onFullscreen}>
          <Maximize size={18} />
        </IconAction>
      </div>
    </div>
  );
}
