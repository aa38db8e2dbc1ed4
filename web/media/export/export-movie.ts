/** Carries an export out: opens the clips, plans, encodes, writes, and checks what was written. */
import { clipFrameAt, type PlanScene } from '#shared/movie/movie-plan.ts';
import { frameTimeUs, fpsNumber } from '#shared/movie/time.ts';
import { chooseVideoConfig } from '../capability.ts';
import { createComposer } from '../compositor/compose-frames.ts';
import { loadOverlayFonts } from '../compositor/overlay-fonts.ts';
import { decodeFrames } from '../decode/decode-frames.ts';
import { resolvedTags } from '../decode/color-tags.ts';
import { MediaFailure } from '../failures.ts';
import type { VideoFacts } from '../probe/clip-facts.ts';
import { unreadable, type OpenClip } from '../probe/open-clip.ts';
import type { ExportInput, ExportProgress, ExportResult } from '../worker/protocol.ts';
import { createEncoder, type MovieEncoder } from './encode.ts';
import { encoderScales } from './encoder-scaling.ts';
import { fingerprintOf } from './fingerprint.ts';
import { createMovieWriter, type MovieWriter } from './mux-mp4.ts';
import type { OutputFile } from './output-file.ts';
import { planExport, type ExportPlan } from './plan-export.ts';
import type { ExportDeps } from './export-deps.ts';
import { openSceneClips } from './open-scene-clips.ts';
import { checkRoom, estimatedBytes, isQuotaError, quotaFailure } from './room.ts';
import { createProgressMeter, type ProgressMeter } from './progress.ts';
import { createSoundMaker } from './sound-packets.ts';
import { bitrateFor } from './video-config.ts';
import { verifyMovie, type SampledFrame } from './verify.ts';

/** A key frame at least this often, for seeking. */
const KEY_FRAME_SECONDS = 10;
/** The frame of each scene that is compared in the end: not the first, so that prediction is tried, and near it, so that it is soon decoded. */
const SAMPLED_FRAME = 12;

/**
 * Writes the movie of `input.plan` and checks it. Whatever goes wrong, no file is left.
 * @throws MediaFailure, or an AbortError
 */
export async function exportMovie(
  input: ExportInput,
  deps: ExportDeps,
  onProgress: (progress: ExportProgress) => void,
  signal: AbortSignal,
): Promise<ExportResult> {
  const startedMs = deps.now();
  const meter = createProgressMeter(input.plan.frameCount, deps.now, onProgress);
  meter.phase('preparing');
  const clips = new Map<string, OpenClip>();
  try {
    const sceneClips = await openSceneClips(input, deps, clips, signal);
    const plan = planExport(
      input.plan,
      sceneClips.map(({ facts }) => facts),
      input.target,
    );
    const bitrateBps = bitrateFor(
      input.target,
      plan.fps,
      sceneClips.map(({ facts }) => facts.video),
    );
    const config = await chooseVideoConfig(input.plan, input.target, bitrateBps);
    const neededBytes = estimatedBytes(input.plan, bitrateBps);
    await checkRoom(neededBytes, deps);
    const result = await writeAndVerify({ input, deps, plan, config, clips: sceneClips, meter, neededBytes, signal });
    return { ...result, elapsedMs: deps.now() - startedMs };
  } finally {
    for (const clip of clips.values()) clip.close();
  }
}

type Job = {
  input: ExportInput;
  deps: ExportDeps;
  plan: ExportPlan;
  config: VideoEncoderConfig;
  /** By position in the plan's scenes. */
  clips: readonly OpenClip[];
  meter: ProgressMeter;
  neededBytes: number;
  signal: AbortSignal;
};

async function writeAndVerify(job: Job): Promise<Omit<ExportResult, 'elapsedMs'>> {
  const { input, deps, plan, meter, signal } = job;
  const unloadFonts = await loadOverlayFonts(input.fonts, deps.fonts);
  let file: OutputFile | null = null;
  try {
    file = await deps.createOutput(input.output);
    const samples = await writeMovie(job, file);
    meter.phase('checking');
    const blob = await file.finish();
    const verification = await verifyMovie(blob, plan, samples, signal);
    return { output: input.output, sizeBytes: blob.size, verification };
  } catch (error) {
    await file?.discard();
    throw isQuotaError(error) ? await quotaFailure(job.neededBytes, deps, error) : error;
  } finally {
    unloadFonts();
  }
}

async function writeMovie(job: Job, file: OutputFile): Promise<SampledFrame[]> {
  const { input, plan, meter, signal } = job;
  const writer = createMovieWriter(
    { ...input.target, fps: plan.fps, frameCount: plan.frameCount, color: plan.color, audio: plan.audio },
    file,
  );
  const encoder = createEncoder(job.config, ({ data, isKey, config }) => writer.addVideo(data, isKey, config), signal);
  const sound = plan.audio === null ? null : createSoundMaker(plan.audio.config, signal);
  const samples: SampledFrame[] = [];
  const scaling = createScalingTrial(job);
  try {
    meter.phase('encoding');
    for (const [index, scene] of input.plan.scenes.entries()) {
      const clip = job.clips[index];
      if (clip === undefined) throw new RangeError(`Scene ${scene.sceneNumber} has no open clip`);
      const stretch = plan.audio?.stretches[index];
      if (sound !== null && stretch !== undefined)
        for (const packet of await sound.packetsOf(stretch, clip, scene)) writer.addAudio(packet);
      await encodeScene({ ...job, scene, clip, encoder, samples, scaling });
    }
    await encoder.flush();
    meter.phase('finishing');
    finish(writer);
    return samples;
  } finally {
    encoder.close();
  }
}

type SceneJob = Job & {
  scaling: ScalingTrial;
  scene: PlanScene;
  clip: OpenClip;
  encoder: MovieEncoder;
  samples: SampledFrame[];
};

async function encodeScene({
  input,
  plan,
  scene,
  clip,
  encoder,
  samples,
  scaling,
  meter,
  signal,
}: SceneJob): Promise<void> {
  const { video } = clip.facts;
  const composer = createComposer(scene, {
    display: video,
    target: input.target,
    color: plan.color,
    isScaledByEncoder: await scaling(video),
  });
  const keyEvery = Math.max(1, Math.round(KEY_FRAME_SECONDS * fpsNumber(plan.fps)));
  const sampled = Math.min(SAMPLED_FRAME, scene.frameCount - 1);
  const clipFrame = (frame: number): number => clipFrameAt(scene, frame, plan.fps);
  const options = { signal, color: resolvedTags(video.color, video), sceneNumber: scene.sceneNumber };
  let next = 0;
  for await (const { index, frame } of decodeFrames(clip, clipFrame(0), clipFrame(scene.frameCount - 1), options)) {
    try {
      // A slower clip shows a frame more than once, a faster one skips some.
      for (; next < scene.frameCount && clipFrame(next) === index; next += 1) {
        const movieFrame = scene.startFrame + next;
        const at = frameTimeUs(movieFrame, plan.fps);
        const made = await composer.compose(frame, index, at, frameTimeUs(movieFrame + 1, plan.fps) - at);
        if (next === sampled) samples.push(await sampleOf(made, movieFrame, scene.sceneNumber));
        await encoder.encode(made, next % keyEvery === 0);
        meter.frame(scene.sceneNumber);
      }
    } finally {
      frame.close();
    }
  }
  if (next < scene.frameCount)
    throw unreadable(new Error(`Frame ${clipFrame(next)} did not decode`), scene.sceneNumber);
}

/** Whether frames of a clip may be scaled by the encoder; each size is tried once. */
type ScalingTrial = (video: VideoFacts) => Promise<boolean>;

function createScalingTrial({ config, plan }: Job): ScalingTrial {
  const tried = new Map<string, Promise<boolean>>();
  return ({ codedWidth, codedHeight, width, height }) => {
    const isSame = width === config.width && height === config.height;
    // Pixels that are not square are stretched here, where both sizes are known.
    if (isSame || codedWidth !== width || codedHeight !== height) return Promise.resolve(false);
    const key = `${width}x${height}`;
    const trial = tried.get(key) ?? encoderScales(config, { width, height }, plan.color);
    tried.set(key, trial);
    return trial;
  };
}

async function sampleOf(made: VideoFrame, frame: number, sceneNumber: number): Promise<SampledFrame> {
  try {
    return { frame, sceneNumber, fingerprint: await fingerprintOf(made) };
  } catch (error) {
    made.close();
    throw error;
  }
}

function finish(writer: MovieWriter): void {
  try {
    writer.finish();
  } catch (error) {
    if (isQuotaError(error)) throw error;
    throw new MediaFailure('encoder-failed', { detail: error instanceof Error ? error.message : String(error) }, error);
  }
}
