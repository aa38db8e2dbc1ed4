// What is kept of an export: stretches for the next one, and what stood before in a file that the person chose.

import { expect, test } from 'vitest';
import { startExport, type ExportInput, type ExportProgress } from '#media/worker/client.ts';
import type { ExportDeps } from '#media/export/export-deps.ts';
import { SEGMENT_DIRECTORY, type Segment } from '#media/export/segments/segment-store.ts';
import { exportOnPage, hastyClock, memorySegments } from './export-on-page.ts';
import { clip, inputOf, overlay, P360, planOf } from './media-movie.ts';
import { directoryOf, namesIn, storedFile } from './opfs.ts';

const OLD_CONTENT = 'what stood here before';

/** A movie whose one scene carries text, so that all of it is encoded. */
async function withText(sceneNumber: number) {
  const file = await clip({ seconds: 4, sceneNumber, size: '360p' });
  return await planOf([{ file, number: sceneNumber, overlays: [overlay('Text', 0, 4)] }]);
}

/** As the picker of files gives it. */
const chosenFile = async (name: string): Promise<FileSystemFileHandle> =>
  await storedFile(await navigator.storage.getDirectory(), name, OLD_CONTENT);

const textOf = async (handle: FileSystemFileHandle): Promise<string> => await (await handle.getFile()).text();

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
  await expect(exportOnPage(input, { segments: spoiled })).rejects.toMatchObject({
    code: 'verification-failed',
  });
  expect(await textOf(handle)).toBe(OLD_CONTENT);
  const result = await exportOnPage(input, { segments: store });
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
  let told = 0;
  const onProgress = (): void => void (told += isWritten ? 1 : 0);
  const input: ExportInput = { ...inputOf(plan, sources, P360), output: { kind: 'file', handle: watched } };
  await exportOnPage(input, { now: hastyClock() }, { onProgress });
  expect(told).toBeGreaterThan(0);
  expect((await handle.getFile()).size).toBeGreaterThan(OLD_CONTENT.length);
});

test('a chosen file that is gone is told of', async () => {
  const { plan, sources } = await withText(43);
  const handle = await (await directoryOf('gone')).getFileHandle('movie.mp4', { create: true });
  await (await navigator.storage.getDirectory()).removeEntry('gone', { recursive: true });
  await expect(
    startExport({ ...inputOf(plan, sources, P360), output: { kind: 'file', handle } }),
  ).rejects.toMatchObject({ code: 'file-unwritable' });
});

test('a kept stretch that was damaged on its disk is encoded again', async () => {
  const { plan, sources } = await withText(44);
  const directory = await directoryOf(SEGMENT_DIRECTORY);
  const before = await namesIn(directory);
  await startExport(inputOf(plan, sources, P360));
  const made = (await namesIn(directory)).filter((name) => !before.includes(name));
  expect(made).toHaveLength(1);
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
  const parts = { segments: memorySegments(), now: hastyClock() };
  const exported = async (movie: Awaited<ReturnType<typeof planOf>>): Promise<ExportProgress[]> => {
    const seen: ExportProgress[] = [];
    const input: ExportInput = { ...inputOf(movie.plan, movie.sources, P360), output: { kind: 'blob' } };
    await exportOnPage(input, parts, { onProgress: (progress) => seen.push(progress) });
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
  const directory = await directoryOf(SEGMENT_DIRECTORY);
  const removed = await namesIn(directory);
  expect(removed).not.toEqual([]);
  for (const name of removed) await directory.removeEntry(name);
  expect(new Uint8Array(await blob.arrayBuffer())).toEqual(new Uint8Array(whole));
});
