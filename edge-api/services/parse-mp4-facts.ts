/**
 * What a clip's file says of itself, read by ranges: clips from the models carry their index (`moov`) at the end. Lengths come
 * from the sample tables, never from the header's duration, which is known to lie; what the edit list hides is not counted, and
 * no browser shows it. Nothing is decoded.
 */
import type { MediaFacts } from '#shared/entities/media-facts.ts';
import { CutOffError } from '#shared/mp4/boxes.ts';
import type { ByteSource } from '#shared/mp4/byte-source.ts';
import { audioCodecName } from '#shared/mp4/codec-name.ts';
import { frameRateOf } from '#shared/mp4/frame-rate.ts';
import type { Mp4Index, VideoEntry, Mp4Track } from '#shared/mp4/mp4-index.ts';
import { pictureOf } from '#shared/mp4/picture.ts';
import { presentationOf } from '#shared/mp4/presentation.ts';
import { readMp4Index, type ReadLimits } from '#shared/mp4/read-index.ts';
import { isMp4 } from '#shared/mp4/top-level.ts';
import { clipFileWords as words } from './words.ts';

/**
 * The index of a clip is some 10 kB, and a million samples are eleven hours at 24 frames a second. All of it is in memory while
 * it is read, which an edge host has little of.
 */
const LIMITS: ReadLimits = { indexBytes: 16 * 1024 * 1024, samples: 1_000_000 };

/** The file isn't what it should be. The message is for the person whose clip it is. */
export class Mp4Error extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Mp4Error';
  }
}

/**
 * Reads the facts of a clip.
 * @throws Mp4Error when the file is no MP4, has no picture, is damaged or cut off
 */
export async function parseMp4Facts(source: ByteSource): Promise<MediaFacts> {
  try {
    if (!(await isMp4(source))) throw new Mp4Error(words.notMp4);
    const index = await readMp4Index(source, LIMITS);
    if (index === null) throw new Mp4Error(words.indexTooLarge);
    return factsOf(index);
  } catch (error) {
    if (error instanceof CutOffError) throw new Mp4Error(words.cutOff);
    if (error instanceof RangeError) throw new Mp4Error(words.damaged);
    throw error;
  }
}

function factsOf({ tracks }: Mp4Index): MediaFacts {
  const video = tracks.find(({ kind }) => kind === 'video');
  const audio = tracks.find(({ kind }) => kind === 'audio');
  if (video?.entry.kind !== 'video') throw new Mp4Error(words.noPicture);
  return {
    video: videoFacts(video, video.entry),
    audio: audio?.entry.kind === 'audio' ? audioFacts(audio.entry) : null,
  };
}

function videoFacts(track: Mp4Track, entry: VideoEntry): MediaFacts['video'] {
  const { frameTimes, endTicks } = presentationOf(track);
  const [first] = frameTimes;
  if (first === undefined || endTicks <= first) throw new Mp4Error(words.noFrames);
  const { codec, width, height } = pictureOf(entry);
  if (width === 0 || height === 0) throw new Mp4Error(words.noSize);
  return {
    codec,
    width,
    height,
    fps: frameRateOf({ times: frameTimes, end: endTicks, timescale: track.timescale }),
    frameCount: frameTimes.length,
    durationSeconds: (endTicks - first) / track.timescale,
  };
}

function audioFacts(entry: Extract<Mp4Track['entry'], { kind: 'audio' }>): NonNullable<MediaFacts['audio']> {
  return { codec: audioCodecName(entry), channels: entry.channels, sampleRate: entry.sampleRate };
}
