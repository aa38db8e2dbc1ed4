/** Where a recording is; lost with the page. */
import { createStore } from 'zustand/vanilla';
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
  sentence: null,
  unsaved: null,
};

export const recordSession = createStore<RecordSession>(() => EMPTY);

/** What the microphone hears, 0 to 1, many times a second. */
export const inputLevel = createStore<{ level: number; isSilent: boolean }>(() => ({ level: 0, isSilent: false }));
