/** A microphone whose sound arrives in blocks, counted by the clock of the context that the movie is heard by. */
import { holdContext } from '../sound-output.ts';
import { measurePath } from './measure-path.ts';
import { microphoneNames } from './record-words.ts';

export type MicrophoneFailureCode = 'refused' | 'missing' | 'busy' | 'unsupported' | 'rate';

export class MicrophoneFailure extends Error {
  readonly code: MicrophoneFailureCode;
  constructor(code: MicrophoneFailureCode, cause?: unknown) {
    super(code, { cause });
    this.name = 'MicrophoneFailure';
    this.code = code;
  }
}

/** One channel; `frame` is the clock's at its first sample. */
export type CapturedBlock = { frame: number; plane: Float32Array<ArrayBuffer> };

export type MicrophoneInput = { deviceId: string; name: string };

export type Microphone = {
  deviceId: string | null;
  sampleRate: number;
  /** From the microphone to the clock: what the browser states, and what its own path was measured to take. */
  latencySeconds: number;
  /** The clock that blocks are counted by. */
  clockSeconds(): number;
  /** False once it is unplugged or taken away. */
  isLive(): boolean;
  /** Calls back with each block. Returns how to stop. */
  onBlock(listener: (block: CapturedBlock) => void): () => void;
  /** Calls back when it is unplugged, or the permission is taken back. */
  onLost(listener: () => void): () => void;
  close(): void;
};

/** More is a wrong figure. */
const LONGEST_LATENCY_SECONDS = 1;

/** Asks for permission where there is none yet. @param deviceId null for the browser's own choice @throws MicrophoneFailure */
export async function openMicrophone(deviceId: string | null): Promise<Microphone> {
  if (!('mediaDevices' in navigator) || !('AudioWorkletNode' in globalThis)) throw new MicrophoneFailure('unsupported');
  const { context, letGo } = holdContext();
  const stream = await openStream(deviceId).catch((error: unknown) => {
    letGo();
    throw error;
  });
  try {
    return await listen(context, stream, letGo);
  } catch (error) {
    for (const track of stream.getTracks()) track.stop();
    letGo();
    throw error instanceof DOMException ? new MicrophoneFailure('rate', error) : error;
  }
}

async function openStream(deviceId: string | null): Promise<MediaStream> {
  // What browsers do for calls would take away from a voice, and add to its latency.
  const plain = { echoCancellation: false, noiseSuppression: false, autoGainControl: false, channelCount: 1 };
  const ask = (audio: MediaTrackConstraints): Promise<MediaStream> =>
    navigator.mediaDevices.getUserMedia({ audio, video: false });
  try {
    return await ask(deviceId === null ? plain : { ...plain, deviceId: { exact: deviceId } });
  } catch (error) {
    // The one that was chosen is gone: any other will do.
    if (deviceId !== null && nameOf(error) === 'OverconstrainedError') return openStream(null);
    throw new MicrophoneFailure(codeOf(nameOf(error)), error);
  }
}

function nameOf(error: unknown): string {
  return error instanceof Error || error instanceof DOMException ? error.name : '';
}

function codeOf(name: string): MicrophoneFailureCode {
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'missing' : 'busy';
}

async function listen(context: AudioContext, stream: MediaStream, letGo: () => void): Promise<Microphone> {
  const [track] = stream.getAudioTracks();
  if (!track) throw new MicrophoneFailure('missing');
  const blocks = new Set<(block: CapturedBlock) => void>();
  const lost = new Set<() => void>();
  await context.audioWorklet.addModule('/capture-worklet.js');
  const pathSeconds = await measurePath(context, () => captureNode(context));
  // Made and connected at once, as what was measured: what comes in between would wait before all that follows, for good.
  const source = new MediaStreamAudioSourceNode(context, { mediaStream: stream });
  const capture = captureNode(context);
  capture.port.addEventListener('message', ({ data }: MessageEvent<CapturedBlock>) => {
    for (const listener of blocks) listener(data);
  });
  capture.port.start();
  // Safari runs only what leads to the output; nothing is heard of it.
  const silence = new GainNode(context, { gain: 0 });
  source.connect(capture).connect(silence).connect(context.destination);
  track.addEventListener('ended', () => {
    for (const listener of lost) listener();
  });
  const { deviceId = null, latency } = settingsOf(track);
  return {
    deviceId,
    sampleRate: context.sampleRate,
    latencySeconds: within(latency) + pathSeconds,
    clockSeconds: () => context.currentTime,
    isLive: () => track.readyState === 'live',
    onBlock: (listener) => subscribed(blocks, listener),
    onLost: (listener) => subscribed(lost, listener),
    close() {
      blocks.clear();
      lost.clear();
      capture.port.postMessage('stop');
      source.disconnect();
      capture.disconnect();
      silence.disconnect();
      for (const each of stream.getTracks()) each.stop();
      letGo();
    },
  };
}

function captureNode(context: AudioContext): AudioWorkletNode {
  return new AudioWorkletNode(context, 'capture', {
    numberOfInputs: 1,
    numberOfOutputs: 1,
    channelCount: 1,
    channelCountMode: 'explicit',
  });
}

function subscribed<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Browsers tell it; the types don't. */
function settingsOf(track: MediaStreamTrack): { deviceId?: string; latency?: number } {
  return track.getSettings();
}

function within(latency: number | undefined): number {
  return latency === undefined || !Number.isFinite(latency)
    ? 0
    : Math.min(Math.max(latency, 0), LONGEST_LATENCY_SECONDS);
}

/** Those that there are; without names until the permission is given. */
export async function listMicrophones(): Promise<MicrophoneInput[]> {
  if (!('mediaDevices' in navigator)) return [];
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices
    .filter(({ kind, deviceId }) => kind === 'audioinput' && deviceId !== '')
    .map(({ deviceId, label }, index) => ({
      deviceId,
      name: label === '' ? microphoneNames.unnamed({ number: index + 1 }) : label,
    }));
}

/** Calls back when one is plugged in or out. Returns how to stop. */
export function onMicrophones(listener: () => void): () => void {
  if (!('mediaDevices' in navigator)) return () => {};
  navigator.mediaDevices.addEventListener('devicechange', listener);
  return () => navigator.mediaDevices.removeEventListener('devicechange', listener);
}
