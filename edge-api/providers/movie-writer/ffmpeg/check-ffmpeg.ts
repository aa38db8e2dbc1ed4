/** Whether there is an ffmpeg that can write movies. */
import { tmpdir } from 'node:os';
import { listed } from '#shared/words/format.ts';
import type { WriterCheck } from '../port.ts';
import { writerWords } from '../words.ts';
import { ffmpegOutput, FfmpegError } from './run-ffmpeg.ts';

/** By format: its encoder of pictures, and of sound. */
const ENCODERS = { mp4: ['libx264', 'aac'], webm: ['libvpx-vp9', 'libopus'] } as const;

export type Abilities = { version: string; mp4: boolean; webm: boolean; missing: string[] };

/** Really runs it. @throws FfmpegError where it doesn't run, or an AbortError */
export async function abilitiesOf(program: string, signal: AbortSignal): Promise<Abilities> {
  const ffmpeg = { program, folder: tmpdir(), signal };
  const said = (await ffmpegOutput(ffmpeg, ['-version'])).toString();
  const listing = (await ffmpegOutput(ffmpeg, ['-encoders'])).toString();
  const names = new Set(listing.split('\n').map((line) => line.trim().split(/\s+/)[1] ?? ''));
  const lacks = (format: keyof typeof ENCODERS): string[] => ENCODERS[format].filter((name) => !names.has(name));
  return {
    version: /^ffmpeg version (\S+)/.exec(said)?.[1] ?? '',
    mp4: lacks('mp4').length === 0,
    webm: lacks('webm').length === 0,
    missing: [...lacks('mp4'), ...lacks('webm')],
  };
}

/** @param program null where there is none. @throws an AbortError */
export async function checkFfmpeg(program: string | null, signal: AbortSignal): Promise<WriterCheck> {
  if (program === null) return { available: false, version: null, error: writerWords.noFfmpeg };
  try {
    const { version, mp4, missing } = await abilitiesOf(program, signal);
    const error = missing.length === 0 ? null : writerWords.noEncoder({ encoders: listed(missing) });
    return { available: mp4, version, error };
  } catch (error) {
    if (!(error instanceof FfmpegError)) throw error;
    return { available: false, version: null, error: writerWords.broken({ detail: error.words }) };
  }
}
