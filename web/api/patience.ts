/**
 * How long a page waits to hear who is signed in before it goes on without, in milliseconds. Everything else waits for that,
 * also what is on this device; and a network may take what is sent and answer nothing.
 */
export const PATIENCE_MS = 5_000;

/** A server that takes longer to answer what the person waits for counts as gone. In milliseconds. */
export const ANSWER_MS = 10_000;
