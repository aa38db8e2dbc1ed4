/** Renders any range of the movie's sound from its layers: decoded as they are reached, closed behind, summed, limited. */
import { applyFades } from './envelope.ts';
import { levellingGainDb, measureLoudness } from './levelling.ts';
import { createLimiter, LIMITER_MEMORY_SECONDS, limiterLookAhead } from './limiter.ts';
import { createDuckKey, type SoundSum } from './duck-key.ts';
import { duckReach, duckWindow, type Duck } from './ducking.ts';
import type { SoundPlan, SoundSection } from './sound-plan.ts';
import { isHeeded, type SoundLayer, type SoundSource } from './sound-layer.ts';
import type { SampleRange } from './sound-content.ts';
import { openSoundStream, type SoundBlock, type SoundFormat, type SoundStream } from './sound-stream.ts';
import type { StopSignal } from '../stop-signal.ts';

/** A source while it is decoded. */
export type OpenSound = {
  /** All of it, from its first packet on. Ended early where no more is needed. */
  blocks: AsyncGenerator<SoundBlock, void>;
  /** Called once, when the renderer needs the source no more. */
  close(): void;
};

export type SoundRendererOptions = {
  plan: SoundPlan;
  /** 1 or 2. */
  channels: number;
  /**
   * Opens what a layer plays; null is silence. Called for each layer that is reached, so the answer may be shared. Nothing
   * before `fromSeconds` of the source is needed.
   */
  openSound(source: SoundSource, fromSeconds: number): Promise<OpenSound | null>;
  signal: StopSignal;
  /** Measured loudness in LUFS by level key. What is missing is measured and put in. */
  levels?: Map<string, number | null>;
};

export type SoundRenderer = SoundFormat & {
  /**
   * Blocks of at most half a second (planar, one array for each channel) that fill `from` to `to` without a gap, in samples
   * of the movie. Before the movie's start and behind its end lies silence. Ranges may overlap, and be rendered in any
   * order; a sample comes out the same in all of them.
   * @throws whatever the decoding says, or an AbortError
   */
  render(from: number, to: number): AsyncGenerator<Float32Array<ArrayBuffer>[], void>;
  /** Ends renderings that are under way. */
  close(): Promise<void>;
};

/** Blocks per second. */
const BLOCK_RATE = 2;
/** Ceiling of what is mixed or amplified: the coder behind may overshoot a little. */
const MIX_CEILING = gainFactor(-1);
const FULL_SCALE = 1;

/** The samples of the layers that show in a rendered range. @param ducks of all layers that give way */
export function reachOf(
  { from, to }: SampleRange,
  sampleRate: number,
  ducks: readonly Pick<Duck, 'seconds'>[],
): SampleRange {
  const mixed = { from: from - LIMITER_MEMORY_SECONDS * sampleRate, to: to + limiterLookAhead(sampleRate) };
  const reaches = ducks.map(duckReach);
  const behind = Math.max(0, ...reaches.map((reach) => reach.behind));
  const ahead = Math.max(0, ...reaches.map((reach) => reach.ahead));
  const window = duckWindow(sampleRate);
  // Windows begin at multiples of their length.
  const rest = reaches.length > 0 ? 1 : 0;
  return { from: mixed.from - (behind + rest) * window, to: mixed.to + (ahead + rest) * window };
}

/** Of all layers that give way. */
export function ducksOf({ layers }: SoundPlan): Duck[] {
  return layers.flatMap(({ duck }) => duck ?? []);
}

/** The caller closes it. */
export function createSoundRenderer(options: SoundRendererOptions): SoundRenderer {
  const { plan, channels } = options;
  const { sampleRate } = plan;
  const scope = { ...options, levels: options.levels ?? new Map<string, number | null>() };
  const mixers = new Set<Mixer>();
  const blockLength = Math.round(sampleRate / BLOCK_RATE);

  async function* renderSection(section: SoundSection, from: number, to: number): Blocks {
    const mixer = createMixer(scope);
    mixers.add(mixer);
    try {
      yield* limited(mixer, section, { from, to, sampleRate, channels, blockLength });
    } finally {
      mixers.delete(mixer);
      await mixer.close();
    }
  }
  async function* render(from: number, to: number): Blocks {
    let at = from;
    for (const section of plan.sections) {
      const start = Math.max(at, section.startSample);
      const end = Math.min(to, section.endSample);
      if (start >= end) continue;
      yield* silence(start - at, blockLength, channels);
      yield* renderSection(section, start, end);
      at = end;
    }
    yield* silence(to - at, blockLength, channels);
  }
  return {
    sampleRate,
    channels,
    render,
    async close() {
      await Promise.all([...mixers].map((mixer) => mixer.close()));
    },
  };
}

type Blocks = AsyncGenerator<Float32Array<ArrayBuffer>[], void>;
type RenderScope = SoundRendererOptions & { levels: Map<string, number | null> };
type Range = SoundFormat & { from: number; to: number; blockLength: number };

/** Starts early by what the limiter remembers and ends late by what it looks ahead, so that ranges agree. */
async function* limited(mixer: Mixer, section: SoundSection, range: Range): Blocks {
  const { from, to, sampleRate, channels } = range;
  const limiter = createLimiter(sampleRate, channels);
  const reach = reachOf({ from, to }, sampleRate, []);
  const start = Math.max(section.startSample, reach.from);
  const end = Math.min(section.endSample, reach.to);
  let out = start;
  const within = (block: Float32Array<ArrayBuffer>[]): Float32Array<ArrayBuffer>[] | null => {
    const length = block[0]?.length ?? 0;
    const head = Math.max(0, from - out);
    const tail = Math.min(length, to - out);
    out += length;
    if (head >= tail) return null;
    return head === 0 && tail === length ? block : block.map((channel) => channel.slice(head, tail));
  };
  for (const span of section.spans) {
    const spanEnd = Math.min(end, span.endSample);
    let at = Math.max(start, span.startSample);
    while (at < spanEnd) {
      const count = Math.min(range.blockLength, spanEnd - at);
      const block = within(limiter.push(await mixer.mix(at, count), span.isMixed ? MIX_CEILING : FULL_SCALE));
      if (block !== null) yield block;
      at += count;
    }
  }
  const rest = within(limiter.flush());
  if (rest !== null) yield rest;
}

type Mixer = SoundSum & { close(): Promise<void> };

function createMixer(scope: RenderScope): Mixer {
  const { layers } = scope.plan;
  if (layers.every(({ duck }) => duck === undefined)) return createLayerMixer(layers, scope);
  const heeded = createLayerMixer(layers.filter(isHeeded), scope);
  const key = createDuckKey(heeded, scope.plan);
  const rest = createLayerMixer(
    layers.filter((layer) => !isHeeded(layer)),
    scope,
    key.applyTo,
  );
  return {
    async mix(from, count) {
      const sum = await key.read(from, count);
      add(sum, await rest.mix(from, count), 0);
      return sum;
    },
    async close() {
      await Promise.all([heeded.close(), rest.close()]);
    },
  };
}

/** @param change what becomes of a layer's block before it is added, in place */
function createLayerMixer(
  layers: readonly SoundLayer[],
  scope: RenderScope,
  change: (layer: SoundLayer, block: readonly Float32Array[], from: number) => void = () => undefined,
): Mixer {
  const { channels } = scope;
  const live = new Map<SoundLayer, LiveLayer>();
  const end = async (layer: SoundLayer): Promise<void> => {
    const playing = live.get(layer);
    live.delete(layer);
    await playing?.close();
  };
  return {
    async mix(from, count) {
      const sum = Array.from({ length: channels }, () => new Float32Array(count));
      for (const layer of layers) {
        const start = Math.max(from, layer.startSample);
        const layerEnd = layer.startSample + layer.lengthSamples;
        const stop = Math.min(from + count, layerEnd);
        if (start >= stop) continue;
        scope.signal.throwIfAborted();
        const playing = live.get(layer) ?? (await playLayer(layer, start - layer.startSample, scope));
        live.set(layer, playing);
        const block = await playing.read(stop - start);
        change(layer, block, start);
        add(sum, block, start - from);
        if (stop === layerEnd) await end(layer);
      }
      return sum;
    },
    async close() {
      await Promise.all([...live.keys()].map(end));
    },
  };
}

type LiveLayer = {
  /** The next samples of the layer, with its gain and fades. */
  read(count: number): Promise<Float32Array<ArrayBuffer>[]>;
  close(): Promise<void>;
};

/** @param offset samples of the layer that are left out */
async function playLayer(layer: SoundLayer, offset: number, scope: RenderScope): Promise<LiveLayer> {
  const factor = gainFactor(layer.gainDb + levellingGainDb(await levelOf(layer, scope)));
  const stream = await openStream(layer, offset, scope);
  let at = offset;
  return {
    async read(count) {
      const block = await stream.read(count);
      amplify(block, factor);
      applyFades(block, at, layer.fades);
      at += count;
      return block;
    },
    close: () => stream.close(),
  };
}

/** The loudness in LUFS that a layer is levelled by; null where its level stays. */
async function levelOf(layer: SoundLayer, scope: RenderScope): Promise<number | null> {
  const { levelKey } = layer;
  if (levelKey === null) return null;
  const { sourceStartSample, lengthSamples } = layer.measured ?? layer;
  const known = scope.levels.get(levelKey);
  if (known !== undefined) return known;
  const stream = await openStream(layer, sourceStartSample - layer.sourceStartSample, scope);
  try {
    const { channels, plan } = scope;
    const level = await measureLoudness(stream, lengthSamples, { channels, sampleRate: plan.sampleRate });
    scope.levels.set(levelKey, level);
    return level;
  } finally {
    await stream.close();
  }
}

/** Closing the stream gives the source back. */
async function openStream(layer: SoundLayer, offset: number, scope: RenderScope): Promise<SoundStream> {
  const { plan, channels, signal } = scope;
  const start = layer.sourceStartSample + offset;
  const sound = await scope.openSound(layer.source, Math.max(0, start / plan.sampleRate));
  if (sound === null) return silentStream(channels);
  const stream = openSoundStream(sound.blocks, { sampleRate: plan.sampleRate, channels, start, signal });
  return {
    read: (count) => stream.read(count),
    async close() {
      try {
        await stream.close();
      } finally {
        sound.close();
      }
    },
  };
}

function silentStream(channels: number): SoundStream {
  return {
    read: (count) => Promise.resolve(Array.from({ length: channels }, () => new Float32Array(count))),
    close: () => Promise.resolve(),
  };
}

/** In place; samples stay as they are, bit by bit, where the factor is 1. */
function amplify(block: readonly Float32Array[], factor: number): void {
  if (factor === 1) return;
  for (const channel of block) for (let at = 0; at < channel.length; at += 1) channel[at]! *= factor;
}

function add(sum: readonly Float32Array[], block: readonly Float32Array[], at: number): void {
  sum.forEach((into, index) => {
    const channel = block[index]!;
    for (let n = 0; n < channel.length; n += 1) into[at + n]! += channel[n]!;
  });
}

async function* silence(length: number, blockLength: number, channels: number): Blocks {
  for (let left = length; left > 0; left -= blockLength)
    yield await Promise.resolve(Array.from({ length: channels }, () => new Float32Array(Math.min(left, blockLength))));
}

/** The amplitude factor of a gain in decibels: 1 for 0 dB. */
function gainFactor(db: number): number {
  return 10 ** (db / 20);
}
