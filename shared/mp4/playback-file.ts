/**
 * What a `<video>` is given of a clip. Browsers enter at any sample that a file lists as a sync sample, and fail at one that is
 * no IDR; and each has its own idea of a file whose picture begins later than at 0. Such a file gets another index, in which the
 * sync samples are IDRs alone and the first picture stands at 0. Its media are not touched.
 */
import { codecString, parseAvcConfig } from '../avc/avc-config.ts';
import type { ByteSource } from './byte-source.ts';
import { avcEntryPoints } from './entry-points.ts';
import type { Mp4Index, Mp4Track } from './mp4-index.ts';
import { firstShownTicks, writePlaybackHead } from './playback-head.ts';
import { readMp4Index } from './read-index.ts';

export type PlaybackFile = {
  /** RFC 6381 for H.264, else the type of the sample entry; null where the file is no MP4 or has no picture. */
  codec: string | null;
  /** The bytes to play are `head`, then those of the file from `from` up to `to`. Null where the file can be played as it is. */
  amended: { head: Uint8Array<ArrayBuffer>; from: number; to: number } | null;
};

/** Seconds by which a picture may begin late before anybody could see it: a fifth of a frame at 24 a second. */
const LATEST_START = 0.008;
/** A file of more key frames has closed groups: nobody lists a hundred open ones in a clip of some seconds. */
const MOST_ENTRIES = 128;

/** @throws RangeError for an index that is broken or cut off; what the source throws when it can't be read */
export async function playbackFile(source: ByteSource): Promise<PlaybackFile> {
  const index = await readMp4Index(source);
  const video = index?.tracks.find(({ kind }) => kind === 'video');
  if (index === null || video === undefined) return { codec: null, amended: null };
  const isSync = await entryPoints(source, video);
  const isPlain = isSync === null && Math.abs(secondsOfFirst(video)) < LATEST_START;
  const canAmend = video.samples.sizes.length > 0 && playedTracks(index).every(isUnderstood);
  return {
    codec: codecOf(video),
    amended:
      isPlain || !canAmend
        ? null
        : await writePlaybackHead(source, index, { video, isSync: isSync ?? video.samples.isSync }),
  };
}

/** Which sync samples are to be listed; null where the file's own list will do. */
async function entryPoints(source: ByteSource, { entry, samples }: Mp4Track): Promise<Uint8Array | null> {
  const config = entry.kind === 'video' && entry.avcConfig !== null ? parseAvcConfig(entry.avcConfig) : null;
  const listed = samples.isSync.reduce((sum, flag) => sum + flag, 0);
  // With a single one there is nothing better.
  if (config === null || listed < 2 || listed > MOST_ENTRIES) return null;
  const { isIdr } = await avcEntryPoints(source, samples, config.nalLengthSize);
  const isWorse = isIdr.every((flag, sample) => flag === samples.isSync[sample]) || !isIdr.includes(1);
  return isWorse ? null : isIdr;
}

function secondsOfFirst(video: Mp4Track): number {
  if (video.samples.sizes.length === 0 || video.hasComplexEdits) return 0;
  const start = video.edit?.startTicks ?? 0;
  return ((video.edit?.delayTicks ?? 0) + firstShownTicks(video) - start) / video.timescale;
}

function playedTracks({ tracks }: Mp4Index): Mp4Track[] {
  return tracks.filter(({ samples }) => samples.sizes.length > 0);
}

function isUnderstood({ hasComplexEdits, hasSeveralEntries }: Mp4Track): boolean {
  return !hasComplexEdits && !hasSeveralEntries;
}

function codecOf({ entry }: Mp4Track): string {
  return entry.kind === 'video' && entry.avcConfig !== null ? codecString(entry.avcConfig) : entry.format;
}
