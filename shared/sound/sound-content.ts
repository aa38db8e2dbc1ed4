/** Tells what a range of the movie's sound is made of, so that equal ranges are found wherever in a movie they stand. */
import { duckWindow } from './ducking.ts';
import type { Fade } from './envelope.ts';
import type { SoundPlan } from './sound-plan.ts';
import type { SoundLayer, SoundSource } from './sound-layer.ts';

/** Samples of the movie; `to` is outside. */
export type SampleRange = { from: number; to: number };

/**
 * Plain data that is equal for ranges that sound alike, with positions counted from the range's start. What a layer or a fade
 * is outside of the range does not show.
 * @param nameOf what names a source's content, such as its hash
 */
export function soundContent(plan: SoundPlan, range: SampleRange, nameOf: (source: SoundSource) => string) {
  return {
    sampleRate: plan.sampleRate,
    length: range.to - range.from,
    layers: plan.layers.flatMap((layer) => layerContent(layer, range, nameOf, plan)),
    sections: plan.sections.flatMap(({ spans }) => {
      const inside = spans.flatMap(({ startSample, endSample, isMixed }) => {
        const part = partIn(range, startSample, endSample);
        return part === null ? [] : [{ ...part, isMixed }];
      });
      return inside.length === 0 ? [] : [inside];
    }),
  };
}

function layerContent(layer: SoundLayer, range: SampleRange, nameOf: (source: SoundSource) => string, plan: SoundPlan) {
  const { startSample, lengthSamples, sourceStartSample, levelKey } = layer;
  const part = partIn(range, startSample, startSample + lengthSamples);
  if (part === null) return [];
  return [
    {
      ...part,
      source: nameOf(layer.source),
      sourceFrom: sourceStartSample + part.from + range.from - startSample,
      gainDb: layer.gainDb,
      // A layer is measured over its whole length, wherever it is heard.
      level: levelKey === null ? null : { levelKey, ...(layer.measured ?? { sourceStartSample, lengthSamples }) },
      ...(layer.duck === undefined ? {} : { duck: layer.duck, window: range.from % duckWindow(plan.sampleRate) }),
      isVoice: layer.isVoice ?? false,
      fades: layer.fades
        .map((fade) => ({ ...fade, start: fade.start + startSample - range.from }))
        .filter((fade) => isHeard(fade, part)),
    },
  ];
}

/** A fade-in lets all behind it pass, a fade-out all before it. */
function isHeard({ direction, start, length }: Fade, { from, to }: SampleRange): boolean {
  return direction === 'in' ? start + length > from : start < to;
}

/** The common part, counted from the range's start; null where there is none. */
function partIn(range: SampleRange, startSample: number, endSample: number): SampleRange | null {
  const from = Math.max(range.from, startSample) - range.from;
  const to = Math.min(range.to, endSample) - range.from;
  return from < to ? { from, to } : null;
}
