import { Info } from 'lucide-react';
import { useState, type CSSProperties } from 'react';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { moviePlan, type MoviePlan } from '#shared/movie/movie-plan.ts';
import { PageMessage } from '#ui/page-message.tsx';
import { PlayerKeys } from './player-keys.tsx';
import styles from './timeline-editor.module.css';
import { TimelineStrip } from './timeline-strip.tsx';
import { Transport } from './transport.tsx';
import { usePlayer, usePlayerState } from './use-player.ts';
import type { MoviePlayer } from '#player/movie-player.ts';

const NOTICE =
  'This timeline editor is a basic demonstration. For finishing work, download the scenes and use your own editor.';

type TimelineEditorProps = { project: Project; scenes: readonly Scene[] };

/** The whole movie in play order: picture, transport, and the strip of its scenes. */
export function TimelineEditor({ project, scenes }: TimelineEditorProps) {
  const plan = moviePlan(project, scenes);
  const posters = new Map(scenes.map((scene) => [scene.id, scene.thumbnailUrl]));
  return (
    <div className={styles['editor']}>
      {plan.scenes.length === 0 ? (
        <div className={styles['empty']}>
          <PageMessage
            title="Nothing to play yet"
            text="The movie stands here as soon as the first scene has its clip."
          >
            {null}
          </PageMessage>
        </div>
      ) : (
        <Viewer plan={plan} posters={posters} />
      )}
      <p className={styles['notice']}>
        <Info size={14} aria-hidden="true" />
        {NOTICE}
      </p>
    </div>
  );
}

function Viewer({ plan, posters }: { plan: MoviePlan; posters: ReadonlyMap<string, string | null> }) {
  const [stage, setStage] = useState<HTMLElement | null>(null);
  const player = usePlayer(stage, plan);
  return (
    <>
      <div className={styles['well']}>
        <div ref={setStage} className={styles['stage']} style={largestFrame(plan)} />
        {player ? <Problem player={player} /> : null}
      </div>
      {player ? (
        <>
          <PlayerKeys player={player} />
          <Transport player={player} plan={plan} />
          <TimelineStrip player={player} plan={plan} posters={posters} />
        </>
      ) : (
        <div className={styles['waiting']} />
      )}
    </>
  );
}

/** The largest box of the movie's ratio that fits into the well. */
function largestFrame({ width, height }: MoviePlan): CSSProperties {
  return { aspectRatio: `${width} / ${height}`, width: `min(100cqw, ${(width / height) * 100}cqh)` };
}

function Problem({ player }: { player: MoviePlayer }) {
  const { problem } = usePlayerState(player);
  return problem === null ? null : (
    <p className={styles['problem']} role="alert">
      {problem}
    </p>
  );
}
