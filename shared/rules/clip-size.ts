/** Pixels of a clip: at 9:16 "1080p" is 1080 wide and 1920 high. */
import type { AspectRatio } from '../catalogue/models.ts';

export function clipSize(resolution: '720p' | '1080p', ratio: AspectRatio): { width: number; height: number } {
  const [long, short] = resolution === '1080p' ? [1920, 1080] : [1280, 720];
  return ratio === '9:16' ? { width: short, height: long } : { width: long, height: short };
}
