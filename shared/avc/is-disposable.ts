/** Whether a decoder may be spared a picture. */
import { isPictureData, nalUnits, type NalLengthSize } from './nal.ts';

/**
 * Whether no other picture is predicted from a sample's: nal_ref_idc is 0 in all its slices (ITU-T H.264 7.4.1). A sample
 * that can't be read counts as needed.
 */
export function isDisposable(sample: Uint8Array, lengthSize: NalLengthSize): boolean {
  let slices = 0;
  try {
    for (const { type, start } of nalUnits(sample, lengthSize)) {
      if (!isPictureData(type)) continue;
      if (((sample[start] ?? 0xff) & 0x60) !== 0) return false;
      slices += 1;
    }
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
  return slices > 0;
}
