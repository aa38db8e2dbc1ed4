import { useState } from 'react';
import { PlayerKeys } from '#features/timeline/player-keys.tsx';
import { TimelineStrip } from '#features/timeline/timeline-strip.tsx';
import { Transport } from '#features/timeline/transport.tsx';
import { usePlayer, usePlayerState } from '#features/timeline/use-player.ts';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import styles from './public-timeline.module.css';

type PublicTimelineProps = { plan: MoviePlan; posters: ReadonlyMap<string, string | null> };

/** A movie that is played and not changed: trims and texts as its owner has set them. */
export function PublicTimeline({ plan, posters }: PublicTimelineProps) {
  const [stage, setStage] = useState<HTMLElement | null>(null);
  const player = usePlayer(stage, plan);
  return (
    <section className={styles['frame']} aria-label="Movie">
      <div className={styles['well']}>
        <div ref={setStage} className={styles['stage']} style={{ aspectRatio: `${plan.width} / ${plan.height}` }} />
        {player ? <Problem player={player} /> : null}
      </div>
      {player ? (
        <>
          <PlayerKeys player={player} />
          <Transport player={player} plan={plan} />
          <TimelineStrip player={player} plan={plan} posters={posters} />
        </>
      ) : null}
    </section>
  );
}

function Problem({ player }: { player: NonNullable<ReturnType<typeof usePlayer>> }) {
  const { problem } = usePlayerState(player);
  return problem === null ? null : (
    <p className={styles['problem']} role="alert">
      {problem}
    </p>
  );
}
