/** The sweep of kept stretches, while another tab removes some of them. */
import { expect, test } from 'vitest';
import { createSegmentStore, SEGMENT_DIRECTORY } from '#media/export/segments/segment-store.ts';
import { directoryOf, storedFile } from './opfs.ts';

const FILES = 40;

/** Says whether a file stays: the sweep asks for each that it has listed, before it opens it. */
class Asked extends Set<string> {
  onName: (() => void) | null = null;
  override has(name: string): boolean {
    this.onName?.();
    return super.has(name);
  }
}

test('goes on where files that it has listed are gone', async () => {
  const directory = await directoryOf(SEGMENT_DIRECTORY);
  const names = Array.from({ length: FILES }, () => crypto.randomUUID());
  for (const name of names) await storedFile(directory, name, '1234');
  let removal: Promise<unknown> | null = null;
  const keep = new Asked();
  keep.onName = () => {
    removal ??= Promise.all(names.map((name) => directory.removeEntry(name)));
  };
  // Room for all: what other tests keep stays.
  const sweep = createSegmentStore(() => Date.now()).sweep(keep, Number.POSITIVE_INFINITY);
  await expect(sweep).resolves.toEqual(expect.any(Number));
  await expect(removal).resolves.toHaveLength(FILES);
});
