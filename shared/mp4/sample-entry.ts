/** Reads the first sample entry of `stsd` (ISO/IEC 14496-12, 8.5.2 and 12). */
import { joinedBytes } from '../bytes.ts';
import { type Box, boxAt, boxesIn, bytesOf, findBox, fourCharacters, requireBody, tableOf } from './boxes.ts';
import { readEsds } from './esds.ts';
import { saidAspect } from './pixel-aspect.ts';
import type { AudioEntry, NclxColor, PixelAspect, VideoEntry } from './mp4-index.ts';

/** Bytes of a sample entry's own fields, in front of its boxes. */
const VIDEO_FIELDS = 78;
const AUDIO_FIELDS = 28;

/** @throws RangeError when there is no entry, or it is cut off */
export function firstEntry(view: DataView, stsd: Box): { entry: Box; hasSeveralEntries: boolean } {
  const { count, at } = tableOf(view, stsd, 8);
  if (count === 0) throw new RangeError('Box stsd has no entry');
  return { entry: boxAt(view, at, stsd.end), hasSeveralEntries: count > 1 };
}

/** What the entry itself says of a picture; the rest stands in the track's header. */
export type StoredPicture = Pick<
  VideoEntry,
  'format' | 'width' | 'height' | 'pixelAspect' | 'avcConfig' | 'otherConfig' | 'lightBoxes' | 'color'
>;

const OTHER_CONFIGS: readonly string[] = ['hvcC', 'av1C', 'vpcC'];
/** Mastering display and content light level: ISO/IEC 14496-12, 12.1.5 and 12.1.6, and the WebM project's own. */
const LIGHT_BOXES: readonly string[] = ['mdcv', 'clli', 'SmDm', 'CoLL'];

export function readVideoEntry(view: DataView, entry: Box): StoredPicture {
  requireBody(entry, VIDEO_FIELDS);
  /** The first of each type: a hostile file repeats them without end. */
  const light = new Map<string, Uint8Array>();
  const picture: StoredPicture = {
    format: entry.type,
    width: view.getUint16(entry.body + 24),
    height: view.getUint16(entry.body + 26),
    pixelAspect: null,
    avcConfig: null,
    otherConfig: null,
    lightBoxes: new Uint8Array(0),
    color: null,
  };
  for (const box of boxesIn(view, entry.body + VIDEO_FIELDS, entry.end)) {
    if (box.type === 'avcC') picture.avcConfig ??= bytesOf(view, box.body, box.end);
    else if (OTHER_CONFIGS.includes(box.type)) picture.otherConfig ??= bytesOf(view, box.body, box.end);
    else if (LIGHT_BOXES.includes(box.type)) {
      if (!light.has(box.type)) light.set(box.type, bytesOf(view, box.start, box.end));
    } else if (box.type === 'pasp') picture.pixelAspect ??= readPixelAspect(view, box);
    else if (box.type === 'colr') picture.color ??= readColor(view, box);
  }
  picture.lightBoxes = joinedBytes([...light.values()]);
  return picture;
}

/** 12.1.4.1. */
function readPixelAspect(view: DataView, box: Box): PixelAspect | null {
  requireBody(box, 8);
  return saidAspect({ h: view.getUint32(box.body), v: view.getUint32(box.body + 4) });
}

/** 12.1.5: `nclx`, and QuickTime's `nclc`, which says nothing of the range. Null for colour profiles. */
function readColor(view: DataView, box: Box): NclxColor | null {
  requireBody(box, 4);
  const type = fourCharacters(view, box.body);
  if (type !== 'nclx' && type !== 'nclc') return null;
  requireBody(box, type === 'nclx' ? 11 : 10);
  return {
    primaries: view.getUint16(box.body + 4),
    transfer: view.getUint16(box.body + 6),
    matrix: view.getUint16(box.body + 8),
    fullRange: type === 'nclx' && view.getUint8(box.body + 10) >= 0x80,
  };
}

/** Bytes of more fields in front of the boxes, by the entry's version (QuickTime File Format, "Sound sample descriptions"). */
const MORE_AUDIO_FIELDS: readonly number[] = [0, 16];

/** QuickTime's version 2 tells rate and channels elsewhere, and is left without a config. */
export function readAudioEntry(view: DataView, entry: Box): AudioEntry {
  requireBody(entry, AUDIO_FIELDS);
  const sound: AudioEntry = {
    kind: 'audio',
    format: entry.type,
    channels: view.getUint16(entry.body + 16),
    sampleRate: view.getUint32(entry.body + 24) >>> 16,
    objectType: null,
    audioConfig: null,
    preSkip: null,
  };
  const more = MORE_AUDIO_FIELDS[view.getUint16(entry.body + 8)];
  if (more === undefined) return sound;
  const boxesAt = entry.body + AUDIO_FIELDS + more;
  if (entry.type === 'Opus') return { ...sound, preSkip: findPreSkip(view, boxesAt, entry.end) };
  const esds = findEsds(view, boxesAt, entry.end);
  if (esds === null) return sound;
  const { objectType, config } = readEsds(view, esds);
  return { ...sound, objectType, audioConfig: config };
}

/** Encapsulation of Opus in ISO Base Media File Format, 4.3.2. Null where the box is missing or cut off. */
function findPreSkip(view: DataView, start: number, end: number): number | null {
  for (const box of boxesIn(view, start, end))
    if (box.type === 'dOps') return box.end - box.body < 4 ? null : view.getUint16(box.body + 2);
  return null;
}

/** QuickTime puts it into a box of its own. */
function findEsds(view: DataView, start: number, end: number): Box | null {
  for (const box of boxesIn(view, start, end)) {
    if (box.type === 'esds') return box;
    const inside = box.type === 'wave' ? findBox(view, box, 'esds') : null;
    if (inside !== null) return inside;
  }
  return null;
}
