// What is kept of an export: stretches for the next one, and what stood before in a file that the person chose.

import { expect, test } from 'vitest';
import { startExport, type ExportInput, type ExportProgress, type ExportTarget } from '#media/worker/client.ts';
import type { ExportDeps } from '#media/export/export-deps.ts';
import { exportMovie } from '#media/export/export-movie.ts';
import { SEGMENT_DIRECTORY, type Segment } from '#media/export/segments/segment-store.ts';
import { blobAt } from '#media/probe/locate.ts';
import { memorySegments } from './memory-segments.ts';
import { clip, inputOf, overlay, planOf } from './media-movie.ts';

const P360: ExportTarget = { width: 640, height: 360, format: 'mp4', label: '360p' };
const OLD_CONTENT = 'what stood here before';

/** A movie whose one scene carries text, so that all of it is encoded. */
async function withText(sceneNumber: number) {
  const file = await clip({ seconds: 4, sceneNumber, size: '360p' });
  return await planOf([{ file, number: sceneNumber, overlays: [overlay('Text', 0, 4)] }]);
}

function depsWith(segments: ExportDeps['segments']): ExportDeps {
  return {
    openSource: blobAt,
    createOutput: async () => {
      throw new Error('No file of our own is wanted here');
    },
    freeBytes: async () => null,
    processors: 4,
    now: () => performance.now(),
    fonts: document.fonts,
    segments,
    userAgent: navigator.userAgent,
  };
}

/** As the picker of files gives it. */
async function chosenFile(name: string): Promise<FileSystemFileHandle> {
  const handle = await (await navigator.storage.getDirectory()).getFileHandle(name, { create: true });
  const stream = await handle.createWritable();
  await stream.write(OLD_CONTENT);
  await stream.close();
  return handle;
}

const textOf = async (handle: FileSystemFileHandle): Promise<string> => await (await handle.getFile()).text();
const never = new AbortController().signal;

async function segmentDirectory(): Promise<FileSystemDirectoryHandle> {
  return await (await navigator.storage.getDirectory()).getDirectoryHandle(SEGMENT_DIRECTORY, { create: true });
}

async function segmentNames(): Promise<Set<string>> {
  const names = new Set<string>();
  for await (const name of (await segmentDirectory()).keys()) names.add(name);
  return names;
}

test('a kept stretch that does not look as it should is made anew by the next export, and the chosen file stays as it was', async () => {
  const { plan, sources } = await withText(41);
  const handle = await chosenFile('rejected.mp4');
  const store = memorySegments();
  const spoiled: ExportDeps['segments'] = {
    ...store,
    write: async (key) => {
      const writer = await store.write(key);
      return {
        ...writer,
        finish: async (index): Promise<Segment> =>
          await writer.finish({
            ...index,
            sample: index.sample && { ...index.sample, fingerprint: index.sample.fingerprint.map((one) => 255 - one) },
          }),
      };
    },
  };
  const input = { ...inputOf(plan, sources, P360), output: { kind: 'file' as const, handle } };
  await expect(exportMovie(input, depsWith(spoiled), () => undefined, never)).rejects.toMatchObject({
    code: 'verification-failed',
  });
  expect(await textOf(handle)).toBe(OLD_CONTENT);
  const result = await exportMovie(input, depsWith(store), () => undefined, never);
  expect((await handle.getFile()).size).toBe(result.sizeBytes);
});

test('a cancel while the movie is checked leaves the chosen file as it was', async () => {
  const { plan, sources } = await withText(42);
  const handle = await chosenFile('cancelled.mp4');
  const controller = new AbortController();
  const call = startExport(
    { ...inputOf(plan, sources, P360), output: { kind: 'file', handle } },
    { signal: controller.signal, onProgress: ({ phase }) => phase === 'checking' && controller.abort() },
  );
  await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  expect(await textOf(handle)).toBe(OLD_CONTENT);
});

test('whoever waits for the checked movie to come into the chosen file hears that it goes on', async () => {
  const { plan, sources } = await withText(48);
  const handle = await chosenFile('delivered.mp4');
  let isWritten = false;
  const watched = new Proxy(handle, {
    get: (target, name) => {
      if (name !== 'createWritable') return Reflect.get(target, name).bind?.(target) ?? Reflect.get(target, name);
      return async () => {
        isWritten = true;
        return await target.createWritable();
      };
    },
  });
  let clockMs = 0;
  const deps = { ...depsWith(memorySegments()), now: () => (clockMs += 1000) };
  let told = 0;
  const onProgress = (): void => void (told += isWritten ? 1 : 0);
  const input: ExportInput = { ...inputOf(plan, sources, P360), output: { kind: 'file', handle: watched } };
  await exportMovie(input, deps, onProgress, never);
  expect(told).toBeGreaterThan(0);
  expect((await handle.getFile()).size).toBeGreaterThan(OLD_CONTENT.length);
});

test('a chosen file that is gone is told of', async () => {
  const { plan, sources } = await withText(43);
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle('gone', { create: true });
  const handle = await folder.getFileHandle('movie.mp4', { create: true });
  await root.removeEntry('gone', { recursive: true });
  await expect(
    startExport({ ...inputOf(plan, sources, P360), output: { kind: 'file', handle } }),
  ).rejects.toMatchObject({ code: 'file-unwritable' });
});

test('a kept stretch that was damaged on its disk is encoded again', async () => {
  const { plan, sources } = await withText(44);
  const before = await segmentNames();
  await startExport(inputOf(plan, sources, P360));
  const made = [...(await segmentNames())].filter((name) => !before.has(name));
  expect(made).toHaveLength(1);
  const directory = await segmentDirectory();
  const damaged = await directory.getFileHandle(made[0] ?? '');
  const { size } = await damaged.getFile();
  const stream = await damaged.createWritable({ keepExistingData: true });
  // In the index, which stands at the end.
  await stream.write({ type: 'write', position: size - 60, data: '{{{{{{' });
  await stream.close();
  const again = await startExport(inputOf(plan, sources, P360));
  expect(again.receipt.stretches).toMatchObject([{ kind: 'encode', isReused: false }]);
  const third = await startExport(inputOf(plan, sources, P360));
  expect(third.receipt.stretches).toMatchObject([{ kind: 'encode', isReused: true }]);
});

test('a kept stretch counts for nothing in how far an export is', async () => {
  const files = await Promise.all([46, 47].map((sceneNumber) => clip({ seconds: 4, sceneNumber, size: '360p' })));
  const scenes = files.map((file, index) => ({ file, number: 46 + index, overlays: [overlay('Text', 0, 4)] }));
  let clockMs = 0;
  // So much passes between two looks that every frame is told, however fast the machine is.
  const deps = { ...depsWith(memorySegments()), now: () => (clockMs += 1000) };
  const exported = async (movie: Awaited<ReturnType<typeof planOf>>): Promise<ExportProgress[]> => {
    const seen: ExportProgress[] = [];
    const input: ExportInput = { ...inputOf(movie.plan, movie.sources, P360), output: { kind: 'blob' } };
    await exportMovie(input, deps, (progress) => seen.push(progress), never);
    return seen;
  };
  await exported(await planOf(scenes.slice(0, 1)));
  const seen = await exported(await planOf(scenes));
  const encoding = seen.filter(({ phase }) => phase === 'encoding');
  expect(encoding.at(-1)).toMatchObject({ framesTotal: 96 });
  expect(seen.at(-1)).toMatchObject({ framesDone: 96, framesTotal: 96 });
  expect(encoding.find(({ framesDone }) => framesDone > 0)).toMatchObject({ sceneNumber: 47 });
});

test('a movie of ranges holds its encoded sound itself', async () => {
  const file = await clip({ seconds: 4, sceneNumber: 45, size: '360p' });
  const { plan, sources } = await planOf([{ file, number: 45, gainDb: -6 }]);
  const { blob } = await startExport({ ...inputOf(plan, sources, P360), output: { kind: 'blob' } });
  if (blob === null) throw new Error('There is no Blob');
  const whole = await blob.arrayBuffer();
  const directory = await segmentDirectory();
  const removed = await segmentNames();
  expect(removed.size).toBeGreaterThan(0);
  for (const name of removed) await directory.removeEntry(name);
  expect(new Uint8Array(await blob.arrayBuffer())).toEqual(new Uint8Array(whole));
});
