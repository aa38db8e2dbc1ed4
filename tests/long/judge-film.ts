/** One judgement for films of both browsers. */
import type { Receipt } from '#media/worker/client.ts';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { expectationOf, type SceneSpec } from '#tests/firefox/movie-spec.ts';
import { clipPath } from '#tests/helpers/clips/make-clip.ts';
import { checkMovieFile, type MovieFigures } from '#tests/helpers/movie-check.ts';
import { judgeMovieFile } from '#tests/helpers/readers/judge-movie.ts';
import { promisedBytes } from '#tests/helpers/readers/promised-bytes.ts';
import type { Film } from './films.ts';

/** What an export came to, beside its file. */
export type ExportedFilm = { plan: MoviePlan; receipt: Receipt; elapsedMs: number };

/** Prints the film's figures. @throws Error that lists what is wrong with the file */
export async function judgeFilm(path: string, { title, spec }: Film, exported: ExportedFilm): Promise<void> {
  const { plan, receipt } = exported;
  const paths = await Promise.all(spec.scenes.map(({ clip }) => clipPath(clip)));
  const promised = promisedBytes(plan, receipt, paths);
  const { problems, mediainfo } = await judgeMovieFile(path, promised);
  const { video } = mediainfo;
  problems.push(...copyPromiseProblems(spec.scenes, exported));
  if (video?.Width !== spec.target.width) problems.push(`MediaInfo sees a width of ${video?.Width}`);
  // MediaInfo counts the pictures of an MP4 only.
  if (spec.target.format === 'mp4' && video?.FrameCount !== plan.frameCount)
    problems.push(`MediaInfo counts ${video?.FrameCount} pictures, not ${plan.frameCount}`);
  if (problems.length > 0) throw new Error([`${path} is not the film promised:`, ...problems].join('\n- '));
  const figures = await checkMovieFile(path, expectationOf(spec, plan));
  const copiedFrames = promised.copied.reduce((sum, { frameCount }) => sum + frameCount, 0);
  console.log(lineOf(title, figures, copiedFrames, exported));
}

/** Pictures of a clip that nothing was done to are copied where the movie has their size and format, and nowhere else. */
function copyPromiseProblems(scenes: readonly SceneSpec[], { plan, receipt }: ExportedFilm): string[] {
  return plan.scenes.flatMap((scene, index) => {
    const { inFrame, outFrame, overlays } = scenes[index] ?? {};
    const isSameForm = receipt.file.format === 'mp4' && scene.clip.width === receipt.file.width;
    const isTouched = inFrame !== undefined || outFrame !== undefined || overlays !== undefined;
    if (isSameForm && isTouched) return [];
    const wanted = isSameForm ? 'copy' : 'encode';
    return receipt.stretches
      .filter(({ sceneNumber, kind }) => sceneNumber === scene.sceneNumber && kind !== wanted)
      .map(({ kind, reasons }) => `scene ${scene.sceneNumber}: ${kind} ${reasons.join(' ')}, not ${wanted}`);
  });
}

function lineOf(
  title: string,
  figures: MovieFigures,
  copiedFrames: number,
  { receipt, elapsedMs }: ExportedFilm,
): string {
  const browser = /(?:Firefox|Chrome)\/\d+/.exec(receipt.encoders.browser)?.[0] ?? receipt.encoders.browser;
  const { frames, durationSeconds, worstClickMs } = figures;
  return [
    `${title} by ${browser}: ${frames} frames, ${copiedFrames} of them bit for bit`,
    `${durationSeconds.toFixed(3)} s, exported in ${(elapsedMs / 1000).toFixed(1)} s`,
    `${(receipt.file.sizeBytes / 1e6).toFixed(1)} MB`,
    `clicks off by ${worstClickMs?.toFixed(1) ?? '-'} ms at most`,
  ].join('; ');
}
