/** Carries an export out: opens the clips, plans, encodes what must be, joins it with what is copied, and checks the file. */
import { hashOfBytes } from './segments/stretch-key.ts';
import { loadOverlayFonts } from '../compositor/overlay-fonts.ts';
import { sameBytes } from '#shared/bytes.ts';
import { MediaFailure } from '../failures.ts';
import { KeptPieceGone, namedFailure } from './gone-files.ts';
import type { OpenClip } from '../probe/open-clip.ts';
import type { ExportInput } from './export-input.ts';
import { type ExportProgress, createProgressMeter } from './progress.ts';
import type { ExportResult } from './export-result.ts';
import { correctRecord } from './encode/choose-encoder.ts';
import { deliver } from './write/deliver.ts';
import { encodeStretches, type StretchWork } from './encode/encode-stretches.ts';
import { createScalingTrial } from './encode/encoder-scaling.ts';
import { estimateOf, everyPictureSeconds } from './plan/estimate.ts';
import type { ExportDeps } from './export-deps.ts';
import type { EncodedStretches, ExportJob } from './job.ts';
import { createJobSegments } from './segments/job-segments.ts';
import { keptStretches, stretchWork } from './segments/kept-stretches.ts';
import { openSceneClips } from './open-scene-clips.ts';
import { isQuotaError, makeRoom, quotaFailure, withRoomCount } from './plan/room.ts';
import type { EncodedVideo } from '#shared/export-plan/plan-types.ts';
import { prepareExport } from './plan/prepare-export.ts';
import { receiptOf } from '#shared/export-receipt/make-receipt.ts';
import { verifyMovie, type Verified } from './check/verify.ts';
import type { Receipt } from '#shared/export-receipt/receipt.ts';
import { receiptWords } from '#shared/export-receipt/words.ts';
import { writeMovie, type WrittenMovie } from './write/write-movie.ts';

/**
 * Writes the movie of `input.plan` and checks it. Whatever goes wrong, no part of a movie is left; encoded stretches are
 * kept for the next try.
 * @throws MediaFailure, or an AbortError
 */
export async function exportMovie(
  input: ExportInput,
  deps: ExportDeps,
  onProgress: (progress: ExportProgress) => void,
  signal: AbortSignal,
): Promise<ExportResult> {
  const startedMs = deps.now();
  const meter = createProgressMeter(deps.now, onProgress);
  meter.phase('preparing');
  const clips = new Map<string, OpenClip>();
  const segments = createJobSegments(deps.segments, input.output.kind === 'blob');
  const counted = withRoomCount({ ...deps, segments });
  // Before anything can be drawn, and until nothing is: a worker that once drew text without the family goes on without it.
  const unloadFonts = await loadOverlayFonts(input.fonts, deps.fonts);
  try {
    const sceneClips = await openSceneClips(input, deps, clips, signal);
    const audio = await audioFiles(input, deps);
    const rest = {
      input,
      movie: input.plan,
      deps: counted,
      clips: sceneClips,
      audio,
      meter,
      signal,
    };
    const result = await runAsTold(async () => run({ ...rest, ...(await prepareExport(input, sceneClips)) }));
    const elapsed = { elapsedMs: deps.now() - startedMs, writtenMs: result.writtenAtMs - startedMs };
    return { ...result, ...elapsed, pieces: segments.used() };
  } catch (error) {
    // What was kept may be what was wrong: the next try is to make all of it anew.
    if (error instanceof MediaFailure && error.code === 'verification-failed') await segments.forgetUsed();
    // The device may be full before there is an estimate.
    if (isQuotaError(error)) throw await quotaFailure(clipBytes(input), counted, error);
    throw error;
  } finally {
    unloadFonts();
    for (const clip of clips.values()) clip.close();
  }
}

/** What the movie takes if nothing of it is encoded. */
function clipBytes({ plan }: ExportInput): number {
  return plan.scenes.reduce((sum, { clip }) => sum + clip.sizeBytes, 0);
}

/** An encoder whose stream has other parameter sets than its trial had: the plan was made for those. */
class OtherRecord extends Error {}

/** Runs again where the encoder has said something else meanwhile than in its trial, and where a kept piece was lost. */
async function runAsTold(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof OtherRecord || error instanceof KeptPieceGone) return await run();
    throw error;
  }
}

/** @throws OtherRecord where copied pictures were to stand beside those of another record */
function checkRecords({ plan, encoder }: ExportJob, { segments }: EncodedStretches): void {
  if (encoder === null || plan.joined === null) return;
  for (const { index } of segments.values()) {
    const told = index.description;
    if (told !== null && encoder.record !== null && sameBytes(told, encoder.record)) continue;
    correctRecord(encoder.config, told);
    throw new OtherRecord('The encoder has other parameter sets than in its trial');
  }
}

/** Of music and voice-overs, in the plan's order. @throws MediaFailure `music-unreadable` */
async function audioFiles({ plan, sources }: ExportInput, deps: ExportDeps): Promise<Blob[]> {
  return await Promise.all(
    plan.audio.map(async ({ mediaId, name }) => {
      const location = sources[mediaId];
      if (location === undefined)
        throw new MediaFailure('music-unreadable', { name, detail: 'the file is not on this device' });
      return await deps.openSource(location);
    }),
  );
}

type Result = Omit<ExportResult, 'elapsedMs' | 'writtenMs' | 'pieces'> & { writtenAtMs: number };

async function run(job: ExportJob): Promise<Result> {
  const { input, deps, plan, meter, signal } = job;
  const fontHashes = input.fonts.map(({ data }) => hashOfBytes(new Uint8Array(data)));
  const work = await stretchWork(job.movie, job, await Promise.all(fontHashes));
  const kept = await keptStretches(work, deps.segments);
  const estimate = estimateOf({
    movie: job.movie,
    plan,
    clips: job.clips.map(({ facts }) => facts),
    bitrateBps: job.encoder?.config.bitrate ?? 0,
    measured: null,
    kept,
  });
  const isWhole = input.output.kind === 'opfs' || (input.output.kind === 'file' && plan.target.format === 'webm');
  await makeRoom(isWhole, estimate, new Set(work.map(({ key }) => key)), deps);
  // What is kept costs no time, and so counts for nothing.
  const fresh = work.filter(({ stretch }) => !kept.has(stretch));
  const framesToEncode = fresh.reduce((sum, { stretch }) => sum + stretch.frameCount, 0);
  const checking = estimate.work.checking + (input.checksEveryPicture === true ? everyPictureSeconds(plan) : 0);
  meter.plan({ ...estimate.work, checking }, framesToEncode, work.length);
  let written: WrittenMovie | null = null;
  try {
    const encoded = await encodeAll(job, work, kept);
    checkRecords(job, encoded);
    written = await writeMovie(job, encoded);
    const writtenAtMs = deps.now();
    meter.phase('checking');
    const verified = await verifyMovie(job, written, encoded, {
      onPart: (share) => meter.part(share),
      onPiece: meter.goOn,
    });
    const receipt = browserReceipt(job, written, encoded, verified);
    signal.throwIfAborted();
    const movie = await deliver(input.output, written.blob, signal, meter.goOn);
    // What stood elsewhere until now is not needed any more.
    if (input.output.kind === 'file') await discardQuietly(written);
    const blob = input.output.kind === 'opfs' ? null : movie;
    return { blob, sizeBytes: movie.size, writtenAtMs, verification: verified.verification, receipt };
  } catch (error) {
    await discardQuietly(written);
    if (isQuotaError(error)) throw await quotaFailure(estimate.sizeBytes + estimate.workBytes, deps, error);
    throw await namedFailure(job, error);
  }
}

function browserReceipt(
  { input, movie, plan, encoder, clips, deps }: ExportJob,
  { blob, soundEncoder }: WrittenMovie,
  { reused }: EncodedStretches,
  { verification: checks, sha256, damagedFrames }: Verified,
): Receipt {
  const video =
    encoder === null
      ? null
      : {
          codec: encoder.config.codec,
          acceleration: encoder.config.hardwareAcceleration ?? 'no-preference',
          bitsPerSecond: encoder.config.bitrate ?? 0,
        };
  return receiptOf({
    movie,
    plan,
    clips: clips.map(({ facts }) => facts),
    madeAt: input.madeAt,
    sizeBytes: blob.size,
    sha256,
    encoders: { video, sound: soundEncoder, browser: deps.userAgent },
    reused,
    checks,
    damagedFrames,
    undecoded: receiptWords.undecodedByBrowser,
  });
}

/** A file that can't be removed now hides neither a movie nor what went wrong: what is left is removed by a later sweep. */
async function discardQuietly(written: WrittenMovie | null): Promise<void> {
  await written?.discard().catch(() => undefined);
}

/** @param kept what need not be encoded again */
async function encodeAll(
  job: ExportJob,
  work: readonly StretchWork[],
  kept: ReadonlyMap<EncodedVideo, number>,
): Promise<EncodedStretches> {
  const { deps, plan, encoder, movie, clips, meter, signal } = job;
  const result: EncodedStretches = { segments: new Map(), reused: new Set() };
  if (encoder === null || work.length === 0) return result;
  meter.phase('encoding');
  const source = {
    movie,
    plan,
    clips,
    isScaledByEncoder: createScalingTrial(encoder.config, plan.color),
    signal,
  };
  const placeOf = new Map(work.map(({ stretch }, index) => [stretch, index]));
  // Several are encoded side by side: the one that began last is told.
  let furthest = 0;
  const segments = await encodeStretches(
    {
      source,
      config: encoder.config,
      segments: deps.segments,
      processors: deps.processors,
      onFrames: (stretch, frames) => {
        furthest = Math.max(furthest, placeOf.get(stretch) ?? 0);
        const sceneNumber = movie.scenes[work[furthest]?.stretch.scene ?? 0]?.sceneNumber ?? 0;
        meter.frames(kept.has(stretch) ? 0 : frames, { stretch: furthest, sceneNumber });
      },
      onReused: (stretch) => result.reused.add(stretch),
    },
    work,
  );
  for (const [index, { stretch }] of work.entries()) {
    const segment = segments[index];
    if (segment !== undefined) result.segments.set(stretch, segment);
  }
  return result;
}
