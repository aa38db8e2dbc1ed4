/** Has the server write the movie that the browser wrote, and compares both files. */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserCommand } from 'vitest/node';
import { MovieWriteError } from '#edge-api/providers/movie-writer/port.ts';
import type { ExportTarget } from '#shared/export-plan/export-target.ts';
import type { Receipt } from '#shared/export-receipt/receipt.ts';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { CONVERTED_FOLDER } from '#tests/helpers/clips/convert-clip.ts';
import { withoutAacConfig } from '#tests/helpers/clips/patch-mp4.ts';
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
  return base64Of(planes);
};

/** A movie of files that are on no disk yet, each in base64 by its hash. */
export type ServerTry = Pick<ServerTwin, 'plan' | 'target' | 'movie' | 'bitrateScale'> & {
  files: Record<string, string>;
};

/** What the server made of it, or its sentence on why it can't. */
export type ServerAttempt = { likeness: MovieLikeness; mix: string } | { sentence: string };

/** Writes a movie of whatever people bring, beside the one that the browser wrote. @throws what is no sentence for a person */
export const tryOnServer: BrowserCommand<[of: ServerTry]> = async (_, of): Promise<ServerAttempt> => {
  const folder = join(tmpdir(), `storyreel-try-${randomUUID()}`);
  const work = join(folder, 'work');
  await mkdir(work, { recursive: true });
  try {
    const files = await written(folder, of.files);
    const { plan, target, bitrateScale } = of;
    const browser = join(folder, `browser.${target.format}`);
    await writeFile(browser, Buffer.from(of.movie, 'base64'));
    const path = join(work, `server.${target.format}`);
    await writeOnServer({ plan, target, files, folder: work, path, options: { bitrateScale } });
    const planes = await serverSound(plan, files);
    return { likeness: await likenessOf(browser, path), mix: base64Of(planes) };
  } catch (error) {
    if (error instanceof MovieWriteError) return { sentence: error.message };
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** @param files each in base64 by its hash. @returns their paths by their hashes */
async function written(folder: string, files: Record<string, string>): Promise<Map<string, string>> {
  const paths = new Map<string, string>();
  for (const [sha256, base64] of Object.entries(files)) {
    const path = join(folder, sha256);
    await writeFile(path, Buffer.from(base64, 'base64'));
    paths.set(sha256, path);
  }
  return paths;
}

/** As mixOnServer does, of files that are on no disk yet. */
export const mixOfFiles: BrowserCommand<[plan: MoviePlan, files: Record<string, string>]> = async (_, plan, files) => {
  const folder = join(tmpdir(), `storyreel-mix-${randomUUID()}`);
  await mkdir(folder);
  try {
    return base64Of(await serverSound(plan, await written(folder, files)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

function base64Of(planes: readonly Float32Array[]): string {
  return Buffer.concat(planes.map(({ buffer }) => Buffer.from(buffer as ArrayBuffer))).toString('base64');
}

/** A sound that is unlike itself a moment later, by ffmpeg; made once. */
export const musicFile: BrowserCommand<[seconds: number, kind: MusicKind]> = async (_, seconds, kind) => {
  const { ending, args, patch }: MusicFile = oddMusic[kind] ?? { ending: kind, args: ['-ac', '2'] };
  const path = join(CONVERTED_FOLDER, `hum-${seconds}-${kind.replaceAll(/[ ,]+/g, '-')}.${ending}`);
  if (existsSync(path)) return path;
  await mkdir(CONVERTED_FOLDER, { recursive: true });
  const draft = join(CONVERTED_FOLDER, `${randomUUID()}.${ending}`);
  const sound = `aevalsrc=0.3*sin(2*PI*(200+90*t)*t)*(0.6+0.4*sin(6*PI*t)):s=44100:d=${seconds}`;
  await ffmpeg(['-f', 'lavfi', '-i', sound, ...args, draft]);
  if (patch !== undefined) await writeFile(draft, patch(await readFile(draft)));
  await rename(draft, path);
  return path;
};

type MusicFile = { ending: string; args: readonly string[]; patch?: (file: Buffer) => Buffer };

/** What players disagree on, if they aren't told. */
const oddMusic: Partial<Record<MusicKind, MusicFile>> = {
  'AAC without its description': { ending: 'm4a', args: ['-ac', '2'], patch: withoutAacConfig },
  'mono AAC without its description': { ending: 'm4a', args: ['-ac', '1'], patch: withoutAacConfig },
  'Opus in Matroska': { ending: 'mka', args: ['-ac', '2', '-c:a', 'libopus'] },
  'late Opus in Matroska': { ending: 'mka', args: ['-ac', '2', '-c:a', 'libopus', '-output_ts_offset', '0.357'] },
};

export type MusicKind =
  | ('wav' | 'mp3' | 'm4a' | 'flac' | 'opus' | 'ogg' | 'aac')
  | ('AAC without its description' | 'mono AAC without its description')
  | ('Opus in Matroska' | 'late Opus in Matroska');

declare module 'vitest/browser' {
  interface BrowserCommands {
    compareWithServer(twin: ServerTwin): Promise<TwinLikeness>;
    tryOnServer(of: ServerTry): Promise<ServerAttempt>;
    mixOfFiles(plan: MoviePlan, files: Record<string, string>): Promise<string>;
    mixOnServer(plan: MoviePlan, paths: Record<string, string>): Promise<string>;
    musicFile(seconds: number, kind: MusicKind): Promise<string>;
  }
}
