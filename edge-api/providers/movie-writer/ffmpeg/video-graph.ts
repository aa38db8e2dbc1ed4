/** The filter graph that makes the movie's encoded frames. Pure: numbers and names of ours alone stand in it, no text of a person. */
import type { ClipFacts, Turn } from '#shared/clip/clip-facts.ts';
import { isConvertible, resolvedTags } from '#shared/color/color-tags.ts';
import type { EncodedVideo, ExportPlan } from '#shared/export-plan/plan-types.ts';
import { sampledFrame } from '#shared/join/fingerprint.ts';
import { fitRect } from '#shared/movie/fit-rect.ts';
import { blackFades, fadeLevel, fadedFrames } from '#shared/movie/fade-level.ts';
import { clipFrameAt, overlaysAt, type MoviePlan, type PlanScene } from '#shared/movie/movie-plan.ts';
import { fpsNumber, US_PER_SECOND } from '#shared/movie/time.ts';
import { matrixName, rangeName, wideFilters } from './color-filters.ts';
import type { TextPicture } from './draw-texts.ts';
import { choiceFilters, shownFrames } from './frame-choice.ts';

export type GraphSource = {
  movie: MoviePlan;
  plan: ExportPlan;
  /** By position in the plan's scenes. */
  clips: readonly { facts: ClipFacts; path: string }[];
  /** Drawn text by scene and overlay. */
  textOf(scene: number, overlay: number): TextPicture | null;
};

export type GraphInput = { kind: 'clip'; path: string } | { kind: 'text'; picture: TextPicture };

export type VideoGraph = {
  inputs: GraphInput[];
  /** Of a filter graph with the outputs `[movie]`, and `[samples]`: one small picture for each stretch. */
  script: string;
};

/** Small pictures by which frames are compared: 16 by 9, all planes of one size. */
export const SMALL_PICTURE = { filters: 'scale=16:9:flags=area+accurate_rnd,format=yuv444p', bytes: 16 * 9 * 3 };

/** @param stretches follow each other in what the graph gives */
export function videoGraph(source: GraphSource, stretches: readonly EncodedVideo[]): VideoGraph {
  const inputs: GraphInput[] = [];
  const chains: string[] = [];
  const addInput = (input: GraphInput): number => inputs.push(input) - 1;
  stretches.forEach((stretch, at) => {
    const out = `[s${at}]`;
    if (stretch.isCrossfade) chains.push(...crossfade(source, stretch, { at, out, addInput }));
    else chains.push(...layer(source, stretch.scene, stretch, { name: `l${at}`, out, addInput }));
  });
  const { fps } = source.plan;
  const parts = stretches.map((_, at) => `[s${at}]`).join('');
  const joined = stretches.length === 1 ? `${parts}null` : `${parts}concat=n=${stretches.length}:v=1:a=0`;
  chains.push(`${joined},settb=${fps.den}/${fps.num},setpts=N,split=2[movie][all]`);
  chains.push(`[all]select='${sampleChoice(stretches)}',${SMALL_PICTURE.filters}[samples]`);
  return { inputs, script: chains.join(';\n') };
}

function sampleChoice(stretches: readonly EncodedVideo[]): string {
  let start = 0;
  return stretches
    .map((stretch) => {
      const frame = start + sampledFrame(stretch);
      start += stretch.frameCount;
      return `eq(n,${frame})`;
    })
    .join('+');
}

type LayerPlace = {
  /** Begins the names of the layer's links. */
  name: string;
  out: string;
  addInput(input: GraphInput): number;
};

/** The frames of a scene in a stretch: chosen, upright, in the movie's colors and size, written on, faded. */
function layer(
  source: GraphSource,
  index: number,
  stretch: EncodedVideo,
  { name, out, addInput }: LayerPlace,
): string[] {
  const { movie, plan, clips } = source;
  const [scene, clip] = [movie.scenes[index], clips[index]];
  if (scene === undefined || clip === undefined) throw new RangeError(`Scene ${index} has no open clip`);
  const first = stretch.startFrame - scene.startFrame;
  const end = first + stretch.frameCount;
  const shown = shownFrames(scene, clip.facts.video, { first, end, fps: movie.fps });
  const file = addInput({ kind: 'clip', path: clip.path });
  const chains = [
    `[${file}:v:0]${[...choiceFilters(shown, movie.fps), ...pictureFilters(clip.facts, plan)].join(',')}[${name}]`,
  ];
  let link = `[${name}]`;
  for (const { overlay, from, to } of writtenFrames(scene, movie, first, end)) {
    const picture = source.textOf(index, overlay);
    if (picture === null) continue;
    const input = `[${addInput({ kind: 'text', picture })}:v:0]`;
    const fades = textFadeFilters(movie, index, overlay, { first, end });
    const text = fades.length === 0 ? input : `[${name}f${overlay}]`;
    if (fades.length > 0) chains.push(`${input}${fades.join(',')}${text}`);
    const next = `[${name}t${overlay}]`;
    chains.push(
      `${link}${text}overlay=x=${picture.x}:y=${picture.y}:format=yuv420:enable='between(n,${from},${to})'${next}`,
    );
    link = next;
  }
  const fades = stretch.isCrossfade ? [] : fadeFilters(movie, index, first, end);
  const range = plan.color.fullRange === true ? ['scale=in_range=limited:out_range=full'] : [];
  chains.push(`${link}${[...fades, ...range, ...UNTAGGED].join(',')}${out}`);
  return chains;
}

/** The encoder is told no colors: the movie's parameter sets get their tags when they are written. */
const UNTAGGED = [
  'format=yuv420p',
  'setsar=1',
  'setparams=color_primaries=unknown:color_trc=unknown:colorspace=unknown:range=unknown',
];

function pictureFilters({ video }: ClipFacts, { target, color }: ExportPlan): string[] {
  const rect = fitRect(video, target);
  const tags = resolvedTags(video.color, video);
  const wide = wideFilters(tags);
  const matrix = isConvertible(tags) ? matrixName(tags.matrix) : 'bt709';
  const range = wide.length > 0 ? 'limited' : rangeName(tags.fullRange);
  const scale = [
    `scale=${rect.width}:${rect.height}:flags=bilinear+accurate_rnd`,
    `in_color_matrix=${matrix}:out_color_matrix=${matrixName(color.matrix)}:in_range=${range}:out_range=limited`,
  ].join(':');
  const isWhole = rect.width === target.width && rect.height === target.height;
  return [
    ...turnFilters(video.turn),
    ...wide,
    scale,
    'format=yuv420p',
    'setsar=1',
    ...(isWhole ? [] : [`pad=${target.width}:${target.height}:${rect.x}:${rect.y}:color=black`]),
  ];
}

/** Clockwise, then mirrored left to right. */
function turnFilters(turn: Turn | null): string[] {
  if (turn === null) return [];
  const turned = { 0: [], 90: ['transpose=clock'], 180: ['hflip', 'vflip'], 270: ['transpose=cclock'] }[turn.degrees];
  return turn.isMirrored ? [...turned, 'hflip'] : turned;
}

type Written = { overlay: number; /** Frames of the stretch, both shown. */ from: number; to: number };

/**
 * What lets a text come and go: its picture once for each frame of the stretch, seen through by the time that the frame's
 * middle has in the clip. Times are counted in microseconds, because the filter rounds them to its time base.
 */
function textFadeFilters(
  { scenes, fps }: MoviePlan,
  index: number,
  overlay: number,
  { first, end }: { first: number; end: number },
): string[] {
  const scene = scenes[index];
  const { startUs = 0, endUs = 0, fadeInUs = 0, fadeOutUs = 0 } = scene?.overlays[overlay] ?? {};
  if (scene === undefined || (fadeInUs === 0 && fadeOutUs === 0)) return [];
  const rate = fpsNumber(fps);
  const { inFrame, skippedFrames } = scene.cut ?? { inFrame: scene.inFrame, skippedFrames: 0 };
  const middle = inFrame / fpsNumber(scene.clip.fps) + (skippedFrames + first + 0.5) / rate;
  const [from, to] = [startUs / US_PER_SECOND - middle, (endUs - fadeOutUs) / US_PER_SECOND - middle];
  // The filter knows no time before 0.
  const late = Math.max(0, -Math.floor(Math.min(from, to)));
  const fade = (type: 'in' | 'out', start: number, lengthUs: number): string =>
    `fade=type=${type}:alpha=1:start_time=${(late + start).toFixed(6)}:duration=${(lengthUs / US_PER_SECOND).toFixed(6)}`;
  return [
    `loop=loop=${end - first - 1}:size=1:start=0`,
    'settb=1/1000000',
    `setpts='(N*${fps.den}/${fps.num}+${late})*1000000'`,
    ...(fadeInUs > 0 ? [fade('in', from, fadeInUs)] : []),
    ...(fadeOutUs > 0 ? [fade('out', to, fadeOutUs)] : []),
    `settb=${fps.den}/${fps.num}`,
    'setpts=N',
  ];
}

/** Where in a stretch each overlay of the scene is seen. */
function writtenFrames(scene: PlanScene, movie: MoviePlan, first: number, end: number): Written[] {
  const found = new Map<number, Written>();
  for (let frame = first; frame < end; frame += 1) {
    for (const seen of overlaysAt(scene, clipFrameAt(scene, frame, movie.fps))) {
      const overlay = scene.overlays.indexOf(seen);
      const written = found.get(overlay);
      if (written === undefined) found.set(overlay, { overlay, from: frame - first, to: frame - first });
      else written.to = frame - first;
    }
  }
  return [...found.values()].toSorted((a, b) => a.overlay - b.overlay);
}

/**
 * Times are the scene's, later by a frame, so that the middle of each frame's step is what its brightness follows from; and by
 * as much more as a fade began before the scene does, where a range of the movie cut it off.
 */
function fadeFilters(movie: MoviePlan, index: number, first: number, end: number): string[] {
  const scene = movie.scenes[index];
  const { head, tail } = fadedFrames(movie, index);
  if (scene === undefined || (first >= head && end <= scene.frameCount - tail)) return [];
  const { fadeIn, fadeOut } = blackFades(movie, index);
  const outFrom = scene.frameCount + fadeOut.leftOut - fadeOut.frames;
  const late = Math.max(0, fadeIn.leftOut, -outFrom);
  const rate = fpsNumber(movie.fps);
  // Where a short scene is still fading in when it begins to fade out, the darker of both counts.
  const turn = crossing(movie, index, scene.frameCount) - first;
  const fade = (type: 'in' | 'out', startFrame: number, frames: number, enable: string): string =>
    `fade=type=${type}:start_time=${((late + startFrame + 0.5) / rate).toFixed(9)}:duration=${(frames / rate).toFixed(9)}:enable='${enable}'`;
  return [
    `setpts=N+${late + first + 1}`,
    ...(fadeIn.frames > 0 ? [fade('in', -fadeIn.leftOut, fadeIn.frames, `lt(n,${turn})`)] : []),
    ...(fadeOut.frames > 0 ? [fade('out', outFrom, fadeOut.frames, `gte(n,${turn})`)] : []),
    'setpts=N',
  ];
}

/** The first frame of a scene that its fade-out dims, or from which on it is the darker one. */
function crossing(movie: MoviePlan, index: number, frameCount: number): number {
  const { fadeOut } = blackFades(movie, index);
  for (let frame = 0; frame < frameCount; frame += 1) {
    const down = fadeOut.frames === 0 ? 1 : (frameCount + fadeOut.leftOut - frame - 0.5) / fadeOut.frames;
    if (down < 1 && down <= fadeLevel(movie, index, frame)) return frame;
  }
  return frameCount;
}

/**
 * The share of the scene that comes grows from just above none to just below all; a frame in front is what `xfade` begins from,
 * and more where a range of the movie cut the beginning off.
 */
function crossfade(
  source: GraphSource,
  stretch: EncodedVideo,
  { at, out, addInput }: { at: number; out: string; addInput: LayerPlace['addInput'] },
): string[] {
  const { fps } = source.plan;
  const rate = fpsNumber(fps);
  const going = layer(source, stretch.scene, stretch, { name: `g${at}`, out: `[ga${at}]`, addInput });
  const coming = layer(source, stretch.scene + 1, stretch, { name: `c${at}`, out: `[ca${at}]`, addInput });
  const { frames, leftOut } = source.movie.scenes[stretch.scene]?.cut?.crossfade ?? {
    frames: stretch.frameCount,
    leftOut: 0,
  };
  const lead = leftOut + 1;
  // Some filters say that they end with their last frame's time, and `fps` then leaves that one out: so others stand behind it.
  const led = `tpad=stop=3:stop_mode=clone,fps=${fps.num}/${fps.den},tpad=start=${lead}:start_mode=clone,settb=1/1000000`;
  const duration = ((frames + 1) / rate).toFixed(6);
  return [
    ...going,
    ...coming,
    `[ga${at}]${led}[gb${at}]`,
    `[ca${at}]${led}[cb${at}]`,
    `[gb${at}][cb${at}]xfade=transition=fade:duration=${duration}:offset=0,trim=start_frame=${lead}:end_frame=${lead + stretch.frameCount},settb=${fps.den}/${fps.num},setpts=N[x${at}]`,
    `[x${at}]${UNTAGGED.join(',')}${out}`,
  ];
}
