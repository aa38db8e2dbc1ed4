/** The whole movie's sound as Opus, for WebM. */
import type { AacConfig } from '#shared/aac/aac-config.ts';
import { chooseOpusBackend } from '#media/sound/encode-opus.ts';
import { OPUS_PACKET_SAMPLES, OPUS_SAMPLE_RATE, opusPacketCount } from '#shared/sound/opus.ts';
import { encodeOpusRange, fedOpusSamples } from '#shared/sound/encode-opus-range.ts';
import { openMovieSound, type SoundWork } from './movie-sound.ts';
import type { BlobRun } from '../segments/blob-run.ts';
import { cutIntoPieces, pieceRun } from './sound-pieces.ts';

export type OpusSound = {
  /** Packets of one length, from the movie's start on. */
  runs: BlobRun[];
  packetSeconds: number;
  /** The OpusHead. */
  description: Uint8Array;
  channels: number;
};

const GRID = { sampleRate: OPUS_SAMPLE_RATE, packetSamples: OPUS_PACKET_SAMPLES };

/**
 * The encoder is late, which a WebM file by the muxer used here can't tell players. So the movie's sound is fed that much
 * early, and the stream says that nothing is to be dropped.
 * @throws MediaFailure, whatever the store says, or an AbortError
 */
export async function opusPackets(work: SoundWork, { channels }: Pick<AacConfig, 'channels'>): Promise<OpusSound> {
  const backend = await chooseOpusBackend(channels);
  const { delaySamples, description } = backend;
  const sound = await openMovieSound(work, { sampleRate: OPUS_SAMPLE_RATE, channels });
  try {
    const runs: BlobRun[] = [];
    for (const piece of cutIntoPieces({ from: 0, to: opusPacketCount(work.movie) }, work.movie, GRID)) {
      work.signal.throwIfAborted();
      const content = sound.contentOf(fedOpusSamples(piece, delaySamples));
      runs.push(
        await pieceRun(work, {
          codec: 'opus',
          packetCount: piece.to - piece.from,
          madeFrom: { channels, delaySamples, content },
          encode: () => encodeOpusRange(sound.renderer, piece, backend, work.signal),
        }),
      );
    }
    return { runs, packetSeconds: OPUS_PACKET_SAMPLES / OPUS_SAMPLE_RATE, description, channels };
  } finally {
    await sound.close();
  }
}
