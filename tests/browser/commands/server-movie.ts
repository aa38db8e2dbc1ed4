/** Has the server write the movie that the browser wrote, and compares both files. */
import { readFile, writeFile } from 'node:fs/promises';
import type { BrowserCommand } from 'vitest/node';
import { MovieWriteError } from '#edge-api/providers/movie-writer/port.ts';
import type { ExportTarget } from '#shared/export-plan/export-target.ts';
import type { Receipt } from '#shared/export-receipt/receipt.ts';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { madeOnce } from '#tests/helpers/clips/made-once.ts';
import { withoutAacConfig } from '#tests/helpers/clips/patch-mp4.ts';
import { ffmpeg } from '#tests/helpers/clips/run-ffmpeg.ts';
import { likenessOf, magentaBox, type Box, type MovieLikeness } from '#tests/helpers/compare-movies.ts';
import { serverSound, writeOnServer } from '#tests/helpers/server-movie.ts';
import { inTemporaryFolder, type TemporaryFolder } from '#tests/helpers/temporary-folder.ts';

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

export const compareWithServer: BrowserCommand<[twin: ServerTwin]> = (_, twin): Promise<TwinLikeness> =>
  inTemporaryFolder(async ({ folder, path, file }) => {
    const { plan, target, paths, music, movie, bitrateScale, textFrames } = twin;
    const browser = await file(`browser.${target.format}`, Buffer.from(movie, 'base64'));
    const files = new Map(Object.entries(paths));
    for (const { mediaId } of plan.audio) if (music !== undefined) files.set(mediaId, music);
    const server = path(`server.${target.format}`);
    const { receipt } = await writeOnServer({ plan, target, files, folder, path: server, options: { bitrateScale } });
    const likeness = await likenessOf(browser, server);
    const boxes: TwinLikeness['boxes'] = [];
    for (const frame of textFrames)
      boxes.push({
        browser: await magentaBox(browser, frame, target),
        server: await magentaBox(server, frame, target),
      });
    return { ...likeness, receipt, boxes };
  });

/** What the server hands to its encoder of a movie's sound: one channel behind the other, 32-bit floats in base64. */
export const mixOnServer: BrowserCommand<[plan: MoviePlan, paths: Record<string, string>]> = async (_, plan, paths) =>
  base64Of(await serverSound(plan, new Map(Object.entries(paths))));

/** A movie of files that are on no disk yet, each in base64 by its hash. */
export type ServerTry = Pick<ServerTwin, 'plan' | 'target' | 'movie' | 'bitrateScale'> & {
  files: Record<string, string>;
};

/** What the server made of it, or its sentence on why it can't. */
export type ServerAttempt = { likeness: MovieLikeness; mix: string } | { sentence: string };

/** Writes a movie of whatever people bring, beside the one that the browser wrote. @throws what is no sentence for a person */
export const tryOnServer: BrowserCommand<[of: ServerTry]> = (_, of): Promise<ServerAttempt> =>
  inTemporaryFolder(async (given) => {
    const { plan, target, bitrateScale } = of;
    const files = await written(given, of.files);
    const browser = await given.file(`browser.${target.format}`, Buffer.from(of.movie, 'base64'));
    try {
      return await inTemporaryFolder(async (work) => {
        const path = work.path(`server.${target.format}`);
        await writeOnServer({ plan, target, files, folder: work.folder, path, options: { bitrateScale } });
        return { likeness: await likenessOf(browser, path), mix: base64Of(await serverSound(plan, files)) };
      });
    } catch (error) {
      if (error instanceof MovieWriteError) return { sentence: error.message };
      throw error;
    }
  });

/** @param files each in base64 by its hash. @returns their paths by their hashes */
async function written(folder: TemporaryFolder, files: Record<string, string>): Promise<Map<string, string>> {
  const paths = new Map<string, string>();
  for (const [sha256, base64] of Object.entries(files))
    paths.set(sha256, await folder.file(sha256, Buffer.from(base64, 'base64')));
  return paths;
}

/** As mixOnServer does, of files that are on no disk yet. */
export const mixOfFiles: BrowserCommand<[plan: MoviePlan, files: Record<string, string>]> = (_, plan, files) =>
  inTemporaryFolder(async (folder) => base64Of(await serverSound(plan, await written(folder, files))));

function base64Of(planes: readonly Float32Array[]): string {
  return Buffer.concat(planes.map(({ buffer }) => Buffer.from(buffer as ArrayBuffer))).toString('base64');
}

/** A sound that is unlike itself a moment later, by ffmpeg; made once. */
export const musicFile: BrowserCommand<[seconds: number, kind: MusicKind]> = async (_, seconds, kind) => {
  const { ending, args, patch }: MusicFile = oddMusic[kind] ?? { ending: kind, args: ['-ac', '2'] };
  const sound = `aevalsrc=0.3*sin(2*PI*(200+90*t)*t)*(0.6+0.4*sin(6*PI*t)):s=44100:d=${seconds}`;
  return await madeOnce([sound, kind, args], ending, async (draft) => {
    await ffmpeg(['-f', 'lavfi', '-i', sound, ...args, draft]);
    if (patch !== undefined) await writeFile(draft, patch(await readFile(draft)));
  });
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
