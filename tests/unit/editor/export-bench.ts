/** An imaginary browser for tests of exports: tabs that share a database and locks, and an engine that does as the test says. */
import { StoryreelDb } from '#data/db.ts';
import type { Sources } from '#data/sources.ts';
import type { ExportRow } from '#data/tables/rows.ts';
import { createExportRunner, type ExportRunnerDeps } from '#editor/export-runner.ts';
import type { ExportInput, ExportOptions, ExportResult, PlanSummary, Receipt } from '#media/worker/client.ts';
import { uuidv7 } from '#shared/entities/id.ts';
import { completeScene, projectRow, testHash, testId } from '#tests/helpers/rows.ts';
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
  let summary = summaryOf('copy');
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

/** Both scenes copied or encoded as a whole. */
export function summaryOf(kind: 'copy' | 'encode'): PlanSummary {
  return {
    sceneCount: 2,
    copiedScenes: kind === 'copy' ? 2 : 0,
    stretches: [1, 2].map((sceneNumber) => ({
      sceneNumber,
      kind,
      startFrame: (sceneNumber - 1) * 192,
      frameCount: 192,
      reasons: kind === 'copy' ? [] : ['size'],
    })),
    encodedSeconds: kind === 'copy' ? 0 : 16,
    sound: { copiedSeconds: 16, encodedSeconds: 0, reasons: [], silentSeconds: 0, silentReasons: [] },
    sizeBytes: 4_000_000,
    workBytes: 0,
    seconds: 1,
    leftOutSound: [],
    reducedColor: [],
    losesCredentials: false,
    keptCodec: null,
  };
}

export const PIECES = ['piece 1', 'piece 2'];

/** Scene 1 copied, scene 2 with an encoded part. */
function resultOf(blob: Blob | null): ExportResult {
  return { blob, sizeBytes: 4_000_000, elapsedMs: 1, writtenMs: 1, verification, receipt, pieces: PIECES };
}

const verification: ExportResult['verification'] = {
  frameCount: 384,
  videoDurationUs: 16_000_000,
  audioDurationUs: 16_000_000,
  videoCodec: 'avc1.64001f',
  audioCodec: 'mp4a.40.2',
  color: { primaries: null, transfer: null, matrix: null, fullRange: null },
  decoded: 'sampled',
  comparedStretches: 3,
  worstPictureDifference: 0,
};

const receipt: Receipt = {
  kind: 'storyreel-export-receipt',
  version: 1,
  madeAt: '2026-01-01T00:00:00.000Z',
  title: 'The Glass Lighthouse',
  author: null,
  madeWithAi: true,
  file: {
    sizeBytes: 4_000_000,
    sha256: testHash(9),
    width: 1280,
    height: 720,
    format: 'mp4',
    framesPerSecond: '24/1',
    frameCount: 384,
    seconds: 16,
  },
  encoders: { video: null, sound: null, browser: 'test' },
  stretches: ([1, 2, 2] as const).map((sceneNumber, index) => ({
    sceneNumber,
    kind: index === 2 ? 'encode' : 'copy',
    startFrame: index * 150,
    frameCount: 150,
    reasons: [],
    sceneTitle: '',
    clipSha256: testHash(sceneNumber),
    isReused: false,
    damagedFrames: 0,
    clipHasContentCredentials: false,
  })),
  sound: null,
  reducedColor: [],
  checks: verification,
  notes: [],
};
