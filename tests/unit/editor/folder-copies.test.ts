/** A project is kept in step with its file in a folder: once for each change, also where nothing can be written. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StoryreelDb } from '#data/db.ts';
import { readFolderCopy, writeFolderCopy, type FolderCopy } from '#data/tables/folder-copies.ts';
import { keepFolderCopies } from '#editor/folder-copies.ts';
import { completeScene, projectRow, testHash, testId } from '#tests/helpers/rows.ts';

/** As much of a folder as a copy needs, in memory. */
class MemoryFolder {
  /** Files that were written whole. */
  written: string[] = [];
  isFull = false;
  readonly name = 'Movies';

  async getFileHandle(fileName: string) {
    const createWritable = async () => {
      let text = '';
      const decoder = new TextDecoder();
      return new WritableStream<Uint8Array>({
        write: (chunk) => {
          if (this.isFull) throw new DOMException('The disk is full.', 'QuotaExceededError');
          text += decoder.decode(chunk, { stream: true });
        },
        close: () => void this.written.push(text),
      });
    };
    return { name: fileName, createWritable };
  }
}

const userId = testId(90);
const { id: projectId } = projectRow();
let db: StoryreelDb;
let folder: MemoryFolder;
let end: AbortController;
let gathered: number;
let stops: string[];

beforeEach(async () => {
  vi.stubGlobal('FileSystemDirectoryHandle', MemoryFolder);
  // A handle survives a structured clone only in a browser; here the row keeps the one that there is.
  db = new StoryreelDb('folder-copies');
  folder = new MemoryFolder();
  const { structuredClone } = globalThis;
  vi.stubGlobal('structuredClone', (value: unknown) =>
    isCopyRow(value)
      ? { ...value, value: { ...structuredClone({ ...value.value, handle: null }), handle: folder } }
      : structuredClone(value),
  );
  end = new AbortController();
  gathered = 0;
  stops = [];
  await db.projects.put({ ...projectRow({ userId }), rev: 1 });
  await db.scenes.put({ ...completeScene(1), projectId, rev: 1 });
});
afterEach(async () => {
  end.abort();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await db.delete();
});

function isCopyRow(value: unknown): value is { key: string; value: FolderCopy } {
  return typeof value === 'object' && value !== null && 'key' in value && String(value.key).startsWith('folderCopy:');
}

async function keep(): Promise<void> {
  const handle = folder as unknown as FileSystemDirectoryHandle;
  const fresh = { mark: null, failedMark: null, missing: 0, writtenAt: null, state: 'kept' } as const;
  await writeFolderCopy(db, { projectId, userId, handle, fileName: 'Movie.storyreel', ...fresh });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  keepFolderCopies(
    {
      db,
      now: () => 7,
      write: async () => {
        gathered += 1;
        const here = await db.clips.count();
        const bytes = new Blob([`${(await db.projects.get(projectId))?.title}, ${here} clips`]).stream();
        return { bytes, missing: 1 - here };
      },
      alone: (_name, work) => work(),
      onStopped: (_copy, why) => stops.push(why),
      onFailed: (error) => {
        throw error;
      },
    },
    userId,
    end.signal,
  );
  await pass();
}

/** Many pauses, each with time for the database. */
async function pass(): Promise<void> {
  for (let pause = 0; pause < 6; pause++) {
    for (let turn = 0; turn < 40; turn++) await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(3_000);
  }
  for (let turn = 0; turn < 40; turn++) await new Promise((resolve) => setImmediate(resolve));
}

const retitle = (title: string) => db.projects.update(projectId, { title, rev: Math.random() });

test('a folder that takes nothing is tried once for each change, and said so once', async () => {
  folder.isFull = true;
  await keep();
  expect([gathered, stops, (await readFolderCopy(db, projectId))?.state]).toEqual([1, ['failed'], 'failed']);
  await pass();
  expect(gathered).toBe(1);
  await retitle('Second');
  await pass();
  expect([gathered, stops]).toEqual([2, ['failed']]);
  folder.isFull = false;
  await retitle('Third');
  await pass();
  expect(folder.written).toEqual(['Third, 0 clips']);
  expect(await readFolderCopy(db, projectId)).toMatchObject({ state: 'kept', failedMark: null, writtenAt: 7 });
});

test('clips that arrive later, takes, receipts, and the ledger make a new file, once each', async () => {
  await keep();
  expect([folder.written.length, (await readFolderCopy(db, projectId))?.missing]).toEqual([1, 1]);
  await db.clips.put({ sha256: completeScene(1).sha256 ?? '', sizeBytes: 5, storedAt: 1 });
  await pass();
  expect([folder.written.at(-1), (await readFolderCopy(db, projectId))?.missing]).toMatchObject([
    expect.stringContaining('1 clips'),
    0,
  ]);
  expect(folder.written).toHaveLength(2);
  await db.clips.put({ sha256: testHash(999), sizeBytes: 5, storedAt: 1 });
  await pass();
  expect(folder.written).toHaveLength(2);
  const base = { projectId, userId, project: null, scenes: [], tombstones: [], hasScenes: true, orphanIds: [] };
  const takes = [{ scene: completeScene(1, { sha256: testHash(44) }), extensions: [], at: 1, replacedAt: 1 }];
  await db.table('bases').put({ ...base, pulledAt: null, takes });
  await pass();
  expect(folder.written).toHaveLength(3);
});
