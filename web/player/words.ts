/** What the player says about a scene that it can’t play, and about what it leaves out. */
import { codecName } from '#shared/words/codec-words.ts';
import { listed } from '#shared/words/format.ts';
import type { LeftOutEffect } from './left-out.ts';
import type { PlaybackFailure } from './playback-failure.ts';

export const CLIP_MISSING = 'Couldn’t load the clip, and it isn’t on this device.';

export const CLICK_TO_PLAY = 'Your browser blocked the sound. Press Play.';

export const PREVIEW_STOPPED = 'The preview stopped. Reload the page to play the movie.';

const effectNames: Record<LeftOutEffect, readonly string[]> = {
  crossfades: ['crossfades'],
  music: ['music', 'voice-overs'],
  leveling: ['leveling'],
  boost: ['volume above 0 dB'],
};

/** Null when nothing is left out. */
export function leftOutSentence(effects: readonly LeftOutEffect[]): string | null {
  if (effects.length === 0) return null;
  return `This browser’s preview leaves out ${listed(effects.flatMap((effect) => effectNames[effect]))}. The exported movie has everything.`;
}

/** One sentence that names the scene and says what to do. */
export function failureSentence(sceneNumber: number, failure: PlaybackFailure): string {
  switch (failure.kind) {
    case 'missing':
      return `Couldn’t load the clip of scene ${sceneNumber}, and it isn’t on this device. Check your connection, then play it again.`;
    case 'damaged':
      return `The clip of scene ${sceneNumber} is damaged. Generate the scene again.`;
    case 'codec':
      return `Your browser can’t play the clip of scene ${sceneNumber} (${codecName(failure.codec) ?? failure.codec}). Try another browser.`;
    case 'decode':
      return `Your browser couldn’t decode the clip of scene ${sceneNumber}. Press Play to try again.`;
  }
}
