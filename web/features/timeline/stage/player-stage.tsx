import type { ReactNode } from 'react';
import type { MoviePlayer } from '#player/movie-player.ts';
import styles from './player-stage.module.css';
import { usePlayerState } from './use-player.ts';

type PlayerStageProps = {
  /** The movie's size; only its ratio counts. */
  picture: { width: number; height: number };
  /** Null until the stage is on the page. */
  player: MoviePlayer | null;
  onStage: (stage: HTMLElement | null) => void;
  /** What lies over the picture. */
  children?: ReactNode;
};

/** The picture, as large as fits without cropping, with black around it. */
export function PlayerStage({ picture, player, onStage, children }: PlayerStageProps) {
  const { width, height } = picture;
  return (
    <div className={styles['well']} data-upright={height > width}>
      <div
        className={styles['picture']}
        style={{ aspectRatio: `${width} / ${height}`, width: `min(100cqw, ${(width / height) * 100}cqh)` }}
      >
        <div ref={onStage} className={styles['stage']} />
        {children}
      </div>
      {player ? <StageNotice player={player} /> : null}
    </div>
  );
}

/** Why there is no picture, or what of the movie this browser can’t play; for whatever the stage stands in. */
export function StageNotice({ player }: { player: MoviePlayer }) {
  const { problem, leftOut } = usePlayerState(player);
  if (problem !== null)
    return (
      <p className={styles['problem']} role="alert">
        {problem}
      </p>
    );
  return leftOut === null ? null : <output className={styles['leftOut']}>{leftOut}</output>;
}
