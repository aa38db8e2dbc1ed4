/** Mono that its container calls stereo, and that nothing else describes: ffmpeg puts it into the left channel alone, browsers into both. */
import { aacOf } from '#shared/clip/facts-from-index.ts';
import type { ByteSource } from '#shared/mp4/byte-source.ts';
import { copyableAudio } from '#shared/mp4/copyable-track.ts';
import type { Mp4Index } from '#shared/mp4/mp4-index.ts';
import { readMp4Index } from '#shared/mp4/read-index.ts';
import { openSource } from './files.ts';

/** @throws whatever reading says */
export async function isMonoInStereo(file: ByteSource, index: Mp4Index): Promise<boolean> {
  const track = index.tracks.find(({ kind }) => kind === 'audio');
  const copyable = track === undefined ? null : copyableAudio(track);
  if (copyable === null || copyable.config !== null || copyable.channels !== 2) return false;
  return (await aacOf(file, copyable))?.channels === 1;
}

/** Of a file of any kind; not where it can't be read as an MP4. @throws the file system's error */
export async function isMonoInStereoFile(path: string): Promise<boolean> {
  const file = await openSource(path);
  try {
    const index = await readMp4Index(file);
    return index !== null && (await isMonoInStereo(file, index));
  } catch (error) {
    // Broken: what of it can be heard is ffmpeg's to say.
    if (error instanceof RangeError) return false;
    throw error;
  } finally {
    await file.close();
  }
}
