/** The player that this browser can have. */
import { canPreviewAll } from './can-preview.ts';
import { createDeckPlayer } from './deck-player.ts';
import { createEnginePlayer } from './engine-player.ts';
import type { MoviePlayer, PlayerOptions } from './movie-player.ts';

/** Whoever creates a player closes it. */
export function createPlayer(options: PlayerOptions): MoviePlayer {
  return canPreviewAll() ? createEnginePlayer(options) : createDeckPlayer(options);
}
