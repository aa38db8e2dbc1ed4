/** Reads the sound that music gives way to some way ahead, measures it window by window, and hands it on when its turn comes. */
import { activity, duckGain, duckReach, duckWindow, type Duck } from './ducking.ts';
import type { SoundLayer } from './sound-layer.ts';
import type { SoundPlan } from './sound-plan.ts';

/** The sum of some layers over the next samples. Positions only rise. */
export type SoundSum = { mix(from: number, count: number): Promise<Float32Array<ArrayBuffer>[]> };

export type DuckKey = {
  /** The next samples of that sound. Positions only rise. */
  read(from: number, count: number): Promise<Float32Array<ArrayBuffer>[]>;
  /** Turns a layer down, in place, as far as it gives way; only where `read` has been. */
  applyTo(layer: SoundLayer, block: readonly Float32Array[], from: number): void;
};

type Window = { planes: Float32Array[]; activity: number };

/** @param sound all layers that music gives way to; the caller closes it */
export function createDuckKey(sound: SoundSum, { sampleRate, lengthSamples, layers }: SoundPlan): DuckKey {
  const length = duckWindow(sampleRate);
  const ducks = layers.flatMap(({ duck }) => duck ?? []);
  const ahead = Math.max(...ducks.map((duck) => duckReach(duck).ahead));
  const behind = Math.max(...ducks.map((duck) => duckReach(duck).behind));
  const windows = new Map<number, Window>();
  const gains = new Map<Duck, Map<number, number>>(ducks.map((duck) => [duck, new Map<number, number>()]));
  let next: number | null = null;

  const readOn = async (until: number): Promise<void> => {
    for (next ??= 0; next <= until && next * length < lengthSamples; next += 1) {
      const from = next * length;
      const planes = await sound.mix(from, Math.min(length, lengthSamples - from));
      windows.set(next, { planes, activity: activity(powerOf(planes)) });
    }
  };
  const forget = (before: number): void => {
    for (const at of windows.keys()) {
      if (at >= before) break;
      windows.delete(at);
    }
    for (const known of gains.values()) for (const at of known.keys()) if (at < before) known.delete(at);
  };
  const gainAt = (duck: Duck, window: number): number => {
    const known = gains.get(duck);
    const gain = known?.get(window) ?? duckGain(duck, window, (at) => windows.get(at)?.activity ?? 0);
    known?.set(window, gain);
    return gain;
  };
  return {
    async read(from, count) {
      const first = Math.floor(from / length);
      next ??= Math.max(0, first - behind);
      await readOn(Math.ceil((from + count) / length) + ahead);
      forget(first - behind);
      return copied(windows, { from, count, length });
    },
    applyTo({ duck }, block, from) {
      if (duck === undefined) return;
      const count = block[0]?.length ?? 0;
      for (let at = 0; at < count; at += 1) {
        // Straight between the gains in the middles of two windows.
        const place = (from + at + 0.5) / length - 0.5;
        const window = Math.floor(place);
        const [low, high] = [gainAt(duck, window), gainAt(duck, window + 1)];
        const gain = low + (high - low) * (place - window);
        if (gain !== 1) for (const channel of block) channel[at]! *= gain;
      }
    },
  };
}

function copied(
  windows: ReadonlyMap<number, Window>,
  { from, count, length }: { from: number; count: number; length: number },
): Float32Array<ArrayBuffer>[] {
  const channels = windows.values().next().value?.planes.length ?? 0;
  const into = Array.from({ length: channels }, () => new Float32Array(count));
  for (let window = Math.floor(from / length); window * length < from + count; window += 1) {
    const start = window * length;
    windows.get(window)?.planes.forEach((plane, index) => {
      const part = plane.subarray(Math.max(0, from - start), Math.max(0, Math.min(plane.length, from + count - start)));
      into[index]?.set(part, Math.max(0, start - from));
    });
  }
  return into;
}

/** Mean of the squared samples of all channels. */
function powerOf(planes: readonly Float32Array[]): number {
  let sum = 0;
  let count = 0;
  for (const plane of planes) {
    for (const sample of plane) sum += sample * sample;
    count += plane.length;
  }
  return count === 0 ? 0 : sum / count;
}
