import { useEffect } from 'react';
import { OnFullscreen } from '#features/timeline/stage/on-fullscreen.tsx';
import { StageNotice } from '#features/timeline/stage/player-stage.tsx';
import { PlayerKeys } from '#features/timeline/transport/player-keys.tsx';
import { TimelineStrip } from '#features/timeline/strip/timeline-strip.tsx';
import { Transport } from '#features/timeline/transport/transport.tsx';
import { useClickToPlay } from '#features/timeline/stage/use-player-follow.ts';
import type { usePlayer } from '#features/timeline/stage/use-player.ts';
import type { TimelineView } from '#features/timeline/strip/timeline-view.ts';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { useReducedMotion } from '#ui/media-query.ts';
import styles from './public-movie.module.css';
import { showcasePageWords } from './words.ts';

/** Null until the stage is on the page. */
type Player = ReturnType<typeof usePlayer>;

type PublicMovieProps = {
  plan: MoviePlan;
  player: Player;
  stage: HTMLElement | null;
  onStage: (stage: HTMLElement | null) => void;
};

/** A movie to play and not to change, with the owner's trims and text. It begins by itself, without sound. */
export function PublicMovie({ plan, player, stage, onStage }: PublicMovieProps) {
  useMutedStart(player);
  useClickToPlay(stage, player);
  return (
    <section className={styles['frame']} aria-label={showcasePageWords.movie}>
      <div className={styles['well']}>
        <div ref={onStage} className={styles['stage']} style={{ aspectRatio: `${plan.width} / ${plan.height}` }} />
        {player ? <StageNotice player={player} /> : null}
      </div>
      {player ? (
        <>
          <PlayerKeys player={player} />
          <OnFullscreen player={player} stage={stage} />
          <Transport player={player} plan={plan} />
        </>
      ) : (
        <div className={styles['transportRoom']} />
      )}
    </section>
  );
}

/** The scenes of the movie in a strip, on the Timeline tab. */
export function PublicTimeline({ player, view }: { player: Player; view: TimelineView }) {
  return (
    <div className={`${styles['frame']} ${styles['strip']}`}>
      {player ? <TimelineStrip player={player} view={view} /> : null}
    </div>
  );
}

/** Plays a new player's movie without sound; not for people who asked for less motion. */
function useMutedStart(player: Player): void {
  const isStill = useReducedMotion();
  useEffect(() => {
    if (player === null || isStill) return;
    player.setMuted(true);
    player.play();
  }, [player, isStill]);
}
