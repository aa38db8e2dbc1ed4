/** Which of the demo studio's pictures suits a prompt. Pure. */
import type { AspectRatio } from '#shared/catalogue/models.ts';
import { cameraAngles, type CameraAngle } from '#shared/catalogue/shot-words.ts';
import { lightOfMood } from '#edge-api/providers/text-model/demo/text-parts.ts';
import type { MasterClip, MasterManifest } from './master-files.ts';

export type WantedMaster = { prompt: string; ratio: AspectRatio; resolution: '720p' | '1080p' };
export type ChosenMaster = { moodId: string; clip: MasterClip };

/**
 * Which of the moods a look at an idea takes, counted from the one that suits it best: every look another, because a movie
 * of one picture would be dull. Shots that establish a place show what suits it best.
 */
const PLACE_OF_LOOK: Readonly<Record<CameraAngle, number>> = {
  wide: 0,
  aerial: 0,
  medium: 1,
  'over-the-shoulder': 1,
  'close-up': 2,
  'extreme-close-up': 2,
  tracking: 3,
  'point-of-view': 4,
  'low-angle': 5,
  'high-angle': 5,
};

/**
 * The mood with the most of the prompt's words, or for closer looks one of the next. Moods that suit equally well stand in
 * an order of the film's own, so that its scenes share them out. The same prompt always looks the same. A film's title in
 * quotation marks is in every prompt and says nothing of the shot.
 */
export function chooseMaster(manifest: MasterManifest, wanted: WantedMaster): ChosenMaster {
  const seen = placeWords(wanted.prompt);
  const film = /“[^”]*”/.exec(wanted.prompt)?.[0] ?? wanted.prompt;
  const inRatio = manifest.moods.flatMap(({ id, searchWords, clips }) =>
    clips.filter((clip) => clip.ratio === wanted.ratio).map((clip) => ({ moodId: id, searchWords, clip })),
  );
  const inSize = inRatio.filter(({ clip }) => clip.resolution === wanted.resolution);
  const ranked = (inSize.length > 0 ? inSize : inRatio)
    .map((choice) => ({
      ...choice,
      score: wordsIn(seen, choice.searchWords),
      draw: letterSum(`${film} ${choice.moodId}`),
    }))
    .toSorted((a, b) => b.score - a.score || a.draw - b.draw);
  const chosen = ranked[placeInRank(wanted.prompt) % Math.max(1, ranked.length)];
  if (!chosen) throw new Error(`The demo studio has no picture in ${wanted.ratio}.`);
  return { moodId: chosen.moodId, clip: chosen.clip };
}

/** Words that a scene has for how it is filmed, whatever place it is at. */
const FILMING = [...Object.values(lightOfMood), ...cameraAngles.map(({ label }) => label)];

/** What a prompt says of the place: its first line, without the film's title and mood and without how it is filmed. */
function placeWords(prompt: string): string {
  const told = (prompt.split('\n')[0] ?? '').replace(/The mood is [^.]*\./g, ' ').replace(/“[^”]*”/g, ' ');
  return FILMING.reduce((text, words) => text.replaceAll(words, ' '), told);
}

function placeInRank(prompt: string): number {
  const camera = /^Camera: ([^,.\n]*)/m.exec(prompt)?.[1];
  const angle = cameraAngles.find(({ label }) => label.toLowerCase() === camera);
  return angle === undefined ? 0 : PLACE_OF_LOOK[angle.id];
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
