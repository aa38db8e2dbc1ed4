/** Where workers write movies: a folder for each turn at an export, beside the media store. */
import type { StoredBlob } from '#edge-api/providers/media-store/port.ts';

/** A turn at an export: the job, and the name under which a worker holds its lease. */
export type Turn = { jobId: string; leaseBy: string };

export interface Workbench {
  /**
   * An empty folder for a turn. What earlier turns at the same job left on this machine is removed before, and programs
   * that still work on it are ended.
   */
  begin(turn: Turn): Promise<string>;

  /** Removes the folder of a turn, with everything in it. */
  clear(turn: Turn): Promise<void>;

  /** Removes the folders of turns that are over, and ends programs that still work in them. @returns how many */
  sweep(isOver: (turn: Turn) => Promise<boolean>): Promise<number>;

  /**
   * The path of a stored file that a turn reads, which nobody may write to.
   * @throws BlobMissingError
   */
  open(turn: Turn, sha256: string): Promise<string>;

  /** Puts a file into the media store, under the name that it is known to have. It stays where it is, too. */
  store(turn: Turn, path: string, blob: StoredBlob): Promise<void>;

  /** Whether files are fetched into the folder of a turn before they are read. */
  readonly fetches: boolean;

  /** Bytes that may still be written. */
  freeBytes(): Promise<number>;
}
