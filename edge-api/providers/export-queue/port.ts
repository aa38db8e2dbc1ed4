/** A queue that workers outside pull messages from, when they have room. */

export type PulledMessage = { id: string; leaseId: string; attempts: number };

export type PullQueue = {
  /** Takes up to `limit` messages, which nobody else sees for a time. Answers at once, also with none. */
  pull(limit: number, visibilityMs: number): Promise<PulledMessage[]>;
  /** Removes those that are done, and gives the others back after a pause. */
  settle(done: readonly PulledMessage[], again: readonly PulledMessage[], delaySeconds: number): Promise<void>;
};
