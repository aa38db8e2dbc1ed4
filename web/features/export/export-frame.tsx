import { useScenes } from '#data/live.ts';
import type { ExportRow } from '#data/tables/rows.ts';
import { PictureFrame } from '#widgets/picture-frame.tsx';
import styles from './export-card.module.css';

/** The frame of the scene at work; of the first scene when none is. */
export function ExportFrame({ row }: { row: ExportRow }) {
  const scenes = useScenes(row.projectId) ?? [];
  const own = scenes.find((scene) => !scene.isExtension && scene.sceneNumber === row.sceneNumber);
  const scene = own ?? scenes.find(({ thumbnailUrl }) => thumbnailUrl !== null);
  return (
    <div className={styles['frame']} aria-hidden="true">
      <PictureFrame url={scene?.thumbnailUrl ?? null} title={row.title} />
    </div>
  );
}
