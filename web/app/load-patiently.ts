/** A page that is left gives up what it loads, and until the next one is there it must not look broken. */
const PAUSE_MS = 1_000;

/** Loads code, and once more after a pause. @throws what the second try threw */
export const loadPatiently = <Loaded>(load: () => Promise<Loaded>): Promise<Loaded> =>
  load().catch(() => new Promise((resolve) => setTimeout(resolve, PAUSE_MS)).then(load));
