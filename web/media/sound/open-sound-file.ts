/** Opens the sound of a file that may have no picture, such as a piece of music. */
import { ALL_FORMATS, BlobSource, Input, type InputAudioTrack } from 'mediabunny';
import { MediaFailure } from '../failures.ts';
import { firstAudioTrack } from '../probe/first-tracks.ts';

export type SoundFile = {
  track: InputAudioTrack;
  /** From the file's time 0 to the end of its last packet. */
  durationSeconds: number;
  /** Ends the reading of the file. */
  close(): void;
};

/** Music or a voice-over. The caller closes it. @throws MediaFailure `music-unreadable` */
export async function openNamedSound(blob: Blob, name: string): Promise<SoundFile> {
  try {
    const file = await openSoundFile(blob);
    if (file !== null) return file;
  } catch (error) {
    if (error instanceof MediaFailure) throw new MediaFailure('music-unreadable', { ...error.facts, name }, error);
    throw error;
  }
  throw new MediaFailure('music-unreadable', { name, detail: 'the file has no sound' });
}

/** Null for a file without sound. The caller closes it. @throws MediaFailure `source-unreadable` for what is no media file */
export async function openSoundFile(blob: Blob): Promise<SoundFile | null> {
  const input = new Input({ source: new BlobSource(blob), formats: ALL_FORMATS });
  let opened: SoundFile | null = null;
  try {
    const track = await firstAudioTrack(input);
    if (track !== null)
      opened = { track, durationSeconds: await track.computeDuration(), close: () => input.dispose() };
    return opened;
  } catch (error) {
    const detail = `sound: ${error instanceof Error ? error.message : String(error)}`;
    throw new MediaFailure('source-unreadable', { detail }, error);
  } finally {
    if (opened === null) input.dispose();
  }
}
