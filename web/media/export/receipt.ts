/** What was done to make a file, for whoever wants to know where its pictures come from. */
import { sha256 as createSha256 } from '@noble/hashes/sha2.js';
import { planDurationUs } from '#shared/movie/movie-plan.ts';
import { hexOf } from '../bytes.ts';
import type { Receipt, Verification } from '../worker/protocol.ts';
import type { EncodedStretches, ExportJob } from './job.ts';
import type { AudioPlan } from './plan-types.ts';
import { plannedStretch } from './planned-stretch.ts';
import type { WrittenMovie } from './write-movie.ts';

/** Bytes of one reading. */
const PIECE_BYTES = 1 << 20;

export function receiptOf(
  { input, movie, plan, encoder, clips, deps }: ExportJob,
  { blob, soundEncoder, sha256 }: WrittenMovie & { sha256: string },
  { reused }: EncodedStretches,
  checks: Verification,
): Receipt {
  const { width, height, format } = plan.target;
  return {
    kind: 'storyreel-export-receipt',
    version: 1,
    madeAt: new Date(input.madeAt).toISOString(),
    title: movie.title,
    author: movie.author,
    madeWithAi: true,
    file: {
      sizeBytes: blob.size,
      sha256,
      width,
      height,
      format,
      framesPerSecond: plan.fps.den === 1 ? String(plan.fps.num) : `${plan.fps.num}/${plan.fps.den}`,
      frameCount: plan.frameCount,
      seconds: planDurationUs(movie) / 1_000_000,
    },
    encoders: {
      video:
        encoder === null
          ? null
          : {
              codec: encoder.config.codec,
              acceleration: encoder.config.hardwareAcceleration ?? 'no-preference',
              bitsPerSecond: encoder.config.bitrate ?? 0,
            },
      sound: soundEncoder,
      browser: deps.userAgent,
    },
    stretches: plan.video.map((stretch) => {
      const scene = movie.scenes[stretch.scene];
      return {
        ...plannedStretch(movie, stretch),
        sceneTitle: scene?.title ?? '',
        clipSha256: scene?.clip.sha256 ?? '',
        isReused: stretch.kind === 'encode' && reused.has(stretch),
        clipHasContentCredentials: clips[stretch.scene]?.facts.hasContentCredentials ?? false,
      };
    }),
    sound: plan.audio === null ? null : countPackets(plan.audio),
    checks,
  };
}

function countPackets({ runs }: AudioPlan): Receipt['sound'] {
  const countOf = (kind: AudioPlan['runs'][number]['kind']): number =>
    runs.reduce((sum, run) => (run.kind === kind ? sum + run.packetCount : sum), 0);
  return {
    copiedPackets: countOf('copy'),
    encodedPackets: countOf('encode'),
    silentPackets: countOf('silence'),
  };
}

/** SHA-256 in hexadecimal, in pieces: WebCrypto wants the whole file in memory. */
export async function fileHash(blob: Blob, signal: AbortSignal): Promise<string> {
  const hash = createSha256.create();
  for await (const piece of piecesOf(blob)) {
    signal.throwIfAborted();
    hash.update(piece);
  }
  return hexOf(hash.digest());
}

/** All bytes in order. A piece holds until the next one is asked for: they come in one buffer where the browser can. */
async function* piecesOf(blob: Blob): AsyncGenerator<Uint8Array, void> {
  const reader = byteReader(blob);
  if (reader === null) {
    for (let from = 0; from < blob.size; from += PIECE_BYTES)
      yield new Uint8Array(await blob.slice(from, from + PIECE_BYTES).arrayBuffer());
    return;
  }
  let buffer = new ArrayBuffer(PIECE_BYTES);
  try {
    for (;;) {
      const { done, value } = await reader.read(new Uint8Array(buffer));
      if (done || value === undefined) return;
      yield value;
      buffer = value.buffer;
    }
  } finally {
    await reader.cancel();
  }
}

/** Null where a Blob's stream is no byte stream. */
function byteReader(blob: Blob): ReadableStreamBYOBReader | null {
  try {
    return blob.stream().getReader({ mode: 'byob' });
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
