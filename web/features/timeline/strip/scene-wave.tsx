import { useEffect, useEffectEvent, useMemo } from 'react';
import { useStore } from 'zustand';
import styles from './scene-block.module.css';
import { soundShapes } from './sound-shapes.ts';
import type { Block } from './timeline-layout.ts';
import type { SceneLook } from './timeline-view.ts';
import { WAVE_HEIGHT, wavePath } from './wave-path.ts';

type SceneWaveProps = { block: Block; scene: SceneLook; isHere: boolean; isLeveled: boolean };

/** What a scene sounds like, with its volume and its fades; nothing until that is known. */
export function SceneWave({ block, scene, isHere, isLeveled }: SceneWaveProps) {
  const { clip } = scene;
  const shape = useStore(soundShapes.shapes, (shapes) => shapes[clip.sha256]);
  const ask = useEffectEvent(() => soundShapes.ask(clip));
  // Asked again when the clip has come to this device.
  useEffect(() => ask(), [clip.sha256, isHere]);
  const path = useMemo(() => shape && wavePath(block, scene, shape, isLeveled), [block, scene, shape, isLeveled]);
  return path ? (
    <svg className={styles['shape']} viewBox={`0 0 100 ${WAVE_HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <path d={path} />
    </svg>
  ) : null;
}
