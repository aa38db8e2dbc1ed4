// Walks through all pictures of a file once, small and grey, without keeping them.

import { spawn } from 'node:child_process';

/** Calls `visit` with every frame in order: one byte a pixel, valid only during the call. Returns the count. */
export async function eachGreyFrame(
  path: string,
  size: { width: number; height: number },
  visit: (pixels: Uint8Array, index: number) => void,
): Promise<number> {
  const filter = `scale=${size.width}:${size.height}`;
  const args = ['-v', 'error', '-nostdin', '-i', path, '-map', '0:v:0', '-vf', filter];
  const child = spawn('ffmpeg', [...args, '-fps_mode', 'passthrough', '-pix_fmt', 'gray', '-f', 'rawvideo', '-'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const frame = Buffer.alloc(size.width * size.height);
  let filled = 0;
  let count = 0;
  for await (const chunk of child.stdout) {
    const bytes = Buffer.from(chunk);
    for (let at = 0; at < bytes.length;) {
      const taken = bytes.copy(frame, filled, at);
      at += taken;
      filled += taken;
      if (filled < frame.length) continue;
      visit(frame, count);
      count += 1;
      filled = 0;
    }
  }
  const code = await ended;
  if (code !== 0) throw new Error(`ffmpeg can't decode ${path}: exit code ${code}`);
  return count;
}
