/** What this browser would do to write a movie, and whether it can: asked of exact configurations, never of the browser's name. */
import type { CodecEntry } from '#shared/mp4/mp4-index.ts';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { overlayFontFiles } from '#shared/movie/overlay-font.ts';
import { sceneOutcome } from '#shared/movie/scene-outcome.ts';
import { fpsNumber } from '#shared/movie/time.ts';
import { chooseEncoder } from './export/encode/choose-encoder.ts';
import { checkCanvas, checkSoundEncoder, checkStorage } from './export/plan/check-browser.ts';
import { estimateOf } from './export/plan/estimate.ts';
import type { ExportDeps } from './export/export-deps.ts';
import { keptStretches, stretchWork } from './export/segments/kept-stretches.ts';
import { openSceneClips } from './export/open-scene-clips.ts';
import { plannedStretch } from '#shared/export-plan/planned-stretch.ts';
import type { AudioStretch } from '#shared/export-plan/plan-types.ts';
import type { AudioReason } from '#shared/export-plan/reasons.ts';
import { prepareExport, type PreparedExport } from './export/plan/prepare-export.ts';
import { leftOutSound, reducedColor } from '#shared/export-plan/told-losses.ts';
import { measureDecoding, measureEncoder } from './export/encode/measure-encoder.ts';
import { bitrateFor } from '#shared/export-plan/bitrate.ts';
import { MediaFailure } from './failures.ts';
import type { OpenClip } from './probe/open-clip.ts';
import type { Capability, PlanSummary } from './export/plan/plan-summary.ts';
import type { ExportInput } from './export/export-input.ts';

type Asked = Pick<ExportInput, 'plan' | 'target' | 'sources'>;

/** The summary is null while clips are not on this device: then only the encoder is asked. */
export async function exportCapability(
  asked: Asked,
  deps: Pick<ExportDeps, 'openSource' | 'now' | 'processors' | 'segments'>,
  signal: AbortSignal,
): Promise<Capability> {
  const clips = new Map<string, OpenClip>();
  try {
    await checkStorage();
    const isMissing = asked.plan.scenes.some(({ clip }) => asked.sources[clip.sha256] === undefined);
    if (isMissing || asked.plan.scenes.length === 0) return await withoutClips(asked);
    const sceneClips = await openSceneClips(asked, deps, clips, signal);
    const prepared = await prepareExport({ ...asked, leavesOutSound: true }, sceneClips);
    checkCanvas(asked.plan, prepared.plan);
    await checkSoundEncoder(asked.target, prepared.plan);
    return { can: true, summary: await summaryOf(asked, prepared, sceneClips, deps, signal) };
  } catch (error) {
    if (error instanceof MediaFailure) return { can: false, code: error.code, facts: error.facts };
    throw error;
  } finally {
    for (const clip of clips.values()) clip.close();
  }
}

async function withoutClips({ plan, target }: Asked): Promise<Capability> {
  if (plan.scenes.length === 0) throw new MediaFailure('empty-movie');
  await chooseEncoder(target, plan.fps, bitrateFor(target, plan.fps, plannedBitrates(plan)));
  checkCanvas(plan, null);
  await checkSoundEncoder(target, null);
  return { can: true, summary: null };
}

async function summaryOf(
  asked: Asked,
  prepared: PreparedExport,
  clips: readonly OpenClip[],
  deps: Pick<ExportDeps, 'now' | 'segments' | 'processors'>,
  signal: AbortSignal,
): Promise<PlanSummary> {
  const { plan, encoder } = prepared;
  const movie = asked.plan;
  const fps = fpsNumber(plan.fps);
  const trial = { movie, plan, clips, signal, now: deps.now };
  const measured = encoder === null ? null : await measureEncoder({ ...trial, encoder, processors: deps.processors });
  // The files of the overlay family are not loaded yet: their hashes are known without them.
  const fontHashes = overlayFontFiles.map(({ sha256 }) => sha256);
  const kept = await keptStretches(await stretchWork(movie, prepared, fontHashes), deps.segments);
  const estimate = estimateOf({
    movie,
    plan,
    clips: clips.map(({ facts }) => facts),
    bitrateBps: encoder?.config.bitrate ?? 0,
    measured,
    decodingMs: await measureDecoding(trial),
    kept,
  });
  const rowsOf = (kind: AudioStretch['kind']): AudioStretch[] =>
    plan.audio?.stretches.filter((row) => row.kind === kind) ?? [];
  const packets = (kind: AudioStretch['kind']): number => rowsOf(kind).reduce((sum, row) => sum + row.packetCount, 0);
  const reasonsOf = (kind: AudioStretch['kind']): AudioReason[] => [
    ...new Set(rowsOf(kind).flatMap(({ reasons }) => reasons)),
  ];
  const secondsOf = (count: number): number => (count * 1024) / (plan.audio?.config.sampleRate ?? 1);
  const encoded = plan.video.filter(({ kind }) => kind === 'encode');
  const stretches = plan.video.map((row) => plannedStretch(movie, row));
  const { encoding, sound, joining, checking } = estimate.work;
  const told = { movie, plan, clips: clips.map(({ facts }) => facts) };
  return {
    sceneCount: movie.scenes.length,
    copiedScenes: sceneOutcome(stretches).copiedScenes,
    stretches,
    encodedSeconds: encoded.reduce((sum, { frameCount }) => sum + frameCount, 0) / fps,
    keptCodec: plan.shared === null ? null : KEPT_CODECS[plan.shared.format],
    sound: {
      copiedSeconds: secondsOf(packets('copy')),
      encodedSeconds: secondsOf(packets('encode')),
      reasons: reasonsOf('encode'),
      silentSeconds: secondsOf(packets('silence')),
      silentReasons: reasonsOf('silence'),
    },
    leftOutSound: leftOutSound(told),
    reducedColor: reducedColor(told),
    sizeBytes: estimate.sizeBytes,
    workBytes: estimate.workBytes,
    seconds: encoding + sound + joining + checking,
    losesCredentials: clips.some(({ facts }) => facts.hasContentCredentials),
  };
}

const KEPT_CODECS: Record<CodecEntry['format'], PlanSummary['keptCodec']> = {
  avc1: null,
  hvc1: 'HEVC',
  hev1: 'HEVC',
  av01: 'AV1',
  vp09: 'VP9',
};

/** A guess before the clips are open, from the plan alone. */
function plannedBitrates({ scenes }: MoviePlan): { width: number; height: number; bitrateBps: number }[] {
  return scenes.map(({ clip }) => ({
    width: clip.width,
    height: clip.height,
    bitrateBps: clip.frameCount > 0 ? (clip.sizeBytes * 8 * fpsNumber(clip.fps)) / clip.frameCount : 0,
  }));
}
