/** Which of the demo studio's pictures suits a prompt. Pure. */
import type { AspectRatio } from '#shared/catalogue/models.ts';
import { letterSum } from '#edge-api/providers/text-model/demo/letter-sum.ts';
import { pictures } from '#edge-api/providers/text-model/demo/picture-words.ts';
import type { MasterClip, MasterManifest } from './master-files.ts';

export type WantedMaster = { prompt: string; ratio: AspectRatio; resolution: '720p' | '1080p' };
export type ChosenMaster = { moodId: string; clip: MasterClip };

/**
 * The mood that a scene's first sentence describes in our own words; else the one with the most of the prompt's words; else
 * one that only depends on the prompt. The same prompt always looks the same.
 */
export function chooseMaster(manifest: MasterManifest, wanted: WantedMaster): ChosenMaster {
  const told = placeWords(wanted.prompt);
  const described = pictures.find(({ seen }) => seen.some(([line]) => told.includes(line)))?.id;
  const inRatio = manifest.moods.flatMap(({ id, searchWords, clips }) =>
    clips.filter((clip) => clip.ratio === wanted.ratio).map((clip) => ({ moodId: id, searchWords, clip })),
  );
  const inSize = inRatio.filter(({ clip }) => clip.resolution === wanted.resolution);
  const [chosen] = (inSize.length > 0 ? inSize : inRatio)
    .map((choice) => ({
      ...choice,
      score: choice.moodId === described ? Infinity : wordsIn(told, choice.searchWords),
      draw: letterSum(`${told} ${choice.moodId}`),
    }))
    .toSorted((a, b) => (a.score === b.score ? a.draw - b.draw : b.score - a.score));
  if (!chosen) throw new Error(`The demo studio has no picture in ${wanted.ratio}.`);
  return { moodId: chosen.moodId, clip: chosen.clip };
}

/** What a prompt says of the place: its title and description, without how it is filmed. */
function placeWords(prompt: string): string {
  return prompt.split('\n')[0] ?? '';
}

function wordsIn(prompt: string, searchWords: readonly string[]): number {
  const words = new Set(prompt.toLowerCase().match(/[\p{L}\p{N}]+/gu));
  return searchWords.filter((word) => words.has(word.toLowerCase())).length;
}
