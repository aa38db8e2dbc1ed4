/** One sound of the movie: what is heard, from where to where, how loud, and under which fades. */
import type { Duck } from './ducking.ts';
import type { Fade } from './envelope.ts';

export type SoundSource =
  | { kind: 'scene'; /** Position in the plan's scenes. */ index: number }
  | { kind: 'audio'; /** Position in the plan's music and voice-overs. */ index: number };

export type SoundLayer = {
  source: SoundSource;
  startSample: number;
  lengthSamples: number;
  /** The sample of the source, at the movie's rate, that is heard at `startSample`. */
  sourceStartSample: number;
  gainDb: number;
  /** Name of the measured loudness that is brought to the target; null where the level stays. */
  levelKey: string | null;
  /** Where that loudness is measured, when a range of the movie leaves less of the scene; else over the layer. */
  measured?: { sourceStartSample: number; lengthSamples: number };
  fades: Fade[];
  /** A voice-over: music gives way to it as it does to scenes. */
  isVoice?: boolean;
  /** How far and how fast it gives way to scenes and voice-overs. */
  duck?: Duck;
};

/** Whether music gives way to it. */
export function isHeeded({ source, isVoice }: Pick<SoundLayer, 'source' | 'isVoice'>): boolean {
  return source.kind === 'scene' || isVoice === true;
}
