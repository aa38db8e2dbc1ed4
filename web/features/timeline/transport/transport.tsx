import { Maximize, Minimize, Pause, Play, SkipBack, SkipForward, Volume2, VolumeX } from 'lucide-react';
import type { MoviePlayer } from '#player/movie-player.ts';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { IconAction } from '#ui/icon-action.tsx';
import { keepClearMark } from '#ui/follow-toast-place.ts';
import { Range } from '#ui/range.tsx';
import { showFailure } from '#ui/toasts.ts';
import { Tip } from '#ui/tip.tsx';
import { clockAt, useTrimmedId } from './clock.ts';
import styles from './transport.module.css';
import { usePlayerState, useTenth } from '../stage/use-player.ts';
import { playerWords as words } from '../words.ts';

const VOLUME_STEP = 0.1;

/** Below the picture: the time, the player’s buttons, and the volume. */
export function Transport({ player, plan }: { player: MoviePlayer; plan: MoviePlan }) {
  const { isPlaying, rate } = usePlayerState(player);
  const isMoving = isPlaying || rate !== 1;
  return (
    <div className={styles['transport']} {...keepClearMark}>
      <div className={styles['start']}>
        <Timecode player={player} plan={plan} />
        <output className={`${styles['rate']} numbers`} aria-label={rate === 1 ? undefined : words.rateAloud({ rate })}>
          {rate === 1 ? null : words.rate({ rate })}
        </output>
      </div>
      <div className={styles['buttons']}>
        <IconAction label={words.previous} className={styles['button'] ?? ''} onClick={() => player.previous()}>
          <SkipBack size={20} />
        </IconAction>
        <Tip text={isMoving ? words.pauseTip : words.playTip}>
          <button
            type="button"
            className={styles['play']}
            aria-label={isMoving ? words.pause : words.play}
            onClick={() => player.toggle()}
          >
            {isMoving ? <Pause size={16} fill="currentcolor" /> : <Play size={16} fill="currentcolor" />}
          </button>
        </Tip>
        <IconAction label={words.next} className={styles['button'] ?? ''} onClick={() => player.next()}>
          <SkipForward size={20} />
        </IconAction>
      </div>
      <Loudness player={player} />
    </div>
  );
}

function Timecode({ player, plan }: { player: MoviePlayer; plan: MoviePlan }) {
  const timeUs = useTenth(player);
  const { now, whole } = clockAt(plan, timeUs, useTrimmedId());
  return (
    <p className={`${styles['timecode']} numbers`}>
      {now} <span>/ {whole}</span>
    </p>
  );
}

function Loudness({ player }: { player: MoviePlayer }) {
  const { volume, isMuted, isFullscreen } = usePlayerState(player);
  const isSilent = isMuted || volume === 0;
  return (
    <div className={styles['end']}>
      <IconAction
        label={isSilent ? words.unmute : words.mute}
        className={styles['button'] ?? ''}
        onClick={() => player.setMuted(!isMuted)}
      >
        {isSilent ? <VolumeX size={20} /> : <Volume2 size={20} />}
      </IconAction>
      <Range
        className={styles['volume'] ?? ''}
        min={0}
        max={1}
        step={VOLUME_STEP}
        value={isMuted ? 0 : volume}
        aria-label={words.volume}
        onValue={(next) => {
          player.setMuted(false);
          player.setVolume(next);
        }}
      />
      <IconAction
        label={isFullscreen ? words.leaveFullscreen : words.fullscreen}
        className={styles['button'] ?? ''}
        onClick={() => {
          player.toggleFullscreen().catch((error: unknown) => showFailure(words.fullscreenFailed, error));
        }}
      >
        {isFullscreen ? <Minimize size={20} /> : <Maximize size={20} />}
      </IconAction>
    </div>
  );
}
