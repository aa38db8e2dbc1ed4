/** Opens the finished movie again and holds it against the plan. A movie that differs is not offered. */
import { createHash } from 'node:crypto';
import type { Verification } from '#shared/export-receipt/verification.ts';
import type { ClipFacts } from '#shared/clip/clip-facts.ts';
import type { EncodedVideo, ExportPlan, VideoStretch } from '#shared/export-plan/plan-types.ts';
import { checkPicture, checkSound } from '#shared/join/check-facts.ts';
import { checkIndex, placedRuns, type WrittenPackets } from '#shared/join/check-index.ts';
import { hashAndCompare, type FileHash } from '#shared/join/compare-bytes.ts';
import { MovieDiffers } from '#shared/join/expect.ts';
import type { Fingerprint } from '#shared/join/fingerprint.ts';
import { frameTimeUs } from '#shared/movie/time.ts';
import { readMp4Index } from '#shared/mp4/read-index.ts';
import { comparePictures, type Compared } from './compare-pictures.ts';
import { openSource, type FileSource } from './files.ts';
import { readFacts, type OpenClip } from './open-clips.ts';
import type { Ffmpeg } from './run-ffmpeg.ts';
import { checkWebm, type WebmParts } from './webm.ts';

export type Verified = {
  checks: Verification;
  /** Of the file, in hexadecimal. */
  sha256: string;
  sizeBytes: number;
  damagedFrames: ReadonlyMap<VideoStretch, number>;
};

export type Finished = {
  /** Null where the server has none: then no picture is decoded. */
  ffmpeg: Ffmpeg | null;
  plan: ExportPlan;
  clips: readonly OpenClip[];
  path: string;
  content: { format: 'mp4'; packets: WrittenPackets } | { format: 'webm'; parts: WebmParts };
  samples: ReadonlyMap<EncodedVideo, Fingerprint>;
  signal: AbortSignal;
};

const NOT_COMPARED: Compared = { comparedStretches: 0, worstPictureDifference: 0, damagedFrames: new Map() };

/** @throws MovieDiffers, or an AbortError */
export async function verifyMovie(finished: Finished): Promise<Verified> {
  const { ffmpeg, plan, clips, path, content, samples, signal } = finished;
  const source = await openSource(path);
  try {
    const { facts, placed } =
      content.format === 'mp4'
        ? await checkMp4(source, plan, content.packets, signal)
        : await webmFacts(finished, content.parts);
    const [compared, sha256] = await bothOrNone(
      signal,
      async (both) =>
        ffmpeg === null
          ? NOT_COMPARED
          : comparePictures({ ffmpeg: { ...ffmpeg, signal: both }, plan, clips, path, samples }),
      (both) => hashAndCompare(source, placed, { hash: fileHash(), signal: both, onPiece: () => undefined }),
    );
    const { comparedStretches, worstPictureDifference, damagedFrames } = compared;
    const checks: Verification = {
      ...facts,
      decoded: ffmpeg === null ? 'none' : 'sampled',
      comparedStretches,
      worstPictureDifference,
    };
    return { checks, sha256, sizeBytes: source.sizeBytes, damagedFrames };
  } finally {
    await source.close();
  }
}

/** Runs both; when one fails, the other is ended before that is told. @throws what the first one threw */
async function bothOrNone<A, B>(
  signal: AbortSignal,
  first: (signal: AbortSignal) => Promise<A>,
  second: (signal: AbortSignal) => Promise<B>,
): Promise<[A, B]> {
  const rest = new AbortController();
  const both = AbortSignal.any([signal, rest.signal]);
  const running = [first(both), second(both)] as const;
  try {
    return await Promise.all(running);
  } catch (error) {
    rest.abort();
    await Promise.allSettled(running);
    throw error;
  }
}

type Found = Omit<Verification, 'decoded' | 'comparedStretches' | 'worstPictureDifference'>;
type Checked = { facts: Found; placed: ReturnType<typeof placedRuns> };

async function checkMp4(
  source: FileSource,
  plan: ExportPlan,
  packets: WrittenPackets,
  signal: AbortSignal,
): Promise<Checked> {
  const { facts, index } = await readBack(source);
  checkPicture(facts, plan);
  const audioDurationUs = checkSound(facts, plan);
  await checkIndex(source, index, { plan, packets, signal });
  return {
    placed: placedRuns(index, packets),
    facts: {
      frameCount: facts.video.frameCount,
      videoDurationUs: frameTimeUs(facts.video.frameCount, plan.fps),
      audioDurationUs,
      videoCodec: facts.video.codec,
      audioCodec: facts.audio?.codec ?? null,
      color: facts.video.color,
    },
  };
}

async function readBack(
  source: FileSource,
): Promise<{ facts: ClipFacts; index: NonNullable<Awaited<ReturnType<typeof readMp4Index>>> }> {
  try {
    const index = await readMp4Index(source);
    if (index !== null) return { index, facts: await readFacts(source) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new MovieDiffers(error.message, { cause: error });
  }
  throw new MovieDiffers('its own index cannot be read');
}

async function webmFacts({ ffmpeg, plan, path }: Finished, parts: WebmParts): Promise<Checked> {
  if (ffmpeg === null) throw new Error('A WebM movie is written by ffmpeg');
  return { placed: [], facts: await checkWebm(ffmpeg, path, plan, parts) };
}

function fileHash(): FileHash {
  const hash = createHash('sha256');
  return { update: (bytes) => void hash.update(bytes), digest: async () => new Uint8Array(hash.digest()) };
}
