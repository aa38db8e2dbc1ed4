/** The player that this browser can have. */
import { canPreview } from '#media/preview/client.ts';
import { createDeckPlayer } from './deck-player.ts';
import { createEnginePlayer } from './engine-player.ts';
import type { MoviePlayer, PlayerOptions } from './movie-player.ts';

/** Whoever creates a player closes it. */
export function createPlayer(options: PlayerOptions): MoviePlayer {
  return canPreview() ? createEnginePlayer(options) : createDeckPlayer(options);
}
