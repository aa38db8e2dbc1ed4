/** At which samples of a picture track a decoder may really begin, and what the heads of those samples bring along. */
import { inBandSets, isIdr } from '../avc/key-frame-head.ts';
import type { NalLengthSize } from '../avc/nal.ts';
import type { ByteSource } from './byte-source.ts';
import { type HevcConfig, readHevcHead } from './hevc-config.ts';
import type { SampleTable } from './mp4-index.ts';

/** Bytes at the head of a sample in which its first picture data begin, behind parameter sets and words of the encoder. */
const HEAD_BYTES = 4096;
/** Bytes that are read at once where key frames lie close to each other. */
const READ_BYTES = 1 << 16;

export type EntryPoints = {
  /**
   * 1 for each sync sample that is an IDR picture. Files also list pictures of open groups, at which players may enter only if
   * they bear what is missing before them: browsers don't.
   */
  isIdr: Uint8Array;
  /** Whether any of them has parameter sets in front of its picture. */
  hasSets: boolean;
  /** Whether any of these is another than those of the file's index; only told for HEVC. */
  hasOtherSets: boolean;
};

type Places = Pick<SampleTable, 'offsets' | 'sizes' | 'isSync'>;

/** Of H.264. @throws RangeError for malformed samples */
export async function avcEntryPoints(
  source: ByteSource,
  samples: Places,
  nalLengthSize: NalLengthSize,
): Promise<EntryPoints> {
  const found: EntryPoints = { isIdr: new Uint8Array(samples.sizes.length), hasSets: false, hasOtherSets: false };
  for await (const { sample, head } of headsOf(source, samples)) {
    found.isIdr[sample] = isIdr(head, nalLengthSize) ? 1 : 0;
    found.hasSets ||= inBandSets(head, nalLengthSize).length > 0;
  }
  return found;
}

/** Of HEVC. */
export async function hevcEntryPoints(source: ByteSource, samples: Places, config: HevcConfig): Promise<EntryPoints> {
  const found: EntryPoints = { isIdr: new Uint8Array(samples.sizes.length), hasSets: false, hasOtherSets: false };
  for await (const { sample, head } of headsOf(source, samples)) {
    const told = readHevcHead(head, config);
    found.isIdr[sample] = told.isIdr ? 1 : 0;
    found.hasSets ||= told.hasSets;
    found.hasOtherSets ||= told.hasOtherSets;
  }
  return found;
}

/** The first bytes of each sync sample, in stored order. */
async function* headsOf(
  source: ByteSource,
  { offsets, sizes, isSync }: Places,
): AsyncGenerator<{ sample: number; head: Uint8Array }, void> {
  const endOf = (sample: number): number => offsets[sample]! + Math.min(HEAD_BYTES, sizes[sample]!);
  for (let first = isSync.indexOf(1); first >= 0;) {
    const start = offsets[first]!;
    const group = [first];
    let end = endOf(first);
    let next = isSync.indexOf(1, first + 1);
    for (
      ;
      next >= 0 && offsets[next]! >= start && endOf(next) <= start + READ_BYTES;
      next = isSync.indexOf(1, next + 1)
    ) {
      group.push(next);
      end = Math.max(end, endOf(next));
    }
    const bytes = end > start ? await source.read(start, end) : new Uint8Array(0);
    for (const sample of group) yield { sample, head: bytes.subarray(offsets[sample]! - start, endOf(sample) - start) };
    first = next;
  }
}
