/** Saved projects come out as they went in; damaged ones come out right or not at all. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { schemaText } from '#scripts/storyreel-file/command.ts';
import { blobSource } from '#shared/mp4/byte-source.ts';
import { documentText } from '#shared/storyreel-file/document.ts';
import { checkHashes, openStoryreelFile, type OpenedFile } from '#shared/storyreel-file/open-file.ts';
import { StoryreelFileError } from '#shared/storyreel-file/refusal.ts';
import { sha256Of } from '#tests/helpers/own-files.ts';
import { readZip } from '#tests/helpers/read-zip.ts';
import { randomSavedProject, type SavedProject } from '#tests/helpers/saved-project.ts';
import { randomFrom } from '#tests/helpers/seeded-random.ts';
import { SEED, someOf } from '#tests/helpers/test-values.ts';

const PROJECTS = someOf(Array.from({ length: 200 }, (_, number) => number));
const MUTATIONS = someOf(Array.from({ length: 2_000 }, (_, number) => number));

async function openWhole(zip: Blob): Promise<OpenedFile> {
  const opened = await openStoryreelFile(blobSource(zip));
  await checkHashes(opened, async (start, end) => sha256Of(new Uint8Array(await zip.slice(start, end).arrayBuffer())));
  return opened;
}

async function expectSame(opened: OpenedFile, zip: Blob, { document, clips }: SavedProject): Promise<void> {
  expect(documentText(opened.document)).toBe(documentText(document));
  expect(opened.files.map(({ sha256 }) => sha256)).toEqual([...clips.keys()]);
  for (const { sha256, start, end } of opened.files) {
    const found = Buffer.from(await zip.slice(start, end).arrayBuffer());
    expect(found.equals(clips.get(sha256) ?? Buffer.alloc(0))).toBe(true);
  }
}

test(`${PROJECTS.length} random projects come out as they went in, byte for byte`, async () => {
  for (const number of PROJECTS) {
    const saved = await randomSavedProject(SEED * 1_000 + number);
    await expectSame(await openWhole(saved.zip), saved.zip, saved);
    // Another reader of the format agrees on the names and the sums.
    const entries = readZip(new Uint8Array(await saved.zip.arrayBuffer()));
    expect(entries.size).toBe(saved.clips.size + 1);
    expect(Buffer.from(entries.get('project.json') ?? []).toString()).toBe(documentText(saved.document));
  }
});

test(`${MUTATIONS.length} damaged files each give a sentence or the right project`, async () => {
  const random = randomFrom(SEED);
  const sentences = new Set<string>();
  const outcomes = { refused: 0, right: 0 };
  for (const number of MUTATIONS) {
    const saved = await randomSavedProject(number % 40);
    const damaged = new Blob([mutated(new Uint8Array(await saved.zip.arrayBuffer()), random)]);
    try {
      await expectSame(await openWhole(damaged), damaged, saved);
      outcomes.right += 1;
    } catch (error) {
      if (!(error instanceof StoryreelFileError)) throw error;
      sentences.add(error.message);
      outcomes.refused += 1;
    }
  }
  expect([...sentences].filter((sentence) => !/^[“A-Z].{20,}\.$/su.test(sentence))).toEqual([]);
  expect(outcomes.refused).toBeGreaterThan(MUTATIONS.length / 2);
  expect(outcomes.right).toBeGreaterThan(0);
}, 120_000);

test('the schema in the docs is the one that files are read by', async () => {
  expect(JSON.parse(await readFile('docs/storyreel-file.schema.json', 'utf8'))).toEqual(JSON.parse(schemaText()));
});

/** Flips bits, cuts, inserts, repeats, or fills with zeros or ones. */
function mutated(bytes: Uint8Array<ArrayBuffer>, random: () => number): Uint8Array<ArrayBuffer> {
  const place = (): number => Math.floor(random() * bytes.length);
  const [start, end] = [place(), place()].toSorted((a, b) => a - b);
  if (start === undefined || end === undefined) return bytes;
  const joined = (...parts: Uint8Array[]): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.concat(parts));
  switch (Math.floor(random() * 7)) {
    case 0:
      return joined(bytes.subarray(0, start));
    case 1:
      return joined(bytes.subarray(0, start), bytes.subarray(end));
    case 2:
      return joined(bytes.subarray(0, end), bytes.subarray(start));
    case 3:
      return joined(bytes.subarray(0, start), new Uint8Array(1 + Math.floor(random() * 40)), bytes.subarray(start));
    case 4:
      return joined(bytes).fill(random() < 0.5 ? 0 : 255, start, Math.min(end, start + 64));
    // The list of contents, where every field counts.
    case 5:
      return flipped(bytes, bytes.length - 1 - Math.floor(random() * Math.min(400, bytes.length - 1)), random);
    default:
      return flipped(bytes, start, random);
  }
}

function flipped(bytes: Uint8Array<ArrayBuffer>, at: number, random: () => number): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(bytes);
  copy[at] = (copy[at] ?? 0) ^ (1 << Math.floor(random() * 8));
  return copy;
}
