/** Opens a clip's file by ranges (its index may stand at the end) and reads its facts, never its media bytes. */
import { ALL_FORMATS, BlobSource, Input } from 'mediabunny';
import { MediaFailure } from '../failures.ts';
import { blobSource, type HeldSource } from '#shared/mp4/byte-source.ts';
import { readMp4Index } from '#shared/mp4/read-index.ts';
import type { ClipTracks } from './clip-tracks.ts';
import type { ClipFacts, VideoFacts } from '#shared/clip/clip-facts.ts';
import { withExactFacts } from './exact-facts.ts';
import { factsFromIndex } from '#shared/clip/facts-from-index.ts';
import { factsFromTracks, readAudioFacts } from './facts-from-tracks.ts';
import { firstAudioTrack, firstVideoTrack } from './first-tracks.ts';
import { isGone } from '#opfs/files.ts';
import { repackSound, repackVideo, type Repacked } from './repack.ts';
import { isShareableCodec, repackShareable, shareableFromIndex } from './shareable-video.ts';

export type OpenClip = ClipContent & {
  /** The file, read by ranges. */
  blob: Blob;
  /** What the facts' stored packets are ranges of: the file, or packets that were taken out of it. */
  media: { video: HeldSource<Blob>; audio: HeldSource<Blob> };
  /** The tracks by the reading library, which is opened when first asked. @throws MediaFailure `source-unreadable` */
  tracks(): Promise<ClipTracks>;
  /** Ends the reading of the file. */
  close(): void;
};

/** A clip's facts, and its packets where they were taken out of the file. */
export type ClipContent = { facts: ClipFacts; taken: { video: Blob | null; audio: Blob | null } };

export type OpenClipOptions = {
  /** For the sentence of a failure. */
  sceneNumber?: number;
  /** Reads the facts by the library even where our own index reader could: a second opinion. */
  byLibrary?: boolean;
  /** Whether packets are to be copied. Some files are read as a whole for that. */
  isForCopying?: boolean;
  /** What was found in the same file before; nothing is read then. */
  known?: ClipContent | undefined;
};

/**
 * The caller closes the clip.
 * @throws MediaFailure `source-unreadable` for what is no video, has no picture, or is cut off
 */
export async function openClip(
  blob: Blob,
  { sceneNumber, byLibrary = false, isForCopying = false, known }: OpenClipOptions = {},
): Promise<OpenClip> {
  const file = blobSource(blob);
  let input: Input | null = null;
  let opened: Promise<ClipTracks> | null = null;
  const tracks = (): Promise<ClipTracks> => {
    input ??= new Input({ source: new BlobSource(blob), formats: ALL_FORMATS });
    opened ??= openTracks(input).catch((error: unknown) => {
      throw unreadable(error, sceneNumber);
    });
    return opened;
  };
  const close = (): void => input?.dispose();
  const readContent = async (): Promise<ClipContent> => {
    const facts = byLibrary ? await factsFromTracks(blob, await tracks()) : await readFacts(file, tracks);
    return isForCopying ? await withPackets(blob, facts, tracks) : { facts, taken: { video: null, audio: null } };
  };
  try {
    const { facts, taken } = known ?? (await readContent());
    const mediaOf = (own: Blob | null): HeldSource<Blob> => (own === null ? file : blobSource(own));
    return { facts, taken, blob, media: { video: mediaOf(taken.video), audio: mediaOf(taken.audio) }, tracks, close };
  } catch (error) {
    close();
    throw unreadable(error, sceneNumber);
  }
}

/** By our own reader; by the library where that doesn't fully understand the picture, or the file is no MP4. */
async function readFacts(file: HeldSource<Blob>, tracks: () => Promise<ClipTracks>): Promise<ClipFacts> {
  const index = await readMp4Index(file);
  if (index === null) return await factsFromTracks(file.handle, await tracks());
  const own = await factsFromIndex(file, index, async () => {
    const { audio } = await tracks();
    return audio === null ? null : await readAudioFacts(audio);
  });
  if (own !== null) return own;
  const facts = await factsFromTracks(file.handle, await tracks());
  return { ...facts, video: withExactFacts(facts.video, index) };
}

/** Makes what lies in the file in another form than MP4's fit for copying, where it can be. */
async function withPackets(blob: Blob, facts: ClipFacts, tracks: () => Promise<ClipTracks>): Promise<ClipContent> {
  const { audio } = facts;
  const picture = await pictureForCopying(blob, facts.video, tracks);
  const track = audio !== null && audio.stored === null ? (await tracks()).audio : null;
  const sound = audio === null || track === null ? null : await repackSound(track, audio);
  return {
    facts: { ...facts, video: picture.facts, audio: sound?.facts ?? audio },
    taken: { video: picture.media, audio: sound?.media ?? null },
  };
}

async function pictureForCopying(
  blob: Blob,
  facts: VideoFacts,
  tracks: () => Promise<ClipTracks>,
): Promise<Repacked<VideoFacts>> {
  const asItIs = { facts, media: null };
  if (facts.stored !== null || !isRepackable(facts)) return asItIs;
  if (facts.codec.startsWith('avc')) return await repackVideo((await tracks()).video, facts);
  if (!isShareableCodec(facts.codec)) return asItIs;
  const index = await readMp4Index(blobSource(blob));
  const shareable = index === null ? null : await shareableFromIndex(blob, index, facts);
  if (shareable !== null) return { facts: { ...facts, shareable }, media: null };
  const taken = await repackShareable((await tracks()).video, facts);
  return taken === null ? asItIs : { facts: { ...facts, shareable: taken.shareable }, media: taken.media };
}

/** Whether another form would help: a varying rate stays one. */
function isRepackable({ copyRefusal }: VideoFacts): boolean {
  return copyRefusal === 'codec' || copyRefusal === 'stream-kind';
}

async function openTracks(input: Input): Promise<ClipTracks> {
  const video = await firstVideoTrack(input);
  if (video === null) throw new Error('The file has no picture');
  return { video, audio: await firstAudioTrack(input) };
}

/** Wraps whatever a reader or decoder says of a broken file, or of one that was taken away. */
export function unreadable(error: unknown, sceneNumber?: number): MediaFailure {
  if (error instanceof MediaFailure && (error.code === 'source-unreadable' || error.code === 'source-missing'))
    return error;
  const detail = error instanceof Error ? error.message : String(error);
  return new MediaFailure(
    isGone(error) ? 'source-missing' : 'source-unreadable',
    { ...(sceneNumber === undefined ? {} : { sceneNumber }), detail },
    error,
  );
}
