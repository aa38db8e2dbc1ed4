/** Where workers that write movies take their work, and say what came of it. */
import type { Receipt } from '#shared/export-receipt/receipt.ts';

/** The name under which a worker holds an export. */
export type ExportLease = { id: string; leaseBy: string };

/** An export that a worker holds the lease of. */
export type ClaimedExport = {
  id: string;
  format: 'mp4' | 'webm';
  /** The frozen movie as JSON. */
  movie: string;
  attempt: number;
  createdAtMs: number;
};

export type ExportProgress = { progress: number; phase: string };

export interface ExportDesk {
  /** When the next export can be claimed, in milliseconds since the epoch; null when none waits. */
  nextMs(hasFfmpeg: boolean): Promise<number | null>;
  /** Takes the lease of up to `limit` exports, in the order in which they were asked for. */
  claim(wanted: { leaseBy: string; limit: number; hasFfmpeg: boolean }): Promise<ClaimedExport[]>;
  /** Whether a lease is still held: not after its export was canceled, or was taken by another worker. */
  holds(lease: ExportLease): Promise<boolean>;
  /** Says how far it is, and renews the lease. @returns false when it was lost */
  renew(lease: ExportLease, at: ExportProgress): Promise<boolean>;
  /** Names the file that is about to be stored, which from then on isn't removed. @returns false when the lease was lost */
  name(lease: ExportLease, file: { sha256: string; sizeBytes: number }): Promise<boolean>;
  /** Ends it with its stored file. @returns false when the lease was lost */
  complete(lease: ExportLease, file: { sha256: string }, receipt: Receipt): Promise<boolean>;
  /** Ends it with a sentence for the person. */
  fail(lease: ExportLease, sentence: string): Promise<void>;
  /** Gives it back as if it had not been begun. */
  giveBack(lease: ExportLease): Promise<void>;
  /** Has it begun again, by any worker; this attempt counts. */
  retry(lease: ExportLease): Promise<void>;
  /** Says that a worker is there, and why it can't write movies; null when it can. @returns as `nextMs` */
  show(worker: { id: string; error: string | null }): Promise<number | null>;
  leave(id: string): Promise<void>;
  /** What a worker may do for the desk while it has nothing else to do. */
  tidy(): Promise<void>;
  /** How often a worker looks whether it still holds what it writes. */
  readonly watchEveryMs: number;
  /** How often a worker that nobody wakes looks for work. */
  readonly lookEveryMs: number;
}
