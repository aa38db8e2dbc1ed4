/**
 * A clock that is set back an hour while the server is down: the rows are an hour ahead of it then. Nothing waits for the
 * hour, and nothing is paid for twice.
 */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type JobRunner } from '#edge-api/jobs/runner.ts';
import { claimExports, insertExport } from '#edge-api/repos/export-jobs.ts';
import { beginRemovals } from '#edge-api/repos/held-blobs.ts';
import { claimOp } from '#edge-api/repos/idempotency.ts';
import { insertSignInFlow, takeSignInFlow } from '#edge-api/repos/sign-in-flows.ts';
import { sha256Hex } from '#edge-api/services/digest.ts';
import { exportAvailability } from '#edge-api/services/export-check.ts';
import { databaseBuckets } from '#edge-api/services/rate-limit.ts';
import { reserve } from '#edge-api/services/spending.ts';
import type { OwnSession } from '#shared/api/sessions.ts';
import type { Project } from '#shared/entities/project.ts';
import { makeClip } from '#tests/helpers/clips/make-clip.ts';
import { FAKE_KEYS } from '#tests/helpers/fake-gemini/credentials.ts';
import { startFakeGemini, type FakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { newId } from './battery/people.ts';
import { runnerOf, saveKey, startTestApi, type TestApi, type TestUser } from './harness.ts';
import { addScene, newProject } from './new-project.ts';

const HOUR_MS = 3_600_000;
const CLIPS = 4;

let gemini: FakeGemini;
let api: TestApi;
let ada: TestUser;
let project: Project;

beforeAll(async () => {
  const clip = await makeClip({ seconds: 4, size: '360p', sceneNumber: 1 });
  gemini = await startFakeGemini({ slowPolls: 2, clips: () => clip });
});
afterAll(() => gemini.close());
beforeEach(async () => {
  api = await startTestApi({ environment: { GOOGLE_GEMINI_BASE_URL: gemini.url } });
  ada = await api.as('Ada');
  await saveKey(ada, FAKE_KEYS.good);
  project = await newProject(ada);
});
afterEach(() => api.close());

const setBack = (): void => api.clock.advance(-HOUR_MS);

/** A server's runner; the caller stops it. */
const startRunner = (): JobRunner => runnerOf(api);

const statesOfJobs = async (): Promise<unknown[]> =>
  (await api.db.execute('select state from jobs order by rowid')).rows.map((row) => row['state']);

test('clips that were generating, waiting to be asked about, or in line are all there within minutes, each paid for once', async () => {
  const { id } = await newProject(ada, { model: 'omni' });
  for (let scene = 1; scene <= CLIPS; scene++)
    await addScene(ada, id, { description: `A keeper sees it, ${scene}.`, duration: 4 });
  await ada.json(`/api/projects/${id}/generate-videos`, { method: 'POST' });
  const before = startRunner();
  await before.runUntilIdle();
  await before.stop();
  expect((await statesOfJobs()).filter((state) => state === 'running')).toHaveLength(2);
  // As a process that died leaves them: what it worked on is leased, and what it gave back is due in a moment.
  await api.db.execute({
    sql: `update jobs set lease_by = 'died', lease_until_ms = ? where rowid = (select min(rowid) from jobs)`,
    args: [api.clock.now() + 45_000],
  });
  setBack();
  const restartedMs = api.clock.now();
  const after = startRunner();
  after.start();
  await expect
    .poll(
      async () => {
        api.clock.advance(1_000);
        after.wake();
        return (await statesOfJobs()).filter((state) => state === 'done').length;
      },
      { timeout: 30_000, interval: 20 },
    )
    .toBe(CLIPS);
  await after.stop();
  expect(api.clock.now() - restartedMs).toBeLessThan(HOUR_MS / 2);
  const { rows } = await api.db.execute(
    `select count(*) as sent, count(distinct job_id) as works from ledger where entry = 'reserve'`,
  );
  expect(rows).toEqual([{ sent: CLIPS, works: CLIPS }]);
});

test('a call under the key of one that died is made, and answered', async () => {
  const key = 'one';
  const path = '/api/improve-description';
  const json = { description: 'A keeper finds a letter in a bottle at the harbour.' };
  const ask = () => ada.fetch(path, { method: 'POST', json, headers: { 'Idempotency-Key': key } });
  expect((await ask()).status).toBe(200);
  const { rows } = await api.db.execute({
    sql: 'select request_hash as requestHash from applied_ops where user_id = ? and op_key = ?',
    args: [ada.id, key],
  });
  const { requestHash } = z.object({ requestHash: z.string() }).parse(rows[0]);
  await api.db.execute('delete from applied_ops');
  const nowMs = api.clock.now();
  await claimOp(
    api.db,
    { userId: ada.id, key, claimId: 'died' },
    { requestHash, nowMs, untilMs: nowMs + 90_000, takesFailed: false },
  );
  setBack();
  expect((await ask()).status).toBe(200);
});

test('what was being paid for when the server died can be asked for again', async () => {
  const wanted = {
    userId: ada.id,
    projectId: project.id,
    work: 'pictures/one',
    model: 'a model',
    priceUsd: 0.1,
    callKey: null,
  };
  expect((await reserve(api.deps, wanted)).attempt).toBe(1);
  await expect(reserve(api.deps, wanted)).rejects.toMatchObject({ code: 'already_generating' });
  setBack();
  expect((await reserve(api.deps, wanted)).attempt).toBe(2);
});

test('a file whose removal was cut short can be put and removed', async () => {
  const blob = await sha256Hex('hello');
  const nowMs = api.clock.now();
  const begun = { begun: [blob], held: [] };
  expect(await beginRemovals(api.db, [blob], { nowMs, untilMs: nowMs + 60_000 })).toEqual(begun);
  setBack();
  const put = await api.deps.mediaStore.put(new Blob(['hello']).stream(), { maxBytes: 10 });
  expect(put.sha256).toBe(blob);
  await api.db.execute('delete from blob_holds');
  const againMs = api.clock.now();
  expect(await beginRemovals(api.db, [blob], { nowMs: againMs, untilMs: againMs + 60_000 })).toEqual(begun);
});

test('an export that a worker had taken is taken again, and a worker of the future is not counted on', async () => {
  const row = { resolution: '1080p', format: 'mp4', fileName: 'movie.mp4', movie: '{}', needsFfmpeg: false } as const;
  const id = newId();
  const of = { id, userId: ada.id, projectId: project.id };
  await api.db.batch(insertExport({ ...of, ...row, nowMs: api.clock.now() }), 'write');
  const claim = (leaseBy: string) =>
    claimExports(api.db, { leaseBy, nowMs: api.clock.now(), limit: 1, hasFfmpeg: true });
  expect(await claim('died')).toHaveLength(1);
  expect(await claim('another')).toEqual([]);
  await api.db.execute({
    sql: `insert into export_workers (id, seen_at_ms, error) values ('died', ?, null)`,
    args: [api.clock.now()],
  });
  const deps = { ...api.deps, checkWriter: null };
  expect(await exportAvailability(deps)).toMatchObject({ available: true });
  setBack();
  expect(await claim('another')).toHaveLength(1);
  expect(await exportAvailability(deps)).toMatchObject({ available: false });
});

test('sessions go on and are nowhere used in the future; a sign-in on its way comes through; nobody is held up', async () => {
  const flow = { stateHash: 'a', expiresAtMs: api.clock.now() + 600_000 };
  await insertSignInFlow(api.db, flow, api.clock.now());
  const buckets = databaseBuckets(api.db);
  while ((await buckets.take('aiCall', 10, api.clock.now())) === 0);
  setBack();
  const [session] = await ada.json<OwnSession[]>('/api/user/sessions');
  expect(session?.lastSeenAt).toBeLessThanOrEqual(api.clock.now());
  expect(await takeSignInFlow(api.db, 'a', api.clock.now())).toBe(true);
  expect(await buckets.take('aiCall', 10, api.clock.now())).toBeLessThanOrEqual(60_000);
  api.clock.advance(60_000);
  expect(await buckets.take('aiCall', 10, api.clock.now())).toBe(0);
});
