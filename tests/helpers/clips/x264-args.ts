/** ffmpeg's output arguments that encode the picture anew by x264 with these options and leave the sound as it is. */
export function x264Args(options: string): string[] {
  return ['-c:v', 'libx264', '-preset', 'fast', '-crf', '20', ...options.split(' '), '-c:a', 'copy'];
}
