/** What is done with music and voice-overs on the timeline and may be lost: which is selected, and what a gesture makes of it. */
import { createStore } from 'zustand/vanilla';
import type { AudioPatch, MovieAudio } from '#shared/entities/movie-audio.ts';
import { sameValue } from '#shared/rules/same-value.ts';

type AudioDraft = {
  id: string;
  patch: AudioPatch;
  /** The gesture is over: it lies over its piece until the saved one has come round. */
  isReleased: boolean;
};

/** The type of a dragged own sound, which no other page has. */
export const SOUND_TYPE = 'application/x-storyreel-sound';

export type AudioSession = {
  selectedId: string | null;
  draft: AudioDraft | null;
  folded: Readonly<Record<MovieAudio['kind'], boolean>>;
  /** Files that are being read now. */
  isAdding: boolean;
  /** Somebody drags files over the page. */
  isFileOver: boolean;
};

export const audioSession = createStore<AudioSession>(() => ({
  selectedId: null,
  draft: null,
  folded: { music: false, voice: false },
  isAdding: false,
  isFileOver: false,
}));

const { getState, setState } = audioSession;

export function selectAudio(selectedId: string | null): void {
  if (getState().selectedId !== selectedId) setState({ selectedId });
}

export function draftAudio(id: string, patch: AudioPatch): void {
  setState({ draft: { id, patch, isReleased: false } });
}

export function dropAudioDraft(): void {
  setState({ draft: null });
}

/** @param save commits the draft @returns once it is saved; the draft is gone when that failed */
export async function releaseAudio(save: (id: string, patch: AudioPatch) => Promise<void>): Promise<void> {
  const { draft } = getState();
  if (draft === null || draft.isReleased) return;
  const released = { ...draft, isReleased: true };
  setState({ draft: released });
  try {
    await save(draft.id, draft.patch);
  } catch (error) {
    if (getState().draft === released) setState({ draft: null });
    throw error;
  }
}

/** The saved piece has come round: from now on it shows. */
export function settleAudio(pieces: readonly MovieAudio[]): void {
  const { draft } = getState();
  if (draft?.isReleased !== true) return;
  const piece = pieces.find(({ id }) => id === draft.id);
  const row = new Map(Object.entries(piece ?? {}));
  if (piece === undefined || Object.entries(draft.patch).every(([name, value]) => sameValue(row.get(name), value)))
    setState({ draft: null });
}

export function foldLane(kind: MovieAudio['kind']): void {
  const { folded } = getState();
  setState({ folded: { ...folded, [kind]: !folded[kind] } });
}
