/** Where a recording is; lost with the page. */
import { createStore } from 'zustand/vanilla';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import type { Take } from '#player/recording/record-take.ts';

type RecordPhase = 'idle' | 'opening' | 'ready' | 'counting' | 'recording' | 'saving';

/** A recording that could not be saved yet. */
export type UnsavedTake = { projectId: string; take: Take; startSeconds: number; pieceId: string | null };

type RecordSession = {
  phase: RecordPhase;
  /** Seconds left of the countdown. */
  count: number;
  /** The microphone that is open; null while none is, or where the browser doesn't tell. */
  deviceId: string | null;
  /** What its latency is said to be; null while none is open. */
  latencySeconds: number | null;
  /** The piece that further takes go to. */
  pieceId: string | null;
  /** The piece that another take is recorded of now: it isn't to be heard along with that. */
  silencedId: string | null;
  /** What happened last. */
  sentence: { text: string; isBad: boolean } | null;
  unsaved: UnsavedTake | null;
};

const EMPTY: RecordSession = {
  phase: 'idle',
  count: 0,
  deviceId: null,
  latencySeconds: null,
  pieceId: null,
  silencedId: null,
  sentence: null,
  unsaved: null,
};

export const recordSession = createStore<RecordSession>(() => EMPTY);

/** What the microphone hears, 0 to 1, many times a second. */
export const inputLevel = createStore<{ level: number; isSilent: boolean }>(() => ({ level: 0, isSilent: false }));

/** A page that is left takes along what is recorded on it and not saved yet: the browser asks first. */
recordSession.subscribe(({ phase, unsaved }) => {
  const isAtStake = phase === 'recording' || phase === 'saving' || unsaved !== null;
  if (isAtStake) addEventListener('beforeunload', askFirst);
  else removeEventListener('beforeunload', askFirst);
});

function askFirst(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** A movie as it is played now. */
export function withoutSilenced(plan: MoviePlan, silencedId: string | null): MoviePlan {
  return silencedId === null ? plan : { ...plan, audio: plan.audio.filter(({ id }) => id !== silencedId) };
}
