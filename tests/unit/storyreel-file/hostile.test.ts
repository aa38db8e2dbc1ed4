/** Files made to do harm get a sentence, quickly, and nothing of them is used. */
import { makeZip } from 'client-zip';
import { expect, test } from 'vitest';
import { blobSource, type ByteSource } from '#shared/mp4/byte-source.ts';
import { documentText } from '#shared/storyreel-file/document.ts';
import { openStoryreelFile } from '#shared/storyreel-file/open-file.ts';
import { MOST_ENTRIES } from '#shared/storyreel-file/read-zip.ts';
import { randomSavedProject } from '#tests/helpers/saved-project.ts';

type Entry = { name: string; input: string };
const zip = (entries: Iterable<Entry>): Promise<Blob> => new Response(makeZip(entries)).blob();
const project = async (): Promise<string> => documentText((await randomSavedProject(3)).document);

/** How much of a file was read until it was refused. */
function counted(source: ByteSource): ByteSource & { readBytes: number } {
  const counter = {
    ...source,
    readBytes: 0,
    read(start: number, end: number) {
      counter.readBytes += end - start;
      return source.read(start, end);
    },
  };
  return counter;
}

async function refusal(file: Blob): Promise<string> {
  return openStoryreelFile(blobSource(file)).then(
    () => 'opened',
    (error: unknown) => (error instanceof Error ? error.message : ''),
  );
}

/** Changes the bytes of one field of the first entry's line in the list. */
async function withListed(file: Blob, offset: number, change: (view: DataView, at: number) => void): Promise<Blob> {
  const bytes = Buffer.from(await file.arrayBuffer());
  const at = bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2])) + offset;
  change(new DataView(bytes.buffer, bytes.byteOffset, bytes.length), at);
  return new Blob([bytes]);
}

const projectOf = (input: string): Promise<Blob> => zip([{ name: 'project.json', input }]);

test('what isn’t a zip, or isn’t a project', async () => {
  expect(await refusal(new Blob([]))).toContain('isn’t a Storyreel project');
  expect(await refusal(new Blob(['x'.repeat(200_000)]))).toContain('isn’t a Storyreel project');
  expect(await refusal(await zip([]))).toBe('This zip file has no project in it.');
  expect(await refusal(await projectOf('[]'))).toContain('not a Storyreel project');
  expect(await refusal(await projectOf('{'))).toContain('damaged');
  expect(await refusal(await projectOf('['.repeat(200_000)))).toContain('damaged');
});

test('versions that this release doesn’t know', async () => {
  const newer = (await project()).replace('"version": 1', '"version": 2');
  expect(await refusal(await projectOf(newer))).toContain('A newer version of Storyreel');
  const older = (await project()).replace('"version": 1', '"version": 0');
  expect(await refusal(await projectOf(older))).toContain('(at version)');
});

test('names that lead out of a folder, or nowhere', async () => {
  const hash = 'a'.repeat(64);
  const outside = ['../evil.mp4', '/etc/passwd', 'clips/../../x.mp4', 'C:\\x'];
  const project = { name: 'project.json', input: '{}' };
  for (const name of [...outside, `clips/${hash}.mp4/../y`, 'clips/x\u0000.mp4'])
    expect(await refusal(await zip([{ name, input: 'x' }, project]))).toMatch(/doesn’t belong in a Storyreel project/);
});

test('ten thousand entries, and lists that say so', async () => {
  const many = Array.from({ length: 10_000 }, (_, number) => ({
    name: `clips/${number.toString(16).padStart(64, '0')}.mp4`,
    input: '',
  }));
  expect(await refusal(await zip(many))).toBe('This file holds 10,000 entries, which is more than a project can have.');
  expect(MOST_ENTRIES).toBeLessThan(10_000);
});

test('bombs: compressed entries, entries over each other, sizes that aren’t there', async () => {
  const plain = await projectOf(await project());
  const compressed = await withListed(plain, 10, (view, at) => view.setUint16(at, 8, true));
  expect(await refusal(compressed)).toContain('is compressed or encrypted');
  const encrypted = await withListed(plain, 8, (view, at) => view.setUint16(at, 1, true));
  expect(await refusal(encrypted)).toContain('is compressed or encrypted');
  const huge = await withListed(plain, 20, (view, at) => {
    view.setUint32(at, 0xf0000000, true);
    view.setUint32(at + 4, 0xf0000000, true);
  });
  const source = counted(blobSource(huge));
  await expect(openStoryreelFile(source)).rejects.toThrow('lies outside of the file');
  expect(source.readBytes).toBeLessThan(200_000);
});

test('the same name twice, and files that the project doesn’t mention', async () => {
  const entry = { name: 'project.json', input: await project() };
  expect(await refusal(await zip([entry, entry]))).toBe('“project.json” is in this file twice.');
  const { document } = await randomSavedProject(3);
  const empty = documentText({ ...document, files: [] });
  const stray = { name: `clips/${'b'.repeat(64)}.mp4`, input: 'x' };
  expect(await refusal(await zip([{ name: 'project.json', input: empty }, stray]))).toContain('doesn’t mention');
});

test('entries that share their bytes', async () => {
  const two = await zip([
    { name: 'project.json', input: await project() },
    { name: `clips/${'c'.repeat(64)}.mp4`, input: 'x'.repeat(100) },
  ]);
  const bytes = Buffer.from(await two.arrayBuffer());
  const first = bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
  const second = bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2]), first + 4);
  // Both lines of the list point to the first entry.
  bytes.copy(bytes, second + 42, first + 42, first + 46);
  expect(await refusal(new Blob([bytes]))).toContain('lies outside of the file, or over another entry');
});
