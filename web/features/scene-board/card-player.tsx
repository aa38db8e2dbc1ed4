import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPlayer } from '#player/create-player.ts';
import type { MoviePlayer } from '#player/movie-player.ts';
import type { Project } from '#shared/entities/project.ts';
import { moviePlan } from '#shared/movie/movie-plan.ts';
import { useClickToToggle } from '#widgets/use-click-to-toggle.ts';
import type { SceneGroup } from '#widgets/scene-groups.ts';
import styles from './card-player.module.css';

type CardPlayerProps = {
  project: Project;
  group: SceneGroup;
  isPaused: boolean;
  /** A click on the picture. */
  onToggle: () => void;
  /** At the end of the clip. */
  onEnd: () => void;
};

/** One scene as the movie plays it, from its start. It plays on when the scene is edited. */
export function CardPlayer({ project, group: { scene, extensions }, isPaused, onToggle, onEnd }: CardPlayerProps) {
  const [stage, setStage] = useState<HTMLElement | null>(null);
  const player = useRef<MoviePlayer>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const plan = moviePlan(project, [scene, ...extensions]);
  const create = useEffectEvent((element: HTMLElement) => createPlayer({ stage: element, plan }));
  const follow = useEffectEvent((created: MoviePlayer) => {
    const state = created.getState();
    setProblem(state.problem);
    if (!state.isPlaying && !isPaused && state.problem === null) onEnd();
  });
  useEffect(() => {
    if (stage === null) return;
    const created = create(stage);
    player.current = created;
    created.play();
    const unfollow = created.subscribe(() => follow(created));
    return () => {
      unfollow();
      created.close();
      player.current = null;
    };
  }, [stage]);
  useClickToToggle(stage, onToggle);
  useEffect(() => player.current?.setPlan(plan), [plan]);
  useEffect(() => (isPaused ? player.current?.pause() : player.current?.play()), [isPaused]);
  return (
    <div className={styles['well']}>
      <div
        className={styles['picture']}
        style={{
          aspectRatio: `${plan.width} / ${plan.height}`,
          width: `min(100cqw, ${(plan.width / plan.height) * 100}cqh)`,
        }}
      >
        <div ref={setStage} className={styles['stage']} />
      </div>
      {problem === null ? null : (
        <p className={styles['problem']} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
