import { useEffect, useState } from 'react';
import { useScenes } from '#data/live.ts';
import { PictureFrame } from '#widgets/picture-frame.tsx';
import { hintFrames } from './hint-frames.ts';
import styles from './project-hint.module.css';

const FRAME_MS = 800;

type ProjectHintProps = { projectId: string; title: string; isUpright: boolean };

/** A silent preview over the poster: up to four pictures of the movie, one after another. */
export function ProjectHint({ projectId, title, isUpright }: ProjectHintProps) {
  const frames = hintFrames(useScenes(projectId) ?? []);
  const [current, setCurrent] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setCurrent((place) => place + 1), FRAME_MS);
    return () => clearInterval(timer);
  }, []);
  if (frames.length === 0) return null;
  return (
    <div className={styles['hint']} aria-hidden="true">
      {frames.map((url, place) => (
        <div key={url} className={styles['frame']} data-current={place === current % frames.length}>
          <PictureFrame url={url} title={title} isUpright={isUpright} />
        </div>
      ))}
      <div className={styles['ticks']}>
        {frames.map((url, place) => (
          <i key={url} data-current={place === current % frames.length} />
        ))}
      </div>
    </div>
  );
}
