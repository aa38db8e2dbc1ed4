/** What sync needs from outside. Everything that it does is a function of these. */
import type { StoryreelDb } from '#data/db.ts';
import type { Device } from '#data/device.ts';
import type { Locks } from './locks.ts';

export type Outgoing = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  body: string | null;
  headers: Record<string, string>;
};

export type SyncDeps = {
  db: StoryreelDb;
  device: Device;
  locks: Locks;
  /** One call; answers the JSON of its reply. @throws ApiError, OfflineError, AbortError */
  call(outgoing: Outgoing, signal?: AbortSignal): Promise<unknown>;
  /** A number from 0 to 1, below 1. */
  dice(): number;
};
