/** An imaginary browser for tests of exports: tabs that share a database and locks, and an engine that does as the test says. */
import { StoryreelDb } from '#data/db.ts';
import type { Sources } from '#data/sources.ts';
import type { ExportRow } from '#data/tables/rows.ts';
import { createExportRunner, type ExportRunnerDeps } from '#editor/export-runner.ts';
import type { ExportInput, ExportOptions, ExportResult, PlanSummary } from '#media/worker/client.ts';
import { uuidv7 } from '#shared/entities/id.ts';
import { planSummary, receiptRow } from '#tests/helpers/export-row.ts';
import { completeScene, projectRow, testId } from '#tests/helpers/rows.ts';
import { memoryLocks } from './memory-locks.ts';
import { untilExports } from './until-exports.ts';

export const PROJECT_ID = testId(1);
export const NOW = 1_000_000;
export const CHOICE = { resolution: '720p', format: 'mp4' } as const;
export const ON_DEVICE = { kind: 'device' } as const;

/** One call of the engine, which goes on until the test ends it. */
export type Writing = {
  input: ExportInput;
  options: ExportOptions;
  finish(blob?: Blob): void;
  fail(error: Error): void;
};

export type ExportBench = {
  db: StoryreelDb;
  heldLocks: Set<string>;
  /** Exports that leaving a tab would end. */
  atStake(): number;
  files: Map<string, File>;
  /** Calls of the engine in their order. */
  writings: Writing[];
  setFreeBytes(bytes: number | null): void;
  setSummary(summary: PlanSummary): void;
  openTab(): ReturnType<typeof createExportRunner>;
  /** Resolves when the rows are as wanted. @throws after two seconds */
  until(isWanted: (rows: ExportRow[]) => boolean): Promise<void>;
  row(id: string): Promise<ExportRow | undefined>;
  close(): Promise<void>;
};

let databases = 0;

/** A project of two scenes with clips. Whoever makes one closes it. */
export async function exportBench(): Promise<ExportBench> {
  databases += 1;
  const db = new StoryreelDb(`exports-${databases}`);
  await db.projects.put({ ...projectRow(), rev: 1 });
  await db.scenes.bulkPut([1, 2].map((number) => ({ ...completeScene(number), rev: 1 })));
  const heldLocks = new Set<string>();
  const files = new Map<string, File>();
  const writings: Writing[] = [];
  let freeBytes: number | null = null;
  let summary = planSummary();
  let ids = 0;
  let atStake = 0;
  const deps: ExportRunnerDeps = {
    db,
    device: {
      now: () => NOW,
      newId: () => uuidv7(NOW + (ids += 1), new Uint8Array(10)),
    },
    locks: memoryLocks(heldLocks),
    files: {
      read: async (name) => files.get(name) ?? null,
      remove: async (name) => void files.delete(name),
    },
    sources: () => sources,
    engine: {
      startExport: (input, options) => write(writings, input, options),
      exportCapability: async () => ({ can: true, summary }),
    },
    freeBytes: async () => freeBytes,
    askBeforeLeaving() {
      atStake += 1;
      return () => void (atStake -= 1);
    },
    tabId: 'tab',
  };
  return {
    db,
    heldLocks,
    atStake: () => atStake,
    files,
    writings,
    setFreeBytes: (bytes) => (freeBytes = bytes),
    setSummary: (other) => (summary = other),
    openTab: () => createExportRunner(deps),
    until: (isWanted) => untilExports(db, isWanted),
    row: (id) => db.exports.get(id),
    close: async () => {
      db.close();
      await db.delete();
    },
  };
}

const sources: Sources = {
  fetchClip: async () => undefined,
  readClipRange: async () => new Uint8Array(),
  loadClip: async () => new Blob(),
  loadOverlayFonts: async () => [],
};

function write(writings: Writing[], input: ExportInput, options: ExportOptions): Promise<ExportResult> {
  return new Promise((resolve, reject) => {
    options.signal?.addEventListener('abort', () => reject(options.signal?.reason), { once: true });
    writings.push({ input, options, finish: (blob) => resolve(resultOf(blob ?? null)), fail: reject });
  });
}

export const PIECES = ['piece 1', 'piece 2'];

/** Scene 1 copied, scene 2 with an encoded part. */
function resultOf(blob: Blob | null): ExportResult {
  return {
    blob,
    sizeBytes: 4_000_000,
    elapsedMs: 1,
    writtenMs: 1,
    verification: receipt.checks,
    receipt,
    pieces: PIECES,
  };
}

const receipt = receiptRow({ file: { ...receiptRow().file, frameCount: 384 } });
receipt.checks.frameCount = 384;
receipt.stretches = receipt.stretches.map((one, index) => ({
  ...one,
  ...{ sceneNumber: Math.min(index + 1, 2), kind: index === 2 ? 'encode' : 'copy', reasons: [] },
}));
