/** What the first bytes of a sample tell about it, when the rest is not at hand. */
import { isPictureData, NAL_TYPE, type NalLengthSize, nalUnitsOfPrefix } from './nal.ts';

/**
 * The SPS and PPS in front of a sample's picture. One that is cut off is given as far as it goes, so that it equals no whole
 * one. @throws RangeError for malformed data
 */
export function inBandSets(samplePrefix: Uint8Array, nalLengthSize: NalLengthSize): Uint8Array[] {
  const sets: Uint8Array[] = [];
  for (const { type, start, end } of nalUnitsOfPrefix(samplePrefix, nalLengthSize)) {
    if (isPictureData(type)) break;
    if (type === NAL_TYPE.sps || type === NAL_TYPE.pps) sets.push(samplePrefix.subarray(start, end));
  }
  return sets;
}

/**
 * Whether a sample is an IDR picture, from which decoding may begin: its first picture data are of type 5. False where the
 * bytes at hand end before. @throws RangeError for malformed data
 */
export function isIdr(samplePrefix: Uint8Array, nalLengthSize: NalLengthSize): boolean {
  for (const { type } of nalUnitsOfPrefix(samplePrefix, nalLengthSize))
    if (isPictureData(type)) return type === NAL_TYPE.idrSlice;
  return false;
}
