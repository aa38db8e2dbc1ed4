/** Takes long movies out of the browser piece by piece: whole they are too large for a message. */
import { appendFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserCommand } from 'vitest/node';
import type { Film } from './films.ts';
import { judgeFilm, type ExportedFilm } from './judge-film.ts';

/** Adds bytes to a file of this name. */
export const addPiece: BrowserCommand<[name: string, base64: string]> = async (_, name, base64) => {
  await appendFile(pathOf(name), Buffer.from(base64, 'base64'));
};

/** Judges the file of this name and removes it. */
export const judgePieces: BrowserCommand<[name: string, film: Film, exported: ExportedFilm]> = async (
  _,
  name,
  film,
  exported,
) => {
  try {
    await judgeFilm(pathOf(name), film, exported);
  } finally {
    await rm(pathOf(name), { force: true });
  }
};

function pathOf(name: string): string {
  return join(tmpdir(), `storyreel-long-${name}`);
}

declare module 'vitest/browser' {
  interface BrowserCommands {
    addPiece(name: string, base64: string): Promise<void>;
    judgePieces(name: string, film: Film, exported: ExportedFilm): Promise<void>;
  }
}
