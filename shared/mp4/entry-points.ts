/** At which samples of a picture track a decoder may really begin. */
import { isIdr } from '../avc/key-frame-head.ts';
import type { NalLengthSize } from '../avc/nal.ts';
import type { ByteSource } from './byte-source.ts';
import type { SampleTable } from './mp4-index.ts';

/** Bytes at the head of a sample in which its first picture data begin, behind parameter sets and words of the encoder. */
const HEAD_BYTES = 4096;

/**
 * 1 for each sync sample that is an IDR picture. Files also list pictures of open groups, at which players may enter only if
 * they bear what is missing before them: browsers don't. @throws RangeError for malformed samples
 */
export async function idrSamples(
  source: ByteSource,
  { offsets, sizes, isSync }: SampleTable,
  nalLengthSize: NalLengthSize,
): Promise<Uint8Array> {
  const found = new Uint8Array(sizes.length);
  for (let sample = isSync.indexOf(1); sample >= 0; sample = isSync.indexOf(1, sample + 1)) {
    const from = offsets[sample]!;
    const head = await source.read(from, from + Math.min(HEAD_BYTES, sizes[sample]!));
    found[sample] = isIdr(head, nalLengthSize) ? 1 : 0;
  }
  return found;
}
