// Runs ffmpeg or ffprobe and collects what it says.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Writable } from 'node:stream';

export interface ToolRun {
  stdout: Buffer;
  stderr: string;
  code: number | null;
}

export interface ToolInput {
  /** Written to the tool's standard input, one chunk after another. */
  stdin?: Iterable<Uint8Array>;
  /** Written to the tool's file descriptor 3, readable there as `pipe:3`. */
  pipe3?: Uint8Array;
}

/** Runs a tool to its end, whatever its exit code. Rejects only if it can't be started. */
export async function runTool(
  tool: 'ffmpeg' | 'ffprobe',
  args: readonly string[],
  input: ToolInput = {},
): Promise<ToolRun> {
  const child = spawn(tool, args, { stdio: ['pipe', 'pipe', 'pipe', 'pipe'] });
  const chunks: Buffer[] = [];
  const words: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => words.push(chunk));
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code));
  });
  const third = child.stdio[3];
  const writing = [feed(child.stdin, input.stdin ?? [])];
  if (third !== null && third !== undefined && 'write' in third)
    writing.push(feed(third, input.pipe3 === undefined ? [] : [input.pipe3]));
  const [code] = await Promise.all([ended, ...writing]);
  return { stdout: Buffer.concat(chunks), stderr: Buffer.concat(words).toString('utf8'), code };
}

/** Runs ffmpeg and throws its words if it fails. */
export async function ffmpeg(args: readonly string[], input: ToolInput = {}): Promise<Buffer> {
  const run = await runTool('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args], input);
  if (run.code !== 0) throw new Error(`ffmpeg ${args.join(' ')} ended with ${run.code}: ${run.stderr}`);
  return run.stdout;
}

/** Writes with back-pressure. A reader that has seen enough closes its end, which is no error here. */
async function feed(stream: Writable, chunks: Iterable<Uint8Array>): Promise<void> {
  let isClosed = false;
  const closing = once(stream, 'close').catch(() => undefined);
  stream.on('error', () => {
    isClosed = true;
  });
  for (const chunk of chunks) {
    if (isClosed || stream.destroyed) break;
    if (!stream.write(chunk)) await Promise.race([once(stream, 'drain').catch(() => undefined), closing]);
  }
  stream.end();
}
