/** Decodes a clip's sound once and keeps what a waveform and a loudness figure need of it. */
import { measureShape, type SoundShape } from '#shared/sound/sound-shape.ts';
import { openSoundStream } from '#shared/sound/sound-stream.ts';
import { fpsNumber, US_PER_SECOND } from '#shared/movie/time.ts';
import type { OpenClip } from '../probe/open-clip.ts';
import { openSoundFile } from './open-sound-file.ts';
import { soundBlocks } from './sound-blocks.ts';

const FORMAT = { sampleRate: 48_000, channels: 2 };

/** Null for a clip without sound. The clip stays the caller's. @throws MediaFailure, or an AbortError */
export async function readShape(clip: OpenClip, signal: AbortSignal): Promise<SoundShape | null> {
  const { video } = clip.facts;
  const track = (await clip.tracks()).audio;
  if (track === null) return null;
  const startSeconds = (video.frameTimesUs[0] ?? 0) / US_PER_SECOND;
  const start = Math.round(startSeconds * FORMAT.sampleRate);
  const stream = openSoundStream(soundBlocks(track, { signal }), { ...FORMAT, start, signal });
  try {
    return await measureShape(stream, video.frameCount / fpsNumber(video.fps), FORMAT);
  } finally {
    await stream.close();
  }
}

/** The same of a file that need not have pictures, from its time 0 on. @throws MediaFailure, or an AbortError */
export async function readSoundFileShape(file: Blob, signal: AbortSignal): Promise<SoundShape | null> {
  const sound = await openSoundFile(file);
  if (sound === null) return null;
  const stream = openSoundStream(soundBlocks(sound.track, { signal }), { ...FORMAT, start: 0, signal });
  try {
    return await measureShape(stream, sound.durationSeconds, FORMAT);
  } finally {
    await stream.close();
    sound.close();
  }
}
