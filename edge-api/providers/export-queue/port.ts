/** A queue that workers outside pull messages from, when they have room. */

export type PulledMessage = { id: string; leaseId: string; attempts: number };

/** The queue takes no call for a time, from anybody who shares its limit. */
export class QueueBusyError extends Error {
  /** How long it wants to be left alone; null where it doesn’t say. */
  readonly waitMs: number | null;

  constructor(message: string, waitMs: number | null) {
    super(message);
    this.waitMs = waitMs;
  }
}

export type PullQueue = {
  /** Takes up to `limit` messages, which nobody else sees for a time. Answers at once, also with none. @throws QueueBusyError */
  pull(limit: number, visibilityMs: number): Promise<PulledMessage[]>;
  /** Removes those that are done, and gives the others back after a pause. @throws QueueBusyError */
  settle(done: readonly PulledMessage[], again: readonly PulledMessage[], delaySeconds: number): Promise<void>;
};
