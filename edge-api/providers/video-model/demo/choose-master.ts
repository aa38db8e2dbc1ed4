/** Which of the demo studio's pictures suits a prompt. Pure. */
import type { AspectRatio } from '#shared/catalogue/models.ts';
import type { MasterClip, MasterManifest } from './master-files.ts';

export type WantedMaster = { prompt: string; ratio: AspectRatio; resolution: '720p' | '1080p' };
export type ChosenMaster = { moodId: string; clip: MasterClip };

/** How many of the best-suited moods the shots of one idea are spread over. */
const SPREAD = 3;
/** Shots that establish a place show the mood that suits it best. */
const ESTABLISHING = /^Camera: (wide|aerial)/;

/**
 * The mood with the most of the prompt's words. Closer shots of the same idea take the next best ones, because a movie of
 * one picture would be dull; the camera line decides which, so that the same prompt always looks the same. A film's title
 * in quotation marks is in every prompt and says nothing of the shot.
 */
export function chooseMaster(manifest: MasterManifest, wanted: WantedMaster): ChosenMaster {
  const seen = wanted.prompt.replace(/“[^”]*”/g, ' ');
  const inRatio = manifest.moods.flatMap(({ id, searchWords, clips }) =>
    clips.filter((clip) => clip.ratio === wanted.ratio).map((clip) => ({ moodId: id, searchWords, clip })),
  );
  const inSize = inRatio.filter(({ clip }) => clip.resolution === wanted.resolution);
  const ranked = (inSize.length > 0 ? inSize : inRatio)
    .map((choice) => ({
      ...choice,
      score: wordsIn(seen, choice.searchWords),
      draw: letterSum(`${wanted.prompt} ${choice.moodId}`),
    }))
    .toSorted((a, b) => b.score - a.score || a.draw - b.draw);
  const chosen = ranked[placeInRank(wanted.prompt) % Math.max(1, ranked.length)];
  if (!chosen) throw new Error(`The demo studio has no picture in ${wanted.ratio}.`);
  return { moodId: chosen.moodId, clip: chosen.clip };
}

function placeInRank(prompt: string): number {
  const camera = /^Camera: .*$/m.exec(prompt)?.[0];
  return camera === undefined || ESTABLISHING.test(camera) ? 0 : letterSum(camera) % SPREAD;
}

function wordsIn(prompt: string, searchWords: readonly string[]): number {
  const words = new Set(prompt.toLowerCase().match(/[\p{L}\p{N}]+/gu));
  return searchWords.filter((word) => words.has(word.toLowerCase())).length;
}

/** FNV-1a. */
function letterSum(text: string): number {
  let sum = 2_166_136_261;
  for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), 16_777_619) >>> 0;
  return sum;
}
