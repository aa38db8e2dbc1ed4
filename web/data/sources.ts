/** Where bytes come from that are not on this device yet. This folder does not fetch: what does is installed at the start. */

/** A file of the overlay family, and the characters that it holds (as CSS writes `unicode-range`). */
import type { OverlayFontWeight } from '#shared/movie/overlay-font.ts';
export type FontFile = { data: ArrayBuffer; weight: OverlayFontWeight; unicodeRange: string };

export type Sources = {
  /**
   * Brings a clip's file into the clip store; does nothing when it is there. Two calls for one clip share the work.
   * @throws OfflineError, ApiError, WrongHashError, QuotaExceededError, AbortError
   */
  fetchClip(clip: { sha256: string; url: string }, signal?: AbortSignal): Promise<void>;
  /** A part of a clip's file on the server, from `start` up to, not including, `end`. @throws OfflineError, ApiError */
  readClipRange(url: string, start: number, end: number): Promise<Uint8Array<ArrayBuffer>>;
  /** The whole file, kept nowhere. @throws OfflineError, ApiError */
  loadClip(url: string): Promise<Blob>;
  /** The files of the overlay family, one for each script. */
  loadOverlayFonts(): Promise<FontFile[]>;
};

let sources: Sources | null = null;

/** Call it once, before anything is played or exported. */
export function installSources(installed: Sources): void {
  sources = installed;
}

export function theSources(): Sources {
  if (!sources) throw new Error('No sources are installed: startSync() has not run.');
  return sources;
}
