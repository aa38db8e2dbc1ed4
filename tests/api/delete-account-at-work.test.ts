/** Deleting an account while something of it is still under way: it ends, and leaves nothing behind. */
import { expect, onTestFinished, test } from 'vitest';
import { limits } from '#shared/limits.ts';
import { settledByHand } from '#tests/helpers/settled-by-hand.ts';
import { HOLD_MS } from '#edge-api/services/held-store.ts';
import { tidyUp } from '#edge-api/services/housekeeping.ts';
import { filesAtWork, filmedProject, startExport, startExportApi, untilExport } from './export-harness.ts';
import { startTestApi, storedFiles, type TestApi, type TestUser } from './harness.ts';
import { completeUpload, mp3Of, partOf, putPart, uploadId } from './send-file.ts';

const remove = (user: TestUser): Promise<Response> =>
  user.fetch('/api/user', { method: 'DELETE', json: { confirm: 'delete' } });

const rowsOf = async (api: TestApi, table: string): Promise<unknown[]> =>
  (await api.db.execute(`select * from ${table}`)).rows;

test('an export that is being written ends, and its files go', async () => {
  const exports = await startExportApi();
  onTestFinished(() => exports.close());
  const { api } = exports;
  const [ada, bob] = [await api.as('Ada'), await api.as('Bob')];
  const { id: projectId } = await filmedProject(api, ada, 'slow and long');
  const id = await startExport(ada, projectId);
  await untilExport(ada, id, ({ status }) => status === 'processing');
  await expect.poll(() => filesAtWork(api)).not.toEqual([]);
  expect((await remove(ada)).status).toBe(204);
  // What was taken up is left at the next look at the lease; somebody else's export then has its turn.
  const theirs = await filmedProject(api, bob);
  const job = await untilExport(bob, await startExport(bob, theirs.id));
  expect(job.status).toBe('complete');
  await expect.poll(() => filesAtWork(api), { timeout: 20_000 }).toEqual([]);
  expect((await rowsOf(api, 'export_jobs')).length).toBe(1);
});

test('an upload in parts ends, and its parts go', async () => {
  const api = await startTestApi();
  onTestFinished(() => api.close());
  const ada = await api.as('Ada');
  const bytes = mp3Of(limits.uploadPartBytes * 2 + 5);
  const id = await uploadId(ada, bytes);
  expect((await putPart(ada, id, 1, partOf(bytes, 1))).status).toBe(204);
  // The second part is on its way when the account goes, and arrives afterward.
  const { body, taken, goOn } = inHalves(partOf(bytes, 2));
  const second = putPart(ada, id, 2, body);
  await taken;
  expect((await remove(ada)).status).toBe(204);
  goOn();
  expect((await second).status).toBeGreaterThanOrEqual(400);
  expect((await putPart(ada, id, 3, partOf(bytes, 3))).status).toBe(401);
  expect((await completeUpload(ada, id)).status).toBe(401);
  api.clock.advance(HOLD_MS + 1);
  await tidyUp(api.deps);
  expect(await storedFiles(api.folder)).toEqual([]);
  for (const table of ['uploads', 'upload_parts', 'own_files'])
    expect([table, await rowsOf(api, table)]).toEqual([table, []]);
});

/** A body whose first half has been taken when `taken` resolves, and whose second comes when it may go on. */
function inHalves(bytes: Uint8Array): { body: ReadableStream<Uint8Array>; taken: Promise<void>; goOn(): void } {
  const half = Math.floor(bytes.length / 2);
  const [taken, later] = [settledByHand(), settledByHand()];
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(bytes.slice(0, half)),
      pull: async (controller) => {
        taken.resolve();
        await later.promise;
        controller.enqueue(bytes.slice(half));
        controller.close();
      },
    },
    { highWaterMark: 1 },
  );
  return { body, taken: taken.promise, goOn: () => later.resolve() };
}
