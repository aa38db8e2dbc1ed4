/** A port of this machine that nobody listens on, for a process that is started on it. */
export function freePort(): Promise<number>;
