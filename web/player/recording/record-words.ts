/** Why nothing can be recorded, and why a recording ended. */
import type { MicrophoneFailureCode } from './microphone.ts';
import type { TakeEnd } from './record-take.ts';

const KEPT = 'What you recorded until then is kept.';

export const microphoneWords: Readonly<Record<MicrophoneFailureCode, string>> = {
  refused:
    'Storyreel isn’t allowed to use the microphone. Allow it in your browser’s settings for this site, then try again.',
  missing: 'No microphone was found. Connect one, then try again.',
  busy: 'The microphone can’t be opened. Another app may be using it. Close that app, then try again.',
  unsupported: 'This browser can’t record sound here. Open Storyreel in a current browser over a secure connection.',
  rate: 'This browser can’t record from this microphone along with a movie. Choose another one, or use Chrome, Edge, or Safari.',
};

/** Null where nothing needs to be said. */
export const takeEndWords: Readonly<Record<TakeEnd, string | null>> = {
  person: null,
  movie: null,
  unplugged: `The microphone was disconnected. ${KEPT}`,
  waited: `The movie stopped or jumped to another place, so recording ended. ${KEPT}`,
  full: `A recording can be up to 30 minutes long. ${KEPT}`,
};

export const microphoneNames = {
  unnamed: ({ number }: { number: number }) => `Microphone ${number}`,
} as const;
