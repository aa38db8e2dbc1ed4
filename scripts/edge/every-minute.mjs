/** The alarm clock that the platform is in production. */

const MINUTE_MS = 60_000;

/**
 * Rings at every full minute, also where the last ring failed or still goes on. The caller stops it.
 * @param {{ ring(): Promise<void> }} edge
 */
export function ringEveryMinute(edge) {
  let timer;
  const ring = () => {
    wait();
    edge.ring().catch((error) => console.error(error));
  };
  const wait = () => {
    timer = setTimeout(ring, MINUTE_MS - (Date.now() % MINUTE_MS));
  };
  wait();
  return { stop: () => clearTimeout(timer) };
}
