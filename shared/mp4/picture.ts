/** The picture of a track as it is shown. */
import { parseAvcConfig } from '../avc/avc-config.ts';
import { readSps, type SpsFacts } from '../avc/sps.ts';
import { videoCodecName } from './codec-name.ts';
import { saidAspect } from './pixel-aspect.ts';
import type { Orientation, PixelAspect, VideoEntry } from './mp4-index.ts';

export type Picture = {
  /** RFC 6381. */
  codec: string;
  /** Stored pixels that are shown: those that only fill the last block are not counted. */
  codedWidth: number;
  codedHeight: number;
  pixelAspect: PixelAspect;
  /** Pixels on screen: pixel aspect applied, and upright. */
  width: number;
  height: number;
  /** Null where players take it as it is stored, and for a matrix that is more than a turn and a mirror. */
  turn: Orientation | null;
  /** Of H.264 whose parameter sets stand in the index. */
  sps: SpsFacts | null;
};

/** @throws RangeError for parameter sets that are malformed */
export function pictureOf(entry: VideoEntry): Picture {
  const sps = spsOf(entry);
  const [codedWidth, codedHeight] = [sps?.croppedWidth ?? entry.width, sps?.croppedHeight ?? entry.height];
  // What the container says goes before what the stream does, as players have it.
  const pixelAspect = entry.pixelAspect ?? (sps === null ? null : saidAspect(sps.pixelAspect)) ?? { h: 1, v: 1 };
  const { orientation } = entry;
  const turn = orientation === null || (orientation.degrees === 0 && !orientation.isMirrored) ? null : orientation;
  const width = Math.max(1, Math.round((codedWidth * pixelAspect.h) / pixelAspect.v));
  const isOnItsSide = turn !== null && turn.degrees % 180 !== 0;
  return {
    codec: videoCodecName(entry),
    codedWidth,
    codedHeight,
    pixelAspect,
    width: isOnItsSide ? codedHeight : width,
    height: isOnItsSide ? width : codedHeight,
    turn,
    sps,
  };
}

function spsOf({ avcConfig }: VideoEntry): SpsFacts | null {
  const set = avcConfig === null ? undefined : parseAvcConfig(avcConfig)?.sps[0];
  return set === undefined ? null : readSps(set);
}
