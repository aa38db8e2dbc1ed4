/**
 * Opens the finished movie again, by our own index reader and by a library that did not write it, and holds it against the
 * plan. A movie that differs is not offered.
 */
import { frameTimeUs } from '#shared/movie/time.ts';
import { canDecode } from '#media/decode/can-decode.ts';
import { MediaFailure } from '#media/failures.ts';
import type { Mp4Index } from '#shared/mp4/mp4-index.ts';
import { blobSource, type ByteSource } from '#shared/mp4/byte-source.ts';
import { readMp4Index } from '#shared/mp4/read-index.ts';
import type { ClipFacts } from '#shared/clip/clip-facts.ts';
import { openClip, type OpenClip } from '#media/probe/open-clip.ts';
import type { Verification } from '#shared/export-receipt/verification.ts';
import { checkPicture, checkSound } from '#shared/join/check-facts.ts';
import { checkIndex, placedRuns, type WrittenPackets } from '#shared/join/check-index.ts';
import { checkPackets } from './check-packets.ts';
import { hashAndCompare, type PlacedRun } from '#shared/join/compare-bytes.ts';
import { comparePictures, type Compared } from './compare-pictures.ts';
import { expect, MovieDiffers } from '#shared/join/expect.ts';
import type { EncodedStretches, ExportJob } from '../job.ts';
import { createFileHash } from './file-hash.ts';
import { undecodedFrames } from './every-picture.ts';
import type { VideoStretch } from '#shared/export-plan/plan-types.ts';
import type { WrittenMovie } from '../write/write-movie.ts';

const NOT_COMPARED: Compared = { comparedStretches: 0, worstPictureDifference: 0, damaged: new Set() };
/** Of the check where every picture is decoded: the look at a few of them. */
const LOOK_SHARE = 0.1;

export type Verified = {
  verification: Verification;
  /** Of the file, in hexadecimal. */
  sha256: string;
  /** How many pictures of copied stretches do not decode, as far as that was looked at. */
  damagedFrames: ReadonlyMap<VideoStretch, number>;
};

/** What the check goes by: how far it has come, and that it goes on where no share is counted. */
export type VerifyOptions = { onPart: (share: number) => void; onPiece: () => void };

type Written = Pick<WrittenMovie, 'blob' | 'packets'>;

/** @throws MediaFailure `verification-failed` that says in `detail` what differs, or an AbortError */
export async function verifyMovie(
  job: ExportJob,
  written: Written,
  encoded: EncodedStretches,
  options: VerifyOptions,
): Promise<Verified> {
  try {
    return await compareMovie(job, written, encoded, options);
  } catch (error) {
    if (!(error instanceof MovieDiffers)) throw error;
    throw new MediaFailure('verification-failed', { detail: error.message }, error);
  }
}

/** @throws MovieDiffers, MediaFailure `verification-failed` for what is seen of pictures, or an AbortError */
async function compareMovie(
  job: ExportJob,
  { blob: file, packets }: Written,
  encoded: EncodedStretches,
  { onPart, onPiece }: VerifyOptions,
): Promise<Verified> {
  const { plan, signal } = job;
  const facts = await readByLibrary(file);
  checkPicture(facts, plan);
  const audioDurationUs = checkSound(facts, plan);
  const placed = plan.target.format === 'mp4' ? await checkMp4(file, job, packets) : [];
  const movie = await open(file);
  try {
    if (plan.target.format === 'webm')
      await checkPackets(await movie.tracks(), packets, { isCopied: plan.shared !== null, signal });
    // A browser without a decoder still copies; what it copied has then been compared and not looked at.
    const canLook = job.encoder !== null || (await canDecode(movie));
    const isEvery = canLook && job.input.checksEveryPicture === true;
    const onLook = (share: number): void => onPart(isEvery ? share * LOOK_SHARE : share);
    // Decoders work beside this thread, which reads, compares and hashes meanwhile.
    const [{ damaged, ...compared }, sha256] = await Promise.all([
      canLook ? comparePictures({ job, movie, encoded, onPart: onLook }) : NOT_COMPARED,
      hashAndCompare(blobSource(file), placed, { hash: createFileHash(file.size), signal, onPiece }),
    ]);
    const suspects = isEvery ? plan.video : plan.video.filter((stretch) => damaged.has(stretch));
    const damagedFrames = await countDamage(job, movie, suspects, (share) =>
      onPart(LOOK_SHARE + (1 - LOOK_SHARE) * share),
    );
    const verification: Verification = {
      frameCount: facts.video.frameCount,
      videoDurationUs: frameTimeUs(facts.video.frameCount, plan.fps),
      audioDurationUs,
      videoCodec: facts.video.codec,
      audioCodec: facts.audio?.codec ?? null,
      color: facts.video.color,
      decoded: isEvery ? 'every' : canLook ? 'sampled' : 'none',
      ...compared,
    };
    return { verification, sha256, damagedFrames };
  } finally {
    movie.close();
  }
}

/** Decodes stretches to their ends. @throws MovieDiffers for damage that no clip brought along */
async function countDamage(
  { plan, signal }: ExportJob,
  movie: OpenClip,
  stretches: readonly VideoStretch[],
  onPart: (share: number) => void,
): Promise<Map<VideoStretch, number>> {
  const found = new Map<VideoStretch, number>();
  let seen = 0;
  const onPicture = (): void => {
    seen += 1;
    onPart(seen / plan.frameCount);
  };
  for (const stretch of stretches) {
    const frames = await undecodedFrames({ movie, signal, onPicture }, stretch);
    expect(
      frames === 0 || stretch.kind === 'copy',
      `${frames} encoded pictures from ${stretch.startFrame} on do not decode`,
    );
    if (frames > 0) found.set(stretch, frames);
  }
  return found;
}

/** @returns what is yet to be compared byte by byte */
async function checkMp4(file: Blob, { plan, signal }: ExportJob, packets: WrittenPackets): Promise<PlacedRun[]> {
  const movie = blobSource(file);
  const index = await readIndex(movie);
  await checkIndex(movie, index, { plan, packets, signal });
  return placedRuns(index, packets);
}

async function readByLibrary(file: Blob): Promise<ClipFacts> {
  const movie = await open(file, true);
  movie.close();
  return movie.facts;
}

async function open(file: Blob, byLibrary = false): Promise<OpenClip> {
  try {
    return await openClip(file, { byLibrary });
  } catch (error) {
    throw new MovieDiffers('the file cannot be opened', { cause: error });
  }
}

async function readIndex(movie: ByteSource): Promise<Mp4Index> {
  try {
    const index = await readMp4Index(movie);
    if (index !== null) return index;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new MovieDiffers(error.message, { cause: error });
  }
  throw new MovieDiffers('its own index cannot be read');
}
