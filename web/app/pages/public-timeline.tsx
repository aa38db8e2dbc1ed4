import { useState } from 'react';
import { PlayerKeys } from '#features/timeline/transport/player-keys.tsx';
import { TimelineStrip } from '#features/timeline/strip/timeline-strip.tsx';
import { Transport } from '#features/timeline/transport/transport.tsx';
import { usePlayer, usePlayerState } from '#features/timeline/stage/use-player.ts';
import type { TimelineView } from '#features/timeline/strip/timeline-view.ts';
import styles from './public-timeline.module.css';
import { showcasePageWords } from './words.ts';

/** A movie to play and not to change, with the owner's trims and text. */
export function PublicTimeline({ view }: { view: TimelineView }) {
  const { plan } = view;
  const [stage, setStage] = useState<HTMLElement | null>(null);
  const player = usePlayer(stage, plan);
  return (
    <section className={styles['frame']} aria-label={showcasePageWords.movie}>
      <div className={styles['well']}>
        <div ref={setStage} className={styles['stage']} style={{ aspectRatio: `${plan.width} / ${plan.height}` }} />
        {player ? <Problem player={player} /> : null}
      </div>
      {player ? (
        <>
          <PlayerKeys player={player} />
          <Transport player={player} plan={plan} />
          <TimelineStrip player={player} view={view} zoom={1} />
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
