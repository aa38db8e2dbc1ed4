/** What of an AbortSignal long work in this folder needs, so that it needs no host. */
export type StopSignal = {
  /** @throws an AbortError once the work is called off */
  throwIfAborted(): void;
};
