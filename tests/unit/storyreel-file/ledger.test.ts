/** A saved project says what it cost, and nothing that is the person's own. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StoryreelDb } from '#data/db.ts';
import { keepSpending } from '#data/tables/kept-spending.ts';
import { writeProjectFile, type ProjectFileDeps } from '#editor/project-file.ts';
import type { LedgerAttempt } from '#shared/api/spending.ts';
import { documentText } from '#shared/storyreel-file/document.ts';
import { completeScene, projectRow, testId } from '#tests/helpers/rows.ts';

const userId = testId(90);
const SECRETS = {
  email: 'ines@example.test',
  mask: 'AIza••••mask',
  sealed: 'sealed-key-of-ines',
  address: 'lisbon.example',
};
let db: StoryreelDb;

beforeEach(async () => {
  db = new StoryreelDb('file-ledger');
  await db.projects.put({ ...projectRow({ userId }), rev: 1 });
  await db.scenes.put({ ...completeScene(1), rev: 1 });
  const user = { id: userId, email: SECRETS.email, firstName: 'Ines', lastName: 'Duarte', geminiApiKey: SECRETS.mask };
  await db.table('users').put({ ...user, profileImageUrl: SECRETS.address });
  await db.meta.put({ key: 'anything', value: SECRETS.sealed });
});
afterEach(() => db.delete());

const attempt = (n: number, fields: Partial<LedgerAttempt> = {}): LedgerAttempt => ({
  ...{ id: testId(n), at: n, projectId: projectRow().id, title: 'Movie', kind: 'clip', model: 'omni', sceneNumber: 1 },
  ...{ state: 'charged', reservedUsd: 1, amountUsd: 1, priceListDate: '2026-11-20' },
  ...fields,
});

const textOf = async (readLedger: ProjectFileDeps['readLedger']) => {
  const deps = { db, bring: async () => null, readLedger, now: () => 5, app: 'test' };
  const { document, bytes } = await writeProjectFile(deps, projectRow().id);
  await new Response(bytes).arrayBuffer();
  return { document, text: documentText(document) };
};

test('with the server it holds the whole ledger of the project, without it what the device knows of it', async () => {
  const sums = { spentUsd: 0, openUsd: 0 };
  await keepSpending(db, userId, {
    ...{ at: 1, from: '2026-11-01', until: '2026-11-20', days: [], next: null },
    month: { ...sums, month: '2026-11', projects: [], withoutProject: sums, monthlyCapUsd: null },
    attempts: [attempt(1), attempt(2, { projectId: testId(3) })],
  });
  const online = await textOf(async () => [attempt(1), attempt(7)]);
  expect(online.document.ledger.map(({ id }) => id)).toEqual([testId(1), testId(7)]);
  expect((await textOf(async () => null)).document.ledger.map(({ id }) => id)).toEqual([testId(1)]);
  expect((await textOf(async () => [])).document.ledger).toEqual([]);
});

test('nothing that is the person’s own is in it', async () => {
  const secret = { userId, jobId: 'job-of-ines', apiKey: SECRETS.sealed };
  const { text } = await textOf(async () => [{ ...attempt(1), ...secret }]);
  expect(text).toContain(testId(1));
  for (const one of [userId, 'job-of-ines', 'Duarte', ...Object.values(SECRETS)]) expect(text).not.toContain(one);
});
