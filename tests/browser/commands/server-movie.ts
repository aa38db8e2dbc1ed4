/** Has the server write the movie that the browser wrote, and compares both files. */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserCommand } from 'vitest/node';
import type { ExportTarget } from '#shared/export-plan/export-target.ts';
import type { Receipt } from '#shared/export-receipt/receipt.ts';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { CONVERTED_FOLDER } from '#tests/helpers/clips/convert-clip.ts';
import { ffmpeg } from '#tests/helpers/clips/run-ffmpeg.ts';
import { likenessOf, magentaBox, type Box, type MovieLikeness } from '#tests/helpers/compare-movies.ts';
import { serverSound, writeOnServer } from '#tests/helpers/server-movie.ts';

export type ServerTwin = {
  plan: MoviePlan;
  target: ExportTarget;
  /** Paths of the clips by their hash. */
  paths: Record<string, string>;
  /** Path of the music; left out where there is none. */
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
    for (const { mediaId } of plan.audio) if (music !== undefined) files.set(mediaId, music);
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

/** What the server hands to its encoder of a movie's sound: one channel behind the other, 32-bit floats in base64. */
export const mixOnServer: BrowserCommand<[plan: MoviePlan, paths: Record<string, string>]> = async (_, plan, paths) => {
  const planes = await serverSound(plan, new Map(Object.entries(paths)));
  return Buffer.concat(planes.map(({ buffer }) => Buffer.from(buffer))).toString('base64');
};

/** A sound that is unlike itself a moment later, by ffmpeg; made once. */
export const musicFile: BrowserCommand<[seconds: number, kind: MusicKind]> = async (_, seconds, kind) => {
  const path = join(CONVERTED_FOLDER, `hum-${seconds}.${kind}`);
  if (existsSync(path)) return path;
  await mkdir(CONVERTED_FOLDER, { recursive: true });
  const draft = join(CONVERTED_FOLDER, `${randomUUID()}.${kind}`);
  const sound = `aevalsrc=0.3*sin(2*PI*(200+90*t)*t)*(0.6+0.4*sin(6*PI*t)):s=44100:d=${seconds}`;
  await ffmpeg(['-f', 'lavfi', '-i', sound, '-ac', '2', draft]);
  await rename(draft, path);
  return path;
};

export type MusicKind = 'wav' | 'mp3' | 'm4a' | 'flac' | 'opus' | 'ogg' | 'aac';

declare module 'vitest/browser' {
  interface BrowserCommands {
    compareWithServer(twin: ServerTwin): Promise<TwinLikeness>;
    mixOnServer(plan: MoviePlan, paths: Record<string, string>): Promise<string>;
    musicFile(seconds: number, kind: MusicKind): Promise<string>;
  }
}
