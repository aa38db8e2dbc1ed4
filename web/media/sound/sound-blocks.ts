/** Decodes a track of a file by the browser, piece by piece. */
import { AudioSampleSink, type AudioSample, type InputAudioTrack } from 'mediabunny';
import { isGone } from '#opfs/files.ts';
import type { SoundBlock } from '#shared/sound/sound-stream.ts';
import { MediaFailure } from '../failures.ts';
import { decodeSamples } from './decode-samples.ts';
import { soundDecoding } from './sound-decoding.ts';

export type SoundBlockOptions = {
  signal: AbortSignal;
  /** For the sentence of a failure; left out for music. */
  sceneNumber?: number;
};

/**
 * All of a track from its first packet on. The track stays the caller's.
 * @throws MediaFailure `undecodable-sound`, `music-unreadable` or `source-missing`, or an AbortError
 */
export async function* soundBlocks(
  track: InputAudioTrack,
  { signal, sceneNumber }: SoundBlockOptions,
): AsyncGenerator<SoundBlock, void> {
  try {
    for await (const sample of samplesOf(track, signal)) yield blockOf(sample);
  } catch (error) {
    if (signal.aborted) throw error;
    throw soundUnreadable(error, sceneNumber);
  }
}

async function* samplesOf(track: InputAudioTrack, signal: AbortSignal): AsyncGenerator<AudioSample, void> {
  const decoding = await soundDecoding(track);
  yield* decoding === null ? new AudioSampleSink(track).samples() : decodeSamples(track, decoding, signal);
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

/** @param sceneNumber left out for the music */
function soundUnreadable(error: unknown, sceneNumber?: number): MediaFailure {
  if (error instanceof MediaFailure) return error;
  const detail = error instanceof Error ? error.message : String(error);
  if (sceneNumber === undefined) return new MediaFailure('music-unreadable', { detail }, error);
  return new MediaFailure(isGone(error) ? 'source-missing' : 'undecodable-sound', { sceneNumber, detail }, error);
}
