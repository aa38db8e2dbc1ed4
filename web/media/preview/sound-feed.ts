/** Sends the movie's sound to whoever listens, up to where it was asked for. */
import type { HeardBlock, MovieSound } from './movie-sound.ts';

export type SoundFeed = {
  /** Ends the former feed. `from` and `until` are samples of the movie. */
  start(asked: { id: number; from: number; until: number }): void;
  goOn(asked: { id: number; until: number }): void;
  stop(): void;
};

type Feeding = { id: number; until: number; end: AbortController; resume: () => void };

export function createSoundFeed(sound: MovieSound, onBlock: (id: number, block: HeardBlock) => void): SoundFeed {
  let current: Feeding | null = null;

  const feed = async (feeding: Feeding, from: number): Promise<void> => {
    const { signal } = feeding.end;
    for await (const block of sound.render(from, signal)) {
      if (signal.aborted) return;
      const reached = block.from + (block.planes[0]?.length ?? 0);
      onBlock(feeding.id, block);
      while (reached >= feeding.until && !signal.aborted)
        await new Promise<void>((resolve) => (feeding.resume = resolve));
      if (signal.aborted) return;
    }
  };
  const stop = (): void => {
    current?.end.abort();
    current?.resume();
    current = null;
  };
  return {
    start({ id, from, until }) {
      stop();
      const feeding: Feeding = { id, until, end: new AbortController(), resume: () => undefined };
      current = feeding;
      feed(feeding, from).catch((error: unknown) => {
        if (!feeding.end.signal.aborted) throw error;
      });
    },
    goOn({ id, until }) {
      if (current?.id !== id) return;
      current.until = Math.max(current.until, until);
      current.resume();
    },
    stop,
  };
}
