/**
 * Plays blocks of the movie's sound, each at its sample, by a page's one AudioContext. What comes late is cut at its head,
 * so that nothing is heard at another time than its own.
 */
import { SOUND_FORMAT } from '#media/preview/client.ts';

/** Planar; `from` is a sample of the movie. */
export type SoundBlock = { from: number; planes: readonly Float32Array<ArrayBuffer>[] };

/** The movie's sample that is heard at a frame of the context's clock. */
export type SoundAnchor = { movieSample: number; contextFrame: number };

export type SoundOutput = {
  /** Creates the context if there is none, and asks for it to run: people must have clicked. */
  wake(): void;
  /** False under a browser's autoplay rules and without a device. */
  isRunning(): boolean;
  /** What is heard now, by the context's clock, in seconds. Only while it runs. */
  heardSeconds(): number;
  /** Seconds of the context's clock at which sound that is scheduled now begins. */
  soonSeconds(): number;
  play(block: SoundBlock, anchor: SoundAnchor): void;
  /** Ends what is playing: now, or at a sample, where other sound takes its place. */
  cut(at?: { movieSample: number; anchor: SoundAnchor }): void;
  /** 0 to 1. */
  setVolume(volume: number): void;
  /** Gives the device back until `wake`. */
  rest(): void;
  close(): void;
};

/** Time in which a block gets from here to the device's thread. */
const SCHEDULE_SECONDS = 0.02;
/** Takes the click off a start or an end in mid-sound. */
const RAMP_SECONDS = 0.004;
/** Of wireless headphones; more is a wrong figure. */
const LONGEST_LATENCY_SECONDS = 0.5;

let shared: AudioContext | null = null;
/** Players that need it to run. */
const awake = new Set<symbol>();

function theContext(): AudioContext {
  shared ??= new AudioContext({ sampleRate: SOUND_FORMAT.sampleRate, latencyHint: 'interactive' });
  return shared;
}

/** The page's context, running until it is let go of: for what is recorded by its clock. People must have clicked. */
export function holdContext(): { context: AudioContext; letGo(): void } {
  const context = theContext();
  const self = Symbol('recorder');
  awake.add(self);
  if (context.state !== 'running') context.resume().catch(() => undefined);
  return { context, letGo: () => release(context, self) };
}

/** Gives the device back with the last that needs it. */
function release(context: AudioContext | null, self: symbol): void {
  awake.delete(self);
  if (awake.size === 0 && context?.state === 'running') context.suspend().catch(() => undefined);
}

/** @param onChange when the context starts or stops running */
export function createSoundOutput(onChange: () => void): SoundOutput {
  const closing = new AbortController();
  const self = Symbol('player');
  let context: AudioContext | null = null;
  let master: GainNode | null = null;
  let bus: Bus | null = null;
  let volume = 1;

  const setGain = (): void => {
    if (context !== null) master?.gain.setTargetAtTime(volume, context.currentTime, RAMP_SECONDS);
  };
  const rest = (): void => release(context, self);
  return {
    wake() {
      if (context === null) {
        context = theContext();
        context.addEventListener('statechange', onChange, { signal: closing.signal });
        master = new GainNode(context, { gain: volume });
        master.connect(context.destination);
      }
      awake.add(self);
      // A browser that waits for a click says so by its state.
      if (context.state !== 'running') context.resume().catch(() => undefined);
    },
    isRunning: () => context?.state === 'running',
    heardSeconds: () => (context === null ? 0 : context.currentTime - latencyOf(context)),
    soonSeconds: () => (context === null ? 0 : context.currentTime + SCHEDULE_SECONDS),
    play(block, anchor) {
      if (context === null || master === null) return;
      bus ??= createBus(context, master);
      scheduleBlock(context, bus, block, anchor);
    },
    cut(at) {
      if (context === null || bus === null) return;
      bus.end(at === undefined ? context.currentTime : secondsOf(at.movieSample, at.anchor));
      bus = null;
    },
    setVolume(next) {
      volume = next;
      setGain();
    },
    rest,
    close() {
      closing.abort();
      master?.disconnect();
      rest();
    },
  };
}

/** Sound that is ended together. */
export type Bus = { input: AudioNode; playing: Set<AudioBufferSourceNode>; end(seconds: number): void };

export function createBus(context: BaseAudioContext, output: AudioNode): Bus {
  const gain = new GainNode(context);
  const playing = new Set<AudioBufferSourceNode>();
  gain.connect(output);
  return {
    input: gain,
    playing,
    end(seconds) {
      const at = Math.max(seconds, context.currentTime);
      gain.gain.setValueAtTime(1, at);
      gain.gain.linearRampToValueAtTime(0, at + RAMP_SECONDS);
      for (const node of playing) node.stop(at + RAMP_SECONDS);
    },
  };
}

/** Puts a block where its samples belong, one by one. */
export function scheduleBlock(context: BaseAudioContext, bus: Bus, block: SoundBlock, anchor: SoundAnchor): void {
  const length = block.planes[0]?.length ?? 0;
  if (length === 0) return;
  const startFrame = anchor.contextFrame + block.from - anchor.movieSample;
  const nowFrame = Math.ceil(context.currentTime * SOUND_FORMAT.sampleRate);
  const missed = Math.max(0, nowFrame - startFrame);
  if (missed >= length) return;
  const buffer = new AudioBuffer({
    length,
    sampleRate: SOUND_FORMAT.sampleRate,
    numberOfChannels: block.planes.length,
  });
  block.planes.forEach((plane, channel) => buffer.copyToChannel(plane, channel));
  const node = new AudioBufferSourceNode(context, { buffer });
  node.connect(bus.input);
  bus.playing.add(node);
  node.addEventListener('ended', () => {
    bus.playing.delete(node);
    node.disconnect();
  });
  node.start((startFrame + missed) / SOUND_FORMAT.sampleRate, missed / SOUND_FORMAT.sampleRate);
}

function secondsOf(movieSample: number, anchor: SoundAnchor): number {
  return (anchor.contextFrame + movieSample - anchor.movieSample) / SOUND_FORMAT.sampleRate;
}

/** From the context's clock to the ear, as far as the browser knows. */
function latencyOf({ outputLatency, baseLatency }: AudioContext): number {
  const told = outputLatency > 0 ? outputLatency : baseLatency;
  return Number.isFinite(told) ? Math.min(Math.max(told, 0), LONGEST_LATENCY_SECONDS) : 0;
}
