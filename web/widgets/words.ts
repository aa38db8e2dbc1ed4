/** What several features say alike: statuses, badges, the key field. */
import { plural } from '#shared/words/format.ts';
import { clipWords } from '#shared/words/clip-words.ts';
import { uiWords } from '#ui/words.ts';

export const statusWords = {
  complete: 'Complete',
  generating: 'Generating',
  failed: 'Failed',
  draft: 'Draft',
  pending: 'Pending',
} as const;

/** The length and the model of a scene that has no clip yet. */
export const clipMenuWords = {
  name: ({ text, number }: { text: string; number: number }) => `${text}, length and model of scene ${number}`,
  length: 'Length',
  seconds: ({ seconds }: { seconds: number }) => `${seconds} s`,
  model: 'Model',
  ofProject: ({ model }: { model: string }) => `${model} (this project’s)`,
  unreachable: ({ model }: { model: string }) => `Your key can’t use ${model}.`,
} as const;

/** "Queued (2 ahead)" */
export function queueText(ahead: number): string {
  return ahead === 0 ? clipWords.queued : `${clipWords.queued} (${ahead} ahead)`;
}

export const badgeWords = { demo: 'Demo picture', highCost: 'High cost', anyAngle: 'Any angle' } as const;

export const keyFieldWords = {
  placeholder: 'Paste your Gemini API key',
  show: 'Show key',
  hide: 'Hide key',
  validating: 'Validating API Key...',
  saving: 'Saving...',
} as const;

/** Why a control can't be used now: a sentence for its tooltip, and a few words for where there is no room. */
export const refusalWords = {
  offline: { sentence: uiWords.offline.refusal, short: 'unavailable offline' },
  unreachable: {
    sentence: 'Storyreel can’t reach the server. It keeps trying.',
    short: 'can’t reach the server',
  },
  signedOut: { sentence: 'Sign in again to use this.', short: 'sign in again' },
  noKey: { sentence: 'Add an API key in Settings to use this.', short: 'needs an API key' },
} as const;

/** "1 scene", "8 scenes" */
export function sceneCountText(count: number): string {
  return plural(count, { one: '# scene', other: '# scenes' });
}

type Place = { at: string; length: string };

/** Controls that lie on a picture. */
export const pictureControlWords = {
  play: 'Play',
  pause: 'Pause',
  mute: 'Mute',
  unmute: 'Unmute',
  volume: 'Volume',
  fullscreen: 'Fullscreen',
  leaveFullscreen: 'Exit fullscreen',
  fullscreenFailed: 'Couldn’t go fullscreen',
  position: 'Position in the movie',
  at: ({ at, length }: Place) => `${at} / ${length}`,
  atAloud: ({ at, length }: Place) => `${at} of ${length}`,
} as const;

export const signInWords = {
  unreachable: { title: 'Couldn’t reach the server', description: 'Try again in a moment.' },
} as const;
