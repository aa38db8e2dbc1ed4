import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readPieces } from '#data/tables/cached-pieces.ts';
import { exportLockName } from '#data/tables/exports.ts';
import type { ExportRow } from '#data/tables/rows.ts';
import { MediaFailure } from '#media/failures.ts';
import { planSummary, stretch } from '#tests/helpers/export-row.ts';
import { testHash } from '#tests/helpers/rows.ts';
import { CHOICE, exportBench, ON_DEVICE, PIECES, PROJECT_ID, type ExportBench } from './export-bench.ts';

let it: ExportBench;
let tab: ReturnType<ExportBench['openTab']>;

beforeEach(async () => {
  it = await exportBench();
  tab = it.openTab();
});

afterEach(() => it.close());

const start = (inTab = tab): Promise<string> => inTab.start(PROJECT_ID, CHOICE, ON_DEVICE);

/** Starts one export and waits until the engine writes it. */
async function startWriting(): Promise<string> {
  const before = it.writings.length;
  const id = await start();
  await vi.waitFor(() => expect(it.writings).toHaveLength(before + 1));
  return id;
}

const isAt = (id: string, fields: Partial<ExportRow>) => (rows: ExportRow[]) => {
  const row = rows.find((one) => one.id === id);
  return row !== undefined && Object.entries(fields).every(([key, value]) => row[key as keyof ExportRow] === value);
};

test('of two exports the second waits for the first, in whichever tab it was asked for', async () => {
  const first = await startWriting();
  const second = await start(it.openTab());
  await it.until(isAt(second, { status: 'pending', phase: 'Waiting for another export' }));
  expect(it.writings).toHaveLength(1);
  expect(it.atStake()).toBe(2);
  it.writings[0]?.finish();
  await it.until(isAt(first, { status: 'complete' }));
  await it.until(isAt(second, { status: 'processing' }));
  await vi.waitFor(() => expect(it.writings).toHaveLength(2));
  expect(it.atStake()).toBe(1);
  it.writings[1]?.finish();
  await vi.waitFor(() => expect(it.atStake()).toBe(0));
});

test('an export that waits can be cancelled; the one at work goes on', async () => {
  const first = await startWriting();
  const second = await start();
  await it.until(isAt(second, { phase: 'Waiting for another export' }));
  await tab.cancel(second);
  await vi.waitFor(() => expect(it.heldLocks).not.toContain(exportLockName(second)));
  it.writings[0]?.finish();
  await it.until(isAt(first, { status: 'complete' }));
  expect(await it.row(second)).toBeUndefined();
  expect(it.writings).toHaveLength(1);
});

test('another tab can cancel the export at work, which leaves no file and makes room for the next', async () => {
  const first = await startWriting();
  const second = await start();
  it.files.set(`${first}.mp4`, new File(['half'], 'half'));
  await it.openTab().cancel(first);
  await it.until(isAt(second, { status: 'processing' }));
  expect(it.writings[0]?.options.signal?.aborted).toBe(true);
  await vi.waitFor(() => expect(it.files.size).toBe(0));
  expect(await it.row(first)).toBeUndefined();
});

test('a finished export tells what was done and keeps its receipt; cancelling it then changes nothing', async () => {
  const id = await startWriting();
  it.writings[0]?.finish();
  await it.until(isAt(id, { status: 'complete', progress: 100, phase: null, sizeBytes: 4_000_000, keptIn: 'device' }));
  expect([...((await readPieces(it.db)).get(PROJECT_ID) ?? [])]).toEqual(PIECES);
  await tab.cancel(id);
  const row = await it.row(id);
  expect(row?.outcome).toEqual({ copiedScenes: 1, encodedScenes: 1, frameCount: 384, notes: [] });
  expect(JSON.parse(row?.receipt ?? '')).toMatchObject({ kind: 'storyreel-export-receipt' });
  it.files.set(`${id}.mp4`, new File(['movie'], 'stored'));
  const { movie, fileName } = await tab.read(id);
  expect([await movie.text(), fileName]).toEqual(['movie', 'The-Glass-Lighthouse.mp4']);
});

test('progress says in words where the export is', async () => {
  const id = await startWriting();
  it.writings[0]?.options.onProgress?.({
    phase: 'encoding',
    percent: 40,
    framesDone: 40,
    framesTotal: 100,
    stretch: { number: 2, total: 4 },
    sceneNumber: 3,
    elapsedMs: 900,
    secondsLeft: 5,
  });
  const told = { phase: 'Encoding scene 3, part 2 of 4', progress: 40, secondsLeft: 5, sceneNumber: 3 };
  await vi.waitFor(async () => expect(await it.row(id)).toMatchObject(told));
});

test('a failure is told by its sentence, leaves no file, and the next export has its turn', async () => {
  const failure = new MediaFailure('encoder-failed');
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const first = await startWriting();
  const second = await start();
  it.files.set(`${first}.mp4`, new File(['half'], 'half'));
  it.writings[0]?.fail(failure);
  await it.until(isAt(first, { status: 'failed', errorMessage: failure.message, phase: null }));
  expect(it.files.size).toBe(0);
  await it.until(isAt(second, { status: 'processing' }));
  expect(told).toHaveBeenCalledWith(expect.any(String), failure);
  told.mockRestore();
});

test('the engine is handed every clip of the frozen plan, and the file of the row', async () => {
  const id = await startWriting();
  const { input } = it.writings[0] ?? {};
  expect(Object.keys(input?.sources ?? {})).toEqual([testHash(1), testHash(2)]);
  expect(input?.output).toEqual({ kind: 'opfs', path: { directories: ['exports'], name: `${id}.mp4` } });
  expect(input?.plan.scenes).toHaveLength(2);
  expect(it.heldLocks).toContain(exportLockName(id));
});

test('a movie goes into the file that the person chose, under its name', async () => {
  const handle = { kind: 'file', name: 'Film night.mp4' } as FileSystemFileHandle;
  const id = await tab.start(PROJECT_ID, CHOICE, { kind: 'chosen-file', handle });
  await vi.waitFor(() => expect(it.writings).toHaveLength(1));
  expect(it.writings[0]?.input.output).toEqual({ kind: 'file', handle });
  it.writings[0]?.finish(new Blob(['movie']));
  await it.until(isAt(id, { status: 'complete', keptIn: 'chosen-file', fileName: 'Film night.mp4' }));
});

test('a joined movie for which there is no room stays in the memory of the page, until it is dismissed', async () => {
  it.setFreeBytes(1_000);
  const id = await startWriting();
  expect(it.writings[0]?.input.output).toEqual({ kind: 'blob' });
  it.writings[0]?.finish(new Blob(['movie']));
  await it.until(isAt(id, { status: 'complete', keptIn: 'page' }));
  expect(await (await tab.read(id)).movie.text()).toBe('movie');
  await expect(it.openTab().read(id)).rejects.toThrow('Download it there');
  expect(it.heldLocks).toContain(exportLockName(id));
  expect(it.heldLocks).not.toContain('exports');
  await tab.dismiss(id);
  await vi.waitFor(() => expect(it.heldLocks).not.toContain(exportLockName(id)));
  await expect(tab.read(id)).rejects.toThrow('no longer on this device');
});

test('a movie that has to be encoded goes to the device however little room there is: the engine says what to do', async () => {
  it.setFreeBytes(1_000);
  it.setSummary(
    planSummary({ copiedScenes: 0, encodedSeconds: 16, stretches: [stretch('encode', 1, 0, 384, ['size'])] }),
  );
  await startWriting();
  expect(it.writings[0]?.input.output.kind).toBe('opfs');
});

test('a project without clips starts nothing', async () => {
  await it.db.scenes.clear();
  await expect(start()).rejects.toThrow('No completed scenes available');
  expect(await it.db.exports.count()).toBe(0);
});

test('a range of the movie is what the engine writes, and its row and file say so', async () => {
  const range = { fromFrame: 24, toFrame: 216 };
  const id = await tab.start(PROJECT_ID, { ...CHOICE, range }, ON_DEVICE);
  await vi.waitFor(() => expect(it.writings).toHaveLength(1));
  const written = it.writings[0]?.input.plan;
  expect(written?.frameCount).toBe(192);
  expect(written?.scenes.map(({ inFrame, outFrame }) => [inFrame, outFrame])).toEqual([
    [24, 192],
    [0, 24],
  ]);
  expect(await it.row(id)).toMatchObject({ range, fileName: 'The-Glass-Lighthouse-0-01-to-0-09.mp4' });
});

test('a range behind the end of the movie is refused before there is a row', async () => {
  const range = { fromFrame: 9000, toFrame: 9100 };
  await expect(tab.start(PROJECT_ID, { ...CHOICE, range }, ON_DEVICE)).rejects.toThrow(new MediaFailure('empty-movie'));
  expect(await it.db.exports.count()).toBe(0);
});
