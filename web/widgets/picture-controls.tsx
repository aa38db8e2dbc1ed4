import { Maximize, Minimize, Pause, Play, Volume2, VolumeX } from 'lucide-react';
import { formatDuration } from '#shared/words/format.ts';
import { IconAction } from '#ui/icon-action.tsx';
import { Range } from '#ui/range.tsx';
import styles from './picture-controls.module.css';
import { usePictureControls } from './use-picture-controls.ts';
import { pictureControlWords as words } from './words.ts';

/** What plays, and how loud. */
export type PictureState = {
  isPlaying: boolean;
  isMuted: boolean;
  /** 0 to 1. */
  volume: number;
  seconds: number;
  lengthSeconds: number;
  isFullscreen: boolean;
};

export type PictureActs = {
  toggle: () => void;
  seek: (seconds: number) => void;
  setMuted: (isMuted: boolean) => void;
  setVolume: (volume: number) => void;
  toggleFullscreen: () => void;
};

type PictureControlsProps = {
  /** What the controls lie on: they come with a pointer that moves on it, and go when it rests while the movie plays. */
  picture: HTMLElement;
  state: PictureState;
  acts: PictureActs;
};

const SEEK_STEP_SECONDS = 0.1;
const VOLUME_STEP = 0.1;

/** Controls over the lower edge of a picture that plays. */
export function PictureControls({ picture, state, acts }: PictureControlsProps) {
  const { isPlaying, seconds, lengthSeconds, isFullscreen } = state;
  const isShown = usePictureControls(picture, isPlaying);
  const place = { at: formatDuration(seconds), length: formatDuration(lengthSeconds) };
  return (
    <div className={styles['layer']} data-shown={isShown}>
      <div className={styles['controls']} data-picture-controls>
        <Range
          className={styles['seek'] ?? ''}
          aria-label={words.position}
          aria-valuetext={words.atAloud(place)}
          data-player-keys
          max={lengthSeconds}
          step={SEEK_STEP_SECONDS}
          value={seconds}
          onValue={acts.seek}
        />
        <div className={styles['buttons']}>
          <IconAction label={isPlaying ? words.pause : words.play} onClick={acts.toggle}>
            {isPlaying ? <Pause size={18} fill="currentColor" /> : <Play size={18} fill="currentColor" />}
          </IconAction>
          <span className="numbers">{words.at(place)}</span>
          <Loudness state={state} acts={acts} />
          <IconAction label={isFullscreen ? words.leaveFullscreen : words.fullscreen} onClick={acts.toggleFullscreen}>
            {isFullscreen ? <Minimize size={18} /> : <Maximize size={18} />}
          </IconAction>
        </div>
      </div>
    </div>
  );
}

function Loudness({ state: { isMuted, volume }, acts }: Pick<PictureControlsProps, 'state' | 'acts'>) {
  const isSilent = isMuted || volume === 0;
  return (
    <>
      <IconAction label={isSilent ? words.unmute : words.mute} onClick={() => acts.setMuted(!isMuted)}>
        {isSilent ? <VolumeX size={18} /> : <Volume2 size={18} />}
      </IconAction>
      <Range
        className={styles['volume'] ?? ''}
        aria-label={words.volume}
        min={0}
        max={1}
        step={VOLUME_STEP}
        value={isMuted ? 0 : volume}
        onValue={(next) => {
          acts.setMuted(false);
          acts.setVolume(next);
        }}
      />
    </>
  );
}
