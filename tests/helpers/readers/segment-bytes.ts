/** Looks for pieces of one file in another, for "what was trimmed away is not in the movie". */

/** Bytes from `start` up to `end`, which is outside. */
export type ByteRange = { start: number; end: number };

/** A run of bytes that stands in both files. */
export type FoundRun = { sourceAt: number; outputAt: number; length: number };

/** A shorter run may be chance: headers, silence, runs of one value. */
export const LEAST_RUN_BYTES = 64;

/** Every run of 64 bytes or more has a whole block of this length in it that begins at a multiple of it. */
const BLOCK_BYTES = LEAST_RUN_BYTES / 2;

/**
 * The runs of at least 64 bytes of the source's ranges that stand anywhere in the output.
 * @param keptRanges ranges of the source that may be in the output: a run that stands in them as well is no find
 */
export function findSourceBytes(
  source: Buffer,
  ranges: readonly ByteRange[],
  output: Buffer,
  keptRanges: readonly ByteRange[] = [],
): FoundRun[] {
  const kept = keptRanges.map(({ start, end }) => source.subarray(start, end));
  return ranges.flatMap((range) =>
    runsOfRange(source, range, output).filter((run) => !kept.some((bytes) => bytes.includes(bytesOf(source, run)))),
  );
}

/** Blocks of the range are looked up in the output; each hit is grown to both sides as far as the bytes agree. */
function runsOfRange(source: Buffer, { start, end }: ByteRange, output: Buffer): FoundRun[] {
  const runs: FoundRun[] = [];
  for (let at = start; at + BLOCK_BYTES <= end;) {
    const block = source.subarray(at, at + BLOCK_BYTES);
    const longest = longestRun(source, { start, end }, at, block, output);
    if (longest !== null && longest.length >= LEAST_RUN_BYTES) runs.push(longest);
    // What the run covers need not be searched again.
    const next = longest === null ? at : Math.max(at, longest.sourceAt + longest.length - BLOCK_BYTES);
    at = next + BLOCK_BYTES;
  }
  return runs;
}

function longestRun(
  source: Buffer,
  { start, end }: ByteRange,
  at: number,
  block: Buffer,
  output: Buffer,
): FoundRun | null {
  let longest: FoundRun | null = null;
  for (let hit = output.indexOf(block); hit >= 0; hit = output.indexOf(block, hit + 1)) {
    let before = 0;
    while (at - before > start && hit - before > 0 && source[at - before - 1] === output[hit - before - 1]) before += 1;
    let length = before + BLOCK_BYTES;
    while (
      at - before + length < end &&
      hit - before + length < output.length &&
      source[at - before + length] === output[hit - before + length]
    )
      length += 1;
    if (longest === null || length > longest.length)
      longest = { sourceAt: at - before, outputAt: hit - before, length };
  }
  return longest;
}

function bytesOf(source: Buffer, { sourceAt, length }: FoundRun): Buffer {
  return source.subarray(sourceAt, sourceAt + length);
}
