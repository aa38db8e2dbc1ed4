/** Has the server write the movie that the browser wrote, and compares both files. */
import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserCommand } from 'vitest/node';
import type { ExportTarget } from '#shared/export-plan/export-target.ts';
import type { Receipt } from '#shared/export-receipt/receipt.ts';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { likenessOf, magentaBox, type Box, type MovieLikeness } from '#tests/helpers/compare-movies.ts';
import { writeOnServer } from '#tests/helpers/server-movie.ts';

export type ServerTwin = {
  plan: MoviePlan;
  target: ExportTarget;
  /** Paths of the clips by their hash. */
  paths: Record<string, string>;
  /** The music in base64; left out where there is none. */
  music?: string;
  /** The browser's movie in base64. */
  movie: string;
  bitrateScale: number;
  /** Frames in which the box of magenta text is looked for. */
  textFrames: number[];
};

export type TwinLikeness = MovieLikeness & { receipt: Receipt; boxes: { browser: Box | null; server: Box | null }[] };

export const compareWithServer: BrowserCommand<[twin: ServerTwin]> = async (_, twin): Promise<TwinLikeness> => {
  const { plan, target, paths, music, movie, bitrateScale, textFrames } = twin;
  const folder = join(tmpdir(), `storyreel-twin-${randomUUID()}`);
  await mkdir(folder);
  try {
    const browser = join(folder, `browser.${target.format}`);
    await writeFile(browser, Buffer.from(movie, 'base64'));
    const files = new Map(Object.entries(paths));
    if (music !== undefined && plan.music !== null) {
      const path = join(folder, 'music');
      await writeFile(path, Buffer.from(music, 'base64'));
      files.set(plan.music.sha256, path);
    }
    const server = join(folder, `server.${target.format}`);
    const { receipt } = await writeOnServer({ plan, target, files, folder, path: server, options: { bitrateScale } });
    const likeness = await likenessOf(browser, server);
    const boxes: TwinLikeness['boxes'] = [];
    for (const frame of textFrames)
      boxes.push({
        browser: await magentaBox(browser, frame, target),
        server: await magentaBox(server, frame, target),
      });
    return { ...likeness, receipt, boxes };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

declare module 'vitest/browser' {
  interface BrowserCommands {
    compareWithServer(twin: ServerTwin): Promise<TwinLikeness>;
  }
}
