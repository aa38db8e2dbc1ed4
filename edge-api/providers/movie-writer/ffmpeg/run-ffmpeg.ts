/**
 * Runs ffmpeg without a shell, and lets no run outlive whoever started it.
 *
 * A run is killed when its signal is aborted. If the server itself is killed, nobody is left to do so: the kernel then does
 * where it can be asked to. Every run also writes what it makes into a pipe that the server reads, and ends by itself when
 * nobody does any more; while an encoder looks ahead, that takes it some seconds.
 */
import type { ChildProcess } from 'node:child_process';
import { Readable, type Writable } from 'node:stream';
import { spawnTied } from '#edge-api/providers/tied-process.ts';
import { WritingInterruptedError } from '../port.ts';

/** What every run begins with. */
const COMMON = ['-nostdin', '-hide_banner', '-nostats', '-loglevel', 'error', '-y'];
/** Enough of ffmpeg's output to tell what is wrong. */
const WORDS_LENGTH = 2000;
/** How ffmpeg ends when a signal asks it to; it says nothing then. */
const ASKED_TO_END = 255;
/** Those that tell of a bug in ffmpeg, which the same movie would meet again. */
const CRASHES: readonly string[] = ['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGTRAP', 'SIGSYS'];

/** ffmpeg ended with a failure. `words` are its own. */
export class FfmpegError extends Error {
  readonly words: string;

  constructor(words: string, options?: ErrorOptions) {
    super(`ffmpeg failed: ${words}`, options);
    this.name = 'FfmpegError';
    this.words = words;
  }
}

export type Ffmpeg = {
  /** Path of the program. */
  program: string;
  /** Working folder: relative names in arguments are meant in it. */
  folder: string;
  signal: AbortSignal;
};

export type Run = {
  /** What ffmpeg makes. It is read to its end, or the run is stopped. */
  output: Readable;
  /** Goes to ffmpeg's standard input. */
  input: Writable;
  /** Numbered pipes behind the usual three, from 3 on. */
  more: readonly Readable[];
  /**
   * When ffmpeg has ended and all of it was read.
   * @throws FfmpegError, WritingInterruptedError if somebody else killed it, or whatever the signal is aborted with
   */
  ended: Promise<void>;
  /** Kills ffmpeg if it still runs, and waits for its end. */
  stop(): Promise<void>;
};

/** @param pipes numbered pipes that ffmpeg writes to beside its standard output */
export function startFfmpeg({ program, folder, signal }: Ffmpeg, args: readonly string[], pipes = 0): Run {
  signal.throwIfAborted();
  const child = spawnTied(program, [...COMMON, ...args], {
    cwd: folder,
    env: {},
    stdio: ['pipe', 'pipe', 'pipe', ...Array.from({ length: pipes }, () => 'pipe' as const)],
  });
  const [input, output, errors] = [child.stdin, child.stdout, child.stderr];
  if (input === null || output === null || errors === null) throw new Error('ffmpeg was started without pipes');
  // An ffmpeg that has ended takes no more; why it ended is told by `ended`.
  input.on('error', () => undefined);
  let words = '';
  errors.on('data', (chunk: Buffer) => {
    words = (words + chunk.toString()).slice(-WORDS_LENGTH);
  });
  const kill = (): void => void child.kill('SIGKILL');
  signal.addEventListener('abort', kill, { once: true });
  const closed = whenClosed(child).finally(() => signal.removeEventListener('abort', kill));
  const ended = closed.then((end) => {
    if (signal.aborted) throw signal.reason;
    requireSuccess(end, words.trim());
  });
  // Whoever stops a run early doesn't ask how it ended.
  ended.catch(() => undefined);
  return {
    input,
    output,
    more: child.stdio.slice(3).flatMap((pipe) => (pipe instanceof Readable ? [pipe] : [])),
    ended,
    async stop() {
      kill();
      for (const pipe of [output, errors, ...child.stdio.slice(3)])
        if (pipe !== null && pipe !== undefined) pipe.destroy();
      await closed.catch(() => undefined);
    },
  };
}

type End = { code: number | null; killedBy: string | null };

async function whenClosed(child: ChildProcess): Promise<End> {
  return await new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new FfmpegError(error.message, { cause: error })));
    child.once('close', (code, killedBy) => resolve({ code, killedBy }));
  });
}

function requireSuccess({ code, killedBy }: End, words: string): void {
  if (code === 0) return;
  const isCrash = killedBy !== null && CRASHES.includes(killedBy);
  if (!isCrash && (killedBy !== null || (code === ASKED_TO_END && words === '')))
    throw new WritingInterruptedError(`ffmpeg was ended by ${killedBy ?? 'a signal'}`);
  throw new FfmpegError(words === '' ? `it ended with ${killedBy ?? code}` : words);
}

/** All that a run writes. @throws as `Run.ended` does */
export async function ffmpegOutput(ffmpeg: Ffmpeg, args: readonly string[], input?: Uint8Array): Promise<Buffer> {
  const run = startFfmpeg(ffmpeg, args);
  try {
    run.input.end(input);
    const pieces: Buffer[] = [];
    for await (const piece of run.output) pieces.push(piece);
    await run.ended;
    return Buffer.concat(pieces);
  } finally {
    await run.stop();
  }
}

/** Arguments that open a clip and nothing else, and only as a movie. */
export function clipInput(path: string): string[] {
  return [
    '-protocol_whitelist',
    'file',
    '-f',
    'mov',
    '-max_pixels',
    String(MAX_PIXELS),
    '-noautorotate',
    '-i',
    `file:${path}`,
  ];
}

/** A picture of 8192 by 4320. */
export const MAX_PIXELS = 8192 * 4320;
