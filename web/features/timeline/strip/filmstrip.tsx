import { useEffect, useEffectEvent } from 'react';
import { useStore } from 'zustand';
import { PictureFrame } from '#widgets/picture-frame.tsx';
import { useDrawnDetail } from './drawn-lanes.ts';
import { filmstrips, nearestFrame } from './filmstrips.ts';
import { filmTiles } from './film-tiles.ts';
import styles from './scene-block.module.css';
import { clipSecondsAt, type Block } from './timeline-layout.ts';
import type { SceneLook } from './timeline-view.ts';

type FilmstripProps = { block: Block; scene: SceneLook; poster: string | null; isHere: boolean };

/** A scene's pictures side by side, each from its own moment; the poster, repeated, until they are made. */
export function Filmstrip({ block, scene, poster, isHere }: FilmstripProps) {
  const drawn = useDrawnDetail();
  const { clip } = scene;
  const frames = useStore(filmstrips.strips, (strips) => strips[clip.sha256]);
  const ask = useEffectEvent(() => filmstrips.ask(clip));
  // Asked again when the clip has come to this device.
  useEffect(() => ask(), [clip.sha256, isHere]);
  if (poster === null && !frames) return <PictureFrame url={null} title={block.title} />;
  return (
    <span
      className={styles['frames']}
      style={frames || poster === null ? undefined : { backgroundImage: `url("${poster}")` }}
    >
      {frames
        ? filmTiles(block, drawn).map(({ left, width }) => {
            const frame = nearestFrame(frames, clipSecondsAt(block, left + width / 2));
            const style = { left: `${left}%`, width: `${width}%`, backgroundImage: `url("${frame?.url}")` };
            return frame ? <i key={left} style={style} /> : null;
          })
        : null}
    </span>
  );
}
