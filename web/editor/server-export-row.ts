/** Rows of exports that the server makes: what they say at each step. Pure. */
import type { ExportRow } from '#data/tables/rows.ts';
import type { ExportJobReply } from '#shared/api/export.ts';
import { outcomeOf } from './export-row.ts';
import { exportPhaseWords, serverExportWords as words } from './words.ts';

type Fields = Partial<ExportRow>;
type ServerFields = NonNullable<ExportRow['server']>;

/** Before the server has been asked for anything. */
export const newServerFields: ServerFields = { request: null, jobId: null, isUnwanted: false, expiresAt: null };

/**
 * What the server tells of an export, as the row's fields.
 * @param at milliseconds since the epoch
 */
export function jobFields(row: ExportRow, job: ExportJobReply, at: number): Fields {
  const server = { ...newServerFields, ...row.server, expiresAt: job.expiresAt };
  switch (job.status) {
    case 'pending':
      return { status: 'pending', phase: queueText(job.place) };
    case 'processing':
      return {
        status: 'processing',
        progress: job.progress,
        phase: job.phase === null ? null : exportPhaseWords.names[job.phase],
        // The time in the queue is not the work's.
        ...(row.status === 'processing' ? {} : { startedAt: at }),
      };
    case 'complete':
      return {
        status: 'complete',
        progress: 100,
        phase: null,
        endedAt: at,
        keptIn: 'server',
        server,
        sizeBytes: job.sizeBytes,
        fileName: job.fileName,
        ...receiptFields(job),
      };
    case 'failed':
      return endedBadly(job.errorMessage ?? words.failed, at);
  }
}

export function endedBadly(errorMessage: string, at: number): Fields {
  return { status: 'failed', errorMessage, phase: null, secondsLeft: null, sceneNumber: null, endedAt: at };
}

/** Whether the server has removed the finished movie by now. */
export function isExpired({ status, server }: Pick<ExportRow, 'status' | 'server'>, at: number): boolean {
  return status === 'complete' && server !== null && server.expiresAt !== null && server.expiresAt <= at;
}

function receiptFields({ receipt }: ExportJobReply): Fields {
  if (receipt === null) return {};
  return { receipt: JSON.stringify(receipt, null, 2), outcome: outcomeOf(receipt) };
}

/** "Queued (2 ahead)" */
function queueText(place: number | null): string {
  return place === null || place < 2 ? words.next : words.queued({ ahead: place - 1 });
}
