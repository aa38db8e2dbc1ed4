import { Pause, Play } from 'lucide-react';
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import type { Project } from '#shared/entities/project.ts';
import type { SceneGroup } from '#widgets/scene-groups.ts';
import styles from './scene-frame.module.css';
import { cardWords as words } from './words.ts';

const CardPlayer = lazy(async () => ({ default: (await import('./card-player.tsx')).CardPlayer }));

/** Whether a card plays its clip, of which there is one at a time. */
export type CardPlaying = { project: Project; isPlaying: boolean; onPlay: () => void; onStop: () => void };

type PlayButtonProps = { group: SceneGroup; playing: CardPlaying };

/** Plays the scene’s clip in its card, with its trim and its text. The picture returns at the end. */
export function PlayButton({ group, playing: { project, isPlaying, onPlay, onStop } }: PlayButtonProps) {
  const [isPaused, setIsPaused] = useState(false);
  const forget = useEffectEvent(() => isPlaying && onStop());
  // Without this, a scene that is generated while it plays would play again by itself.
  useEffect(() => () => void forget(), []);
  const number = group.scene.sceneNumber;
  const isRunning = isPlaying && !isPaused;
  const press = (): void => {
    setIsPaused(isRunning);
    if (!isPlaying) onPlay();
  };
  return (
    <>
      {isPlaying ? (
        <Suspense>
          <CardPlayer project={project} group={group} isPaused={isPaused} onToggle={press} onEnd={onStop} />
        </Suspense>
      ) : null}
      <button
        type="button"
        className={styles['play']}
        data-playing={isRunning}
        aria-label={(isRunning ? words.pause : words.play)({ number })}
        onClick={press}
      >
        {isRunning ? (
          <Pause size={20} fill="currentColor" aria-hidden="true" />
        ) : (
          <Play size={20} fill="currentColor" aria-hidden="true" />
        )}
      </button>
    </>
  );
}
