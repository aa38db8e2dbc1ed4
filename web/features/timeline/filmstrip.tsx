import type { PlanScene } from '#shared/movie/movie-plan.ts';
import { PictureFrame } from '#widgets/picture-frame.tsx';
import styles from './scene-block.module.css';
import type { Block } from './timeline-layout.ts';

type FilmstripProps = { block: Block; scene: PlanScene; poster: string | null };

/** A scene's pictures side by side. */
export function Filmstrip({ block, poster }: FilmstripProps) {
  if (poster === null) return <PictureFrame url={null} title={block.title} />;
  return <span className={styles['frames']} style={{ backgroundImage: `url("${poster}")` }} />;
}
