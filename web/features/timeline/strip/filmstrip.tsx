import { useEffect, useEffectEvent, useState } from 'react';
import { useStore } from 'zustand';
import type { PlanScene } from '#shared/movie/movie-plan.ts';
import { PictureFrame } from '#widgets/picture-frame.tsx';
import { filmstrips, nearestFrame } from './filmstrips.ts';
import styles from './scene-block.module.css';
import { clipSecondsAt, type Block } from './timeline-layout.ts';
import { useWidth } from './use-width.ts';

/** About as wide as a frame of the strip. */
const TILE_PX = 110;

type FilmstripProps = { block: Block; scene: PlanScene; poster: string | null; isHere: boolean };

/** A scene's pictures side by side, each from its own moment; the poster, repeated, until they are made. */
export function Filmstrip({ block, scene, poster, isHere }: FilmstripProps) {
  const [strip, setStrip] = useState<HTMLElement | null>(null);
  const width = useWidth(strip);
  const { clip } = scene;
  const frames = useStore(filmstrips.strips, (strips) => strips[clip.sha256]);
  const ask = useEffectEvent(() => filmstrips.ask(clip));
  // Asked again when the clip has come to this device.
  useEffect(() => ask(), [clip.sha256, isHere]);
  if (poster === null && !frames) return <PictureFrame url={null} title={block.title} />;
  const count = Math.max(1, Math.round(width / TILE_PX));
  return (
    <span
      ref={setStrip}
      className={styles['frames']}
      style={frames || poster === null ? undefined : { backgroundImage: `url("${poster}")` }}
    >
      {frames
        ? Array.from({ length: count }, (_, index) => {
            const left = ((index + 0.5) / count) * 100;
            const frame = nearestFrame(frames, clipSecondsAt(block, left));
            return frame ? <i key={left} style={{ backgroundImage: `url("${frame.url}")` }} /> : null;
          })
        : null}
    </span>
  );
}
