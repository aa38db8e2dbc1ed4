/** Which of the demo studio's pictures suits a prompt. Pure. */
import type { AspectRatio } from '#shared/catalogue/models.ts';
import type { MasterClip, MasterManifest } from './master-files.ts';

export type WantedMaster = { prompt: string; ratio: AspectRatio; resolution: '720p' | '1080p' };
export type ChosenMaster = { moodId: string; clip: MasterClip };

/**
 * The mood with the most of the prompt's words; where none speaks for itself the prompt's own letters decide, so that
 * different scenes look different and the same prompt always looks the same.
 */
export function chooseMaster(manifest: MasterManifest, wanted: WantedMaster): ChosenMaster {
  const inRatio = manifest.moods.flatMap(({ id, searchWords, clips }) =>
    clips.filter((clip) => clip.ratio === wanted.ratio).map((clip) => ({ moodId: id, searchWords, clip })),
  );
  const inSize = inRatio.filter(({ clip }) => clip.resolution === wanted.resolution);
  const choices = (inSize.length > 0 ? inSize : inRatio).map((choice) => ({
    ...choice,
    score: wordsIn(wanted.prompt, choice.searchWords),
  }));
  const best = Math.max(...choices.map(({ score }) => score));
  const equal = choices.filter(({ score }) => score === best);
  const chosen = equal[letterSum(wanted.prompt) % equal.length];
  if (!chosen) throw new Error(`The demo studio has no picture in ${wanted.ratio}.`);
  return { moodId: chosen.moodId, clip: chosen.clip };
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
