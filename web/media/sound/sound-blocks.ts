/** Decodes a track of a file by the browser, piece by piece. */
import { AudioSampleSink, type AudioSample, type InputAudioTrack } from 'mediabunny';
import { isGone } from '#opfs/files.ts';
import type { SoundBlock } from '#shared/sound/sound-stream.ts';
import { MediaFailure } from '../failures.ts';
import { decodeSamples } from './decode-samples.ts';
import { soundDecoding } from './sound-decoding.ts';

export type SoundBlockOptions = {
  signal: AbortSignal;
  /** For the sentence of a failure: the scene, or the name of the music. */
  sceneNumber?: number;
  audioName?: string;
  /** Nothing before this time of the file is needed; left out for all of it. */
  fromSeconds?: number;
};

/** Decoding begins at multiples of this… */
const ENTRY_SECONDS = 60;
/** …and as much earlier, in which decoders find their feet (overlaps, bit reservoirs). */
const LEAD_SECONDS = 1;

/**
 * Of a long file, decoding begins some time before what is needed; of others, and for the first minutes, with the first
 * packet. Where it begins goes by the clock of the file, so that what a decoder makes up comes out the same. The track stays the caller's.
 * @throws MediaFailure `undecodable-sound`, `music-unreadable` or `source-missing`, or an AbortError
 */
export async function* soundBlocks(
  track: InputAudioTrack,
  { signal, sceneNumber, audioName, fromSeconds = 0 }: SoundBlockOptions,
): AsyncGenerator<SoundBlock, void> {
  const entry = Math.floor(fromSeconds / ENTRY_SECONDS) * ENTRY_SECONDS - LEAD_SECONDS;
  try {
    for await (const sample of samplesOf(track, Math.max(0, entry), signal)) yield blockOf(sample);
  } catch (error) {
    if (signal.aborted) throw error;
    throw soundUnreadable(error, sceneNumber, audioName);
  }
}

async function* samplesOf(
  track: InputAudioTrack,
  fromSeconds: number,
  signal: AbortSignal,
): AsyncGenerator<AudioSample, void> {
  const decoding = await soundDecoding(track);
  if (decoding !== null) yield* decodeSamples(track, { ...decoding, fromSeconds }, signal);
  else
    yield* fromSeconds === 0 ? new AudioSampleSink(track).samples() : new AudioSampleSink(track).samples(fromSeconds);
}

function blockOf(sample: AudioSample): SoundBlock {
  const { sampleRate, numberOfFrames, numberOfChannels, timestamp } = sample;
  try {
    const planes = Array.from({ length: numberOfChannels }, (_, planeIndex) => {
      const plane = new Float32Array(numberOfFrames);
      sample.copyTo(plane, { format: 'f32-planar', planeIndex });
      return plane;
    });
    return { sampleRate, position: Math.round(timestamp * sampleRate), planes };
  } finally {
    sample.close();
  }
}

/** @param sceneNumber left out for music and voice-overs, which have a name */
function soundUnreadable(error: unknown, sceneNumber?: number, name?: string): MediaFailure {
  if (error instanceof MediaFailure) return error;
  const detail = error instanceof Error ? error.message : String(error);
  if (sceneNumber === undefined)
    return new MediaFailure('music-unreadable', { detail, ...(name === undefined ? {} : { name }) }, error);
  return new MediaFailure(isGone(error) ? 'source-missing' : 'undecodable-sound', { sceneNumber, detail }, error);
}
