/** Decodes sound by the browser's decoder, for tracks that the library would decode wrongly. */
import { AudioSample, EncodedPacketSink, type EncodedPacket, type InputAudioTrack } from 'mediabunny';
import { createWake } from '../decode/wake.ts';
import type { SoundDecoding } from './sound-decoding.ts';

/** Packets that wait in the decoder. */
const IN_FLIGHT = 8;

/**
 * Yields the sound from its first packet on, or from the one at a time on; the receiver closes each piece. The times of pieces follow from the first
 * packet's time and what was decoded since: browsers know no times before 0, and round those of packets.
 * @throws DOMException of the decoder, whatever reading says, or an AbortError
 */
export async function* decodeSamples(
  track: InputAudioTrack,
  {
    config,
    earlySamples,
    primingSamples = 0,
    isFirstPacketSilent = false,
    fromSeconds,
  }: SoundDecoding & { fromSeconds: number },
  signal: AbortSignal,
): AsyncGenerator<AudioSample, void> {
  const sink = new EncodedPacketSink(track);
  const entry = fromSeconds === 0 ? null : await sink.getKeyPacket(fromSeconds);
  const packets = entry === null ? sink.packets() : sink.packets(entry);
  const ready: AudioData[] = [];
  const wake = createWake(signal);
  const stream = { isFed: false, isFlushed: false, failure: null as unknown };
  const fail = (error: unknown): void => {
    stream.failure ??= error;
    wake.wake();
  };
  const decoder = new AudioDecoder({
    output: (data) => {
      ready.push(data);
      wake.wake();
    },
    error: fail,
  });
  decoder.addEventListener('dequeue', wake.wake);
  let firstSeconds: number | null = null;
  let heardSeconds: number | null = null;
  let place: SamplePlace | null = null;
  let priming = entry === null ? primingSamples : 0;
  try {
    decoder.configure(config);
    for (;;) {
      signal.throwIfAborted();
      if (stream.failure !== null) throw stream.failure;
      const data = ready.shift();
      if (data !== undefined) {
        const first = heardSeconds ?? firstSeconds ?? 0;
        place ??= createPlace(first - (first > 0 ? earlySamples.later : earlySamples.first) / data.sampleRate);
        const sample = place.sampleOf(data);
        const unheard = Math.min(priming, sample.numberOfFrames);
        priming -= unheard;
        if (unheard < sample.numberOfFrames) yield unheard === 0 ? sample : behind(sample, unheard);
        else sample.close();
      } else if (stream.isFlushed) return;
      else if (!stream.isFed && decoder.decodeQueueSize < IN_FLIGHT) {
        const packet = await packets.next();
        if (packet.done !== true) {
          if (firstSeconds !== null || !isFirstPacketSilent) heardSeconds ??= packet.value.timestamp;
          firstSeconds ??= packet.value.timestamp;
          decoder.decode(chunkOf(packet.value, firstSeconds));
        } else {
          stream.isFed = true;
          decoder.flush().then(() => {
            stream.isFlushed = true;
            wake.wake();
          }, fail);
        }
      } else await wake.wait();
    }
  } finally {
    for (const data of ready) data.close();
    if (decoder.state !== 'closed') decoder.close();
    await packets.return();
  }
}

function chunkOf({ timestamp, data, type }: EncodedPacket, firstSeconds: number): EncodedAudioChunk {
  return new EncodedAudioChunk({ type, timestamp: Math.round((timestamp - firstSeconds) * 1_000_000), data });
}

/** What a piece holds behind its first samples, in its place. */
function behind(sample: AudioSample, frameOffset: number): AudioSample {
  const { sampleRate, numberOfChannels, numberOfFrames, timestamp } = sample;
  const frameCount = numberOfFrames - frameOffset;
  const data = new Float32Array(frameCount * numberOfChannels);
  try {
    for (let planeIndex = 0; planeIndex < numberOfChannels; planeIndex += 1) {
      const plane = data.subarray(planeIndex * frameCount, (planeIndex + 1) * frameCount);
      sample.copyTo(plane, { format: 'f32-planar', planeIndex, frameOffset });
    }
  } finally {
    sample.close();
  }
  return new AudioSample({
    ...{ data, format: 'f32-planar', numberOfChannels, sampleRate },
    timestamp: timestamp + frameOffset / sampleRate,
  });
}

type SamplePlace = { sampleOf(data: AudioData): AudioSample };

/** Pieces follow each other without a gap, but where packets do have one. */
function createPlace(startSeconds: number): SamplePlace {
  let decoded = 0;
  return {
    sampleOf(data) {
      const { numberOfFrames, sampleRate } = data;
      const told = Math.round((data.timestamp * sampleRate) / 1_000_000);
      if (Math.abs(told - decoded) >= numberOfFrames) decoded = told;
      const sample = new AudioSample(data);
      sample.setTimestamp(startSeconds + decoded / sampleRate);
      decoded += numberOfFrames;
      return sample;
    },
  };
}
