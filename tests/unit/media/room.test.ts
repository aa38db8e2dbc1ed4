import { expect, test } from 'vitest';
import type { ExportDeps } from '#media/export/export-deps.ts';
import { withRoomCount } from '#media/export/plan/room.ts';
import type { OutputFile } from '#media/export/write/output-file.ts';

test('what a movie is written of is told to whoever opens its file, and its bytes are counted', async () => {
  const asked: unknown[] = [];
  const file: OutputFile = {
    write: () => Promise.resolve(),
    finish: () => Promise.resolve(new Blob()),
    discard: () => Promise.resolve(),
  };
  const createOutput: ExportDeps['createOutput'] = (...args) => {
    asked.push(args);
    return Promise.resolve(file);
  };
  const path = { directories: ['exports'], name: 'movie.mp4' };
  const unasked = (): never => {
    throw new Error('It is not asked for here.');
  };
  const nothing = () => Promise.reject(new Error('It is not asked for here.'));
  const counted = withRoomCount({
    openSource: nothing,
    createOutput,
    freeBytes: nothing,
    segments: { read: nothing, write: nothing, remove: nothing, sweep: nothing },
    processors: 1,
    now: () => 0,
    fonts: { add: unasked, delete: unasked },
    userAgent: '',
  });
  const output = await counted.createOutput(path, 'bytes');
  await output.write(new Uint8Array(5), 0);
  expect(asked).toEqual([[path, 'bytes']]);
  expect(counted.writtenBytes()).toBe(5);
});
