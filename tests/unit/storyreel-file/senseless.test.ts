/**
 * Files that are whole, with sums that are right, and say what makes no sense: each gives a sentence or a project that
 * plays, exports, and can be sent, and none keeps anybody waiting.
 */
import { makeZip } from 'client-zip';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { outboxRowSchema, projectRowSchema, sceneRowSchema } from '#data/tables/rows.ts';
import { openedProject, type OpenedFileRow } from '#data/tables/opened-file.ts';
import { importAsProject, importOverProject } from '#editor/import-opened-file.ts';
import { openProjectFile, shownProject } from '#editor/open-project-file.ts';
import { AppError } from '#shared/errors.ts';
import { planExport } from '#shared/export-plan/plan-export.ts';
import { targetOf } from '#shared/export-plan/target-of.ts';
import { limits } from '#shared/limits.ts';
import { moviePlan, planDurationUs } from '#shared/movie/movie-plan.ts';
import { moviePlanSchema } from '#shared/movie/plan-schema.ts';
import { US_PER_SECOND } from '#shared/movie/time.ts';
import { inPlayOrder } from '#shared/rules/scene-order.ts';
import { DOCUMENT_NAME, entryName, type StoryreelDocument } from '#shared/storyreel-file/document.ts';
import { StoryreelFileError } from '#shared/storyreel-file/refusal.ts';
import { memoryStore, ownFileTaker } from '#tests/helpers/opened-files.ts';
import { randomSavedProject, type SavedProject } from '#tests/helpers/saved-project.ts';
import { randomFrom } from '#tests/helpers/seeded-random.ts';
import { makeSenseless } from '#tests/helpers/senseless.ts';
import { clipFacts, RECORDS, whole8s } from '../media/plan-builder.ts';
import { testDevice, USER_ID, type TestDevice } from '../sync/test-device.ts';
import { SEED } from '#tests/helpers/test-values.ts';

const FILES = Number(process.env['TEST_SENSELESS_FILES'] ?? 300);
/** Of one step; on a machine that does much else besides. */
const LIMIT_MS = 10_000;
let device: TestDevice;
/** Failures without a sentence, and what took too long. */
let bare: string[];
beforeEach(async () => {
  bare = [];
  device = await testDevice();
});
afterEach(() => device.close());

async function zipped(document: object, { document: { files }, clips }: SavedProject): Promise<File> {
  const entries = files.map((file) => ({ name: entryName(file), input: clips.get(file.sha256) ?? '' }));
  const zip = makeZip([{ name: DOCUMENT_NAME, input: JSON.stringify(document) }, ...entries]);
  return new File([await new Response(zip).arrayBuffer()], 'movie.storyreel');
}

const open = (file: File): Promise<StoryreelDocument> => {
  const deps = { db: device.db, store: memoryStore(new Map()), now: device.device.now };
  return openProjectFile(deps, file, () => undefined, new AbortController().signal);
};

/** What the page asks its workers for: they take it, and answer. */
function play(row: OpenedFileRow): void {
  const { project, scenes } = openedProject(row);
  const shown = shownProject(row.document);
  const plans = [moviePlan(project, scenes), moviePlan({ ...shown.project, audio: shown.audio }, shown.scenes)];
  for (const plan of plans) {
    moviePlanSchema.parse(plan);
    const most = plan.scenes.length * 2 * limits.ownClipSeconds;
    expect(planDurationUs(plan) / US_PER_SECOND).toBeLessThanOrEqual(most);
    const facts = plan.scenes.map(() => clipFacts(whole8s.clip));
    const target = targetOf(plan, { resolution: 'source', format: 'mp4' });
    planExport(plan, facts, target, { encoderConfig: RECORDS.baseline });
  }
}

async function expectRight(projectId: string): Promise<void> {
  const { db } = device;
  projectRowSchema.parse(await db.projects.get(projectId));
  const scenes = inPlayOrder(await db.scenes.where('projectId').equals(projectId).toArray());
  for (const scene of scenes) sceneRowSchema.parse(scene);
  const roots = scenes.filter(({ isExtension }) => !isExtension);
  expect(roots.map(({ sceneNumber }) => sceneNumber)).toEqual(roots.map((_, index) => index + 1));
  for (const call of await db.outbox.toArray()) outboxRowSchema.parse(call);
}

/** @returns the sentence of what can't be done; null for what was done */
async function step(name: string, work: () => unknown): Promise<string | null> {
  const begun = performance.now();
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof StoryreelFileError || error instanceof AppError) return error.message;
    bare.push(`${name}: ${String(error).slice(0, 300)}`);
    return null;
  } finally {
    if (performance.now() - begun > LIMIT_MS) bare.push(`${name} took too long`);
  }
}

test(`${FILES} senseless files each give a sentence or a right project (seed ${SEED})`, async () => {
  const random = randomFrom(SEED);
  const sentences = new Set<string>();
  const counts = { refused: 0, opened: 0, imported: 0, replaced: 0 };
  for (let number = 0; number < FILES; number += 1) {
    const saved = await randomSavedProject(number % 40);
    const document = structuredClone(saved.document);
    makeSenseless(document, random);
    const file = await zipped(document, saved);
    let opened = document;
    const refusal = await step(`Opening ${number}`, async () => {
      opened = await open(file);
    });
    if (refusal !== null) {
      counts.refused += 1;
      sentences.add(refusal);
      continue;
    }
    counts.opened += 1;
    device.setNow(1_000_000 + number * 2_000);
    const row = { id: device.device.newId(), document: opened, isWanted: false };
    await step(`Playing ${number}`, () => play(row));
    const deps = { ...device, takeIn: ownFileTaker(device.db, USER_ID, opened.files) };
    const whyNot = await step(`Importing ${number}`, () => importAsProject(deps, USER_ID, row));
    if (whyNot !== null) sentences.add(whyNot);
    else {
      counts.imported += 1;
      await step(`Rows of ${number}`, () => expectRight(row.id));
      // Over a project as it was before anything was senseless.
      const over = { ...opened, project: { ...opened.project, id: row.id } };
      const notOver = await step(`Replacing ${number}`, () => importOverProject(deps, { ...row, document: over }));
      if (notOver !== null) sentences.add(notOver);
      else counts.replaced += 1;
      await step(`Rows of ${number}`, () => expectRight(row.id));
    }
    await Promise.all(
      device.db.tables.filter(({ name }) => name !== 'users' && name !== 'meta').map((table) => table.clear()),
    );
  }
  expect(bare).toEqual([]);
  expect([...sentences].filter((sentence) => !/^[“A-Z].{20,200}\.$/su.test(sentence))).toEqual([]);
  expect(counts.refused).toBeGreaterThan(FILES / 4);
  expect(counts.imported).toBeGreaterThan(FILES / 8);
}, 240_000);
