/** What was done to make a file, for whoever wants to know where its pictures come from. */
import { sha256 as createSha256 } from '@noble/hashes/sha2.js';
import { planDurationUs } from '#shared/movie/movie-plan.ts';
import { hexOf } from '#shared/bytes.ts';
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

/**
 * SHA-256 in hexadecimal, in pieces: WebCrypto wants the whole file in memory. Each piece is a reading of its own: Chromium
 * collects a Blob's byte stream that only its reader's promise holds, and then the reading never ends.
 */
export async function fileHash(blob: Blob, signal: AbortSignal, onPiece: () => void): Promise<string> {
  const hash = createSha256.create();
  for (let from = 0; from < blob.size; from += PIECE_BYTES) {
    signal.throwIfAborted();
    hash.update(new Uint8Array(await blob.slice(from, from + PIECE_BYTES).arrayBuffer()));
    onPiece();
  }
  return hexOf(hash.digest());
}
