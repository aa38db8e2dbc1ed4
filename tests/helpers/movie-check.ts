// Checks a finished movie that was made of numbered clips: is every scene there, in order, whole and in sync?

import { SAMPLE_RATE } from './clips/click-sound.ts';
import { type FrameMarker, readFlash, readMarker } from './clips/marker.ts';
import { decodeErrors, pcm, type ProbedFile, probeFile, probeFrames } from './ffprobe.ts';
import { eachGreyFrame } from './grey-frames.ts';

export interface ExpectedScene {
  /** The clip's scene number. */
  number: number;
  /** Frames shown, counted in the clip's own rate. */
  frames: number;
  /** The clip's own rate in frames per second. */
  fps: number;
  /** The clip's first frame that is shown; when given, frame numbers are checked as well. */
  firstFrame?: number;
}

export interface MovieExpectation {
  scenes: readonly ExpectedScene[];
  /** Frames per second of the movie. */
  fps: number;
  width: number;
  height: number;
  /** As ffprobe names it, such as 'h264' or 'vp9'. */
  videoCodec: string;
  /** As ffprobe names it; null if there shall be no sound. */
  audioCodec: string | null;
  /** True if every flash must have its click in the sound. */
  clicks?: boolean;
}

/** How far a click lies from its flash. */
export interface ClickOffset {
  scene: number;
  /** Time of the flash's picture in the movie, in seconds. */
  flashAt: number;
  /** Click minus flash in milliseconds; null if there is no click near it. */
  offsetMs: number | null;
}

export interface MovieFigures {
  frames: number;
  durationSeconds: number;
  firstVideoSeconds: number | null;
  firstAudioSeconds: number | null;
  /** Length of the decoded sound; null without sound. */
  soundSeconds: number | null;
  clicks: ClickOffset[];
  /** Largest distance of a click from its flash in milliseconds; null if none was measured. */
  worstClickMs: number | null;
}

/** Sound and picture may part by this much: half a packet of AAC is 10.7 ms. */
const CLICK_TOLERANCE_MS = 11;
const SOUND_TOLERANCE_SECONDS = 0.025;
const START_TOLERANCE_SECONDS = 0.0005;
/** A run of this many frames of a clip always has a flash in it. */
const SURE_FLASH_FRAMES = 72;
const CLICK_SEARCH_SECONDS = 0.15;
const LEAST_CLICK = 0.02;
const SCAN_WIDTH = 320;

interface ScannedFrame {
  marker: FrameMarker | null;
  isFlash: boolean;
}

/** Measures the file and throws an Error that lists every expectation it fails. */
export async function checkMovieFile(path: string, expectation: MovieExpectation): Promise<MovieFigures> {
  const probed = await probeFile(path);
  const errors = await decodeErrors(path);
  const times = (await probeFrames(path, 'video')).map((frame) => frame.best_effort_timestamp_time);
  const frames = await scan(path, expectation);
  const sound = probed.audio === null ? null : await pcm(path);
  const clicks = expectation.clicks === true && sound !== null ? clickOffsets(frames, times, sound, expectation) : [];
  const offsets = clicks.flatMap((click) => (click.offsetMs === null ? [] : [Math.abs(click.offsetMs)]));
  const figures: MovieFigures = {
    frames: frames.length,
    durationSeconds: probed.format.duration ?? 0,
    firstVideoSeconds: times[0] ?? null,
    firstAudioSeconds: firstAudio(probed),
    soundSeconds: sound === null ? null : sound.length / SAMPLE_RATE,
    clicks,
    worstClickMs: offsets.length === 0 ? null : Math.max(...offsets),
  };
  const problems = [
    ...streamProblems(probed, expectation),
    ...errors.map((line) => `decoding: ${line}`),
    ...lengthProblems(figures, expectation),
    ...sceneProblems(frames, expectation),
    ...clickProblems(clicks, expectation),
  ];
  if (problems.length > 0) throw new Error([`${path} is not the movie expected:`, ...problems].join('\n- '));
  return figures;
}

async function scan(path: string, { width, height }: MovieExpectation): Promise<ScannedFrame[]> {
  const size = { width: SCAN_WIDTH, height: Math.round((SCAN_WIDTH * height) / width / 2) * 2 };
  const frames: ScannedFrame[] = [];
  await eachGreyFrame(path, size, (pixels) => {
    frames.push({
      marker: readMarker(pixels, size.width, size.height),
      isFlash: readFlash(pixels, size.width, size.height),
    });
  });
  return frames;
}

function streamProblems({ video, audio }: ProbedFile, wanted: MovieExpectation): string[] {
  const rows: [string, unknown, unknown][] = [
    ['video codec', video?.codec_name, wanted.videoCodec],
    ['audio codec', audio?.codec_name ?? null, wanted.audioCodec],
    ['width', video?.width, wanted.width],
    ['height', video?.height, wanted.height],
  ];
  return rows
    .filter(([, is, shall]) => is !== shall)
    .map(([what, is, shall]) => `${what}: ${String(is)}, not ${String(shall)}`);
}

/** WebM states the priming of Opus as time before 0, which players cut off; so it stands for a start at 0. */
function firstAudio({ audio, format }: ProbedFile): number | null {
  const at = audio?.start_time ?? null;
  const isPriming = format.format_name.includes('webm') && at !== null && at < 0 && at > -SOUND_TOLERANCE_SECONDS;
  return isPriming ? 0 : at;
}

function lengthProblems(figures: MovieFigures, wanted: MovieExpectation): string[] {
  const problems: string[] = [];
  const seconds = plannedSeconds(wanted);
  const frames = Math.round(seconds * wanted.fps);
  if (figures.frames !== frames) problems.push(`frames: ${figures.frames}, not ${frames}`);
  if (Math.abs(figures.durationSeconds - seconds) > 1 / wanted.fps + START_TOLERANCE_SECONDS) {
    problems.push(`duration: ${figures.durationSeconds} s, not ${seconds} s`);
  }
  for (const [what, at] of [
    ['video', figures.firstVideoSeconds],
    ['audio', figures.firstAudioSeconds],
  ] as const) {
    const isMissing = at === null && (what === 'video' || wanted.audioCodec !== null);
    if (isMissing || Math.abs(at ?? 0) > START_TOLERANCE_SECONDS)
      problems.push(`first ${what} timestamp: ${at}, not 0`);
  }
  const { soundSeconds } = figures;
  if (soundSeconds !== null && Math.abs(soundSeconds - seconds) > SOUND_TOLERANCE_SECONDS) {
    problems.push(`sound: ${soundSeconds} s, not ${seconds} s`);
  }
  return problems;
}

function sceneProblems(frames: readonly ScannedFrame[], wanted: MovieExpectation): string[] {
  const problems: string[] = [];
  for (const { scene, from, to } of sceneSpans(wanted)) {
    for (const index of new Set([from, Math.floor((from + to - 1) / 2), to - 1])) {
      const marker = frames[index]?.marker ?? null;
      const at = `frame ${index} of the movie, scene ${scene.number}`;
      if (marker === null) problems.push(`${at}: ${index < frames.length ? 'no readable marker' : 'no such frame'}`);
      else if (marker.scene !== scene.number) problems.push(`${at}: shows scene ${marker.scene}`);
      else problems.push(...frameProblems(marker.frame, index - from, scene, wanted).map((words) => `${at}: ${words}`));
    }
  }
  return problems;
}

function frameProblems(shown: number, offset: number, scene: ExpectedScene, { fps }: MovieExpectation): string[] {
  if (scene.firstFrame === undefined) return [];
  const planned = scene.firstFrame + (offset * scene.fps) / fps;
  // Where the rates are equal every frame has its place; where they differ, a neighbour is right as well.
  const tolerance = scene.fps === fps ? 0 : 1;
  return Math.abs(shown - planned) <= tolerance ? [] : [`shows frame ${shown} of the clip, not ${planned}`];
}

function clickOffsets(
  frames: readonly ScannedFrame[],
  times: readonly number[],
  sound: Float32Array,
  wanted: MovieExpectation,
): ClickOffset[] {
  const found: ClickOffset[] = [];
  for (const { scene, from, to } of sceneSpans(wanted)) {
    for (let index = from; index < to; index += 1) {
      const flashAt = times[index];
      if (frames[index]?.isFlash !== true || frames[index - 1]?.isFlash === true || flashAt === undefined) continue;
      const click = clickNear(sound, flashAt);
      found.push({ scene: scene.number, flashAt, offsetMs: click === null ? null : (click - flashAt) * 1000 });
    }
  }
  return found;
}

/** Start of the loudest burst around a time, in seconds: the first sample of half its height. */
function clickNear(sound: Float32Array, seconds: number): number | null {
  const from = Math.max(0, Math.round((seconds - CLICK_SEARCH_SECONDS) * SAMPLE_RATE));
  const near = sound.subarray(from, Math.round((seconds + CLICK_SEARCH_SECONDS) * SAMPLE_RATE));
  const loudest = near.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  if (loudest < LEAST_CLICK) return null;
  return (from + near.findIndex((sample) => Math.abs(sample) >= loudest / 2)) / SAMPLE_RATE;
}

function clickProblems(clicks: readonly ClickOffset[], wanted: MovieExpectation): string[] {
  if (wanted.clicks !== true) return [];
  const problems: string[] = [];
  for (const { scene, from, to } of sceneSpans(wanted)) {
    const isOwn = ({ flashAt }: ClickOffset) => flashAt * wanted.fps > from - 0.5 && flashAt * wanted.fps < to - 0.5;
    const own = clicks.filter(isOwn);
    const tolerance = CLICK_TOLERANCE_MS + (scene.fps === wanted.fps ? 0 : 1000 / wanted.fps);
    if (own.length === 0 && scene.frames >= SURE_FLASH_FRAMES) problems.push(`scene ${scene.number}: no flash seen`);
    for (const { flashAt, offsetMs } of own) {
      const at = `scene ${scene.number}, flash at ${flashAt.toFixed(3)} s`;
      if (offsetMs === null) problems.push(`${at}: no click`);
      else if (Math.abs(offsetMs) > tolerance) problems.push(`${at}: click is off by ${offsetMs.toFixed(1)} ms`);
    }
  }
  return problems;
}

/** Where each scene lies in the movie, in the movie's frames; `to` is outside. */
function sceneSpans({ scenes, fps }: MovieExpectation): { scene: ExpectedScene; from: number; to: number }[] {
  let seconds = 0;
  return scenes.map((scene) => {
    const from = Math.round(seconds * fps);
    seconds += scene.frames / scene.fps;
    return { scene, from, to: Math.round(seconds * fps) };
  });
}

function plannedSeconds({ scenes }: MovieExpectation): number {
  return scenes.reduce((sum, scene) => sum + scene.frames / scene.fps, 0);
}
