/** Projects of any size are saved and opened in little memory: `npm run test:long` does it with five gigabytes, which needs Zip64. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { zipOf } from '#editor/project-file.ts';
import type { ByteSource } from '#shared/mp4/byte-source.ts';
import { documentText, storyreelDocumentSchema } from '#shared/storyreel-file/document.ts';
import { checkHashes, openStoryreelFile } from '#shared/storyreel-file/open-file.ts';
import { completeScene, projectRow, testHash } from '#tests/helpers/rows.ts';

const GIGABYTES = Number(process.env['TEST_FILE_GB'] ?? 0.3);
const PIECE = new Uint8Array(1 << 20).fill(7);
const CLIP_BYTES = 100 * PIECE.length;
const MOST_EXTRA_BYTES = 200_000_000;

test(`a project of ${GIGABYTES} GB is saved and opened in little memory`, async () => {
  const count = Math.ceil((GIGABYTES * 1e9) / CLIP_BYTES);
  const document = storyreelDocumentSchema.parse({
    format: 'storyreel',
    version: 1,
    savedAt: Date.UTC(2026, 10, 1),
    app: '0.1.0',
    project: projectRow(),
    scenes: Array.from({ length: count }, (_, index) => completeScene(index + 1)),
    takes: [],
    fonts: [],
    receipts: [],
    ledger: [],
    files: Array.from({ length: count }, (_, index) => ({
      kind: 'clip',
      sha256: testHash(index + 1),
      sizeBytes: CLIP_BYTES,
    })),
    missing: [],
  });
  const before = process.memoryUsage().rss;
  let most = before;
  // Of what is written only that is kept which isn't a clip.
  const written = keptParts();
  for await (const piece of zipOf(document, () => ({ stream: pieces }))) {
    written.add(piece);
    most = Math.max(most, process.memoryUsage().rss);
  }
  const opened = await openStoryreelFile(written.source());
  expect(documentText(opened.document)).toBe(documentText(document));
  expect(opened.files.at(-1)?.end).toBeGreaterThan(GIGABYTES * 1e9);
  let hashed = 0;
  await checkHashes(opened, async (start, end) => {
    hashed += end - start;
    return opened.files.find((file) => file.start === start)?.sha256 ?? createHash('sha256').digest('hex');
  });
  expect(hashed).toBe(count * CLIP_BYTES);
  most = Math.max(most, process.memoryUsage().rss);
  console.log(`${(written.sizeBytes() / 1e9).toFixed(2)} GB took ${Math.round((most - before) / 1e6)} MB more at most`);
  expect(most - before).toBeLessThan(MOST_EXTRA_BYTES);
}, 600_000);

function pieces(): ReadableStream<Uint8Array<ArrayBuffer>> {
  let left = CLIP_BYTES / PIECE.length;
  return new ReadableStream({
    pull(controller) {
      if (left-- > 0) controller.enqueue(PIECE);
      else controller.close();
    },
  });
}

/** A file of which the clips' bytes are only counted. */
function keptParts() {
  const parts: { at: number; bytes: Uint8Array }[] = [];
  let end = 0;
  return {
    sizeBytes: () => end,
    add(piece: Uint8Array) {
      const isClip = piece.length === PIECE.length;
      if (!isClip) parts.push({ at: end, bytes: piece.slice() });
      end += piece.length;
    },
    source(): ByteSource {
      return {
        sizeBytes: end,
        async read(from, to) {
          const bytes = new Uint8Array(to - from).fill(7);
          for (const part of parts.filter(({ at, bytes: { length } }) => at < to && at + length > from)) {
            const [start, stop] = [Math.max(from, part.at), Math.min(to, part.at + part.bytes.length)];
            bytes.set(part.bytes.subarray(start - part.at, stop - part.at), start - from);
          }
          return bytes;
        },
      };
    },
  };
}
