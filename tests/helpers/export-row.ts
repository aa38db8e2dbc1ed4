/** Builds whole rows of exports for tests. */
import type { ExportRow } from '#data/tables/rows.ts';
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
