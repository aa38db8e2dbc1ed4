/** What sync needs from outside. Everything it does is a function of these. */
import type { StoryreelDb } from '#data/db.ts';
import type { Pace } from '#data/follow.ts';
import type { Device } from '#data/device.ts';
import type { Locks } from './locks.ts';
import type { Timer } from './timer.ts';

export type Outgoing = {
  method: 'POST' | 'PATCH' | 'DELETE';
  path: string;
  body: string | null;
  headers: Record<string, string>;
};

export type Reading = {
  /** The JSON of the reply. */
  body: unknown;
  /** Its ETag, null when the server named none. */
  tag: string | null;
  /** The path of the list's next page, null when there is none. */
  next: string | null;
};

/** The tag of what was pulled, and the base row that was written with it. */
export type PulledState = { tag: string; userId: string; pulledAt: number };

export type SyncDeps = {
  db: StoryreelDb;
  device: Device;
  locks: Locks;
  timer: Timer;
  /** How those rest who read all that is unsent, while it is sent quickly. */
  rest: Pace;
  /** A call that changes something; answers the JSON of its reply. @throws ApiError, OfflineError, AbortError */
  call(outgoing: Outgoing, signal?: AbortSignal): Promise<unknown>;
  /**
   * Reads from the server. Null when `known`, the tag of an earlier read, is still current.
   * @throws ApiError, OfflineError, AbortError
   */
  read(path: string, known: string | null, signal?: AbortSignal): Promise<Reading | null>;
  /** The state of the last pull, by project. */
  pulled: Map<string, PulledState>;
  /** A number from 0 to 1, below 1. */
  dice(): number;
  /** Removes files that can be made again, for a database that has no room. */
  makeRoom(): Promise<void>;
};
