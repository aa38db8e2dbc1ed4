/** Builds whole rows of exports, their plans, and their receipts for tests. */
import type { ExportRow } from '#data/tables/rows.ts';
import type { PlanSummary } from '#media/worker/client.ts';
import type { Receipt } from '#shared/export-receipt/receipt.ts';
import { testId } from './rows.ts';

/** A running export; a test names only what it is about. */
export function exportRow(n: number, fields: Partial<ExportRow> = {}): ExportRow {
  return {
    id: testId(n),
    userId: testId(2),
    projectId: testId(1),
    title: 'The Glass Lighthouse',
    status: 'processing',
    progress: 0,
    resolution: '720p',
    format: 'mp4',
    createdAt: n,
    startedAt: n,
    endedAt: null,
    errorMessage: null,
    phase: null,
    secondsLeft: null,
    sceneNumber: null,
    sizeBytes: null,
    fileName: 'The-Glass-Lighthouse.mp4',
    range: null,
    keptIn: 'device',
    storedName: `${testId(n)}.mp4`,
    outcome: null,
    receipt: null,
    ownerId: 'tab',
    server: null,
    ...fields,
  };
}

/** A plan by which two scenes of eight seconds are copied. */
export function planSummary(fields: Partial<PlanSummary> = {}): PlanSummary {
  return {
    ...{ sceneCount: 2, copiedScenes: 2, encodedSeconds: 0, sizeBytes: 4_000_000, workBytes: 0, seconds: 1 },
    stretches: [1, 2].map((sceneNumber) => stretch('copy', sceneNumber, (sceneNumber - 1) * 192)),
    sound: { copiedSeconds: 16, encodedSeconds: 0, reasons: [], silentSeconds: 0, silentReasons: [] },
    ...{ leftOutSound: [], reducedColor: [], losesCredentials: false, keptCodec: null },
    ...fields,
  };
}

export function stretch(
  kind: 'copy' | 'encode',
  sceneNumber: number,
  startFrame: number,
  frameCount = 192,
  reasons: PlanSummary['stretches'][number]['reasons'] = [],
): PlanSummary['stretches'][number] {
  return { sceneNumber, kind, startFrame, frameCount, reasons };
}

/** Of a movie whose first scene was encoded, and the others copied. */
export function receiptRow(fields: Partial<Receipt> = {}): Receipt {
  const clip = { clipSha256: 'c', isReused: false, damagedFrames: 0, clipHasContentCredentials: false };
  return {
    ...{ kind: 'storyreel-export-receipt', version: 1, madeAt: '2026-01-01T00:00:00.000Z' },
    ...{ title: 'The Glass Lighthouse', author: null, madeWithAi: true },
    file: {
      ...{ sizeBytes: 17_800_000, sha256: `9f2c41ae${'0'.repeat(52)}7d03`, width: 1280, height: 720, format: 'mp4' },
      ...{ framesPerSecond: '24', frameCount: 1612, seconds: 67.2 },
    },
    encoders: { video: null, sound: null, browser: 'Chromium' },
    stretches: [1, 2, 3].map((number) => ({
      ...stretch(number === 1 ? 'encode' : 'copy', number, (number - 1) * 100, 100, number === 1 ? ['trim'] : []),
      ...{ sceneTitle: `Scene ${number}`, ...clip },
    })),
    sound: { copiedPackets: 10, encodedPackets: 2, silentPackets: 0, leftOut: [] },
    reducedColor: [],
    checks: {
      ...{ frameCount: 1612, videoDurationUs: 67_166_667, audioDurationUs: 67_166_667 },
      ...{ videoCodec: 'avc1.64001f', audioCodec: 'mp4a.40.2', decoded: 'sampled' },
      color: { primaries: null, transfer: null, matrix: null, fullRange: null },
      ...{ comparedStretches: 3, worstPictureDifference: 0 },
    },
    notes: [],
    ...fields,
  };
}
