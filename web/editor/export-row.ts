/** Rows of exports: their fields at the start, in progress, and at the end. Pure. */
import { storedMovieName } from '#data/movie-files.ts';
import type { ExportRow } from '#data/tables/rows.ts';
import type { ExportProgress, ExportResult, Receipt } from '#media/worker/client.ts';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { sceneOutcome } from '#shared/movie/scene-outcome.ts';
import { rangeFileName } from '#shared/movie/range.ts';
import type { ExportChoice } from './export-target.ts';
import { exportPhaseWords as words, exportWords } from './words.ts';

/** Where the movie is saved. The person names a chosen file. */
export type ExportDestination = { kind: 'device' } | { kind: 'chosen-file'; handle: FileSystemFileHandle };

type NewExport = {
  id: string;
  userId: string;
  /** Of the whole movie, also where a range of it is exported. */
  plan: MoviePlan;
  choice: ExportChoice;
  destination: ExportDestination;
  /** The tab that does the work. */
  ownerId: string;
};

/** @param at milliseconds since the epoch */
export function newExportRow(asked: NewExport, at: number): ExportRow {
  const { id, userId, plan, choice, destination, ownerId } = asked;
  return {
    id,
    userId,
    projectId: plan.projectId,
    title: plan.title,
    status: 'pending',
    progress: 0,
    resolution: choice.resolution,
    format: choice.format,
    leavesOutSound: choice.leavesOutSound ?? false,
    checksEveryPicture: choice.checksEveryPicture ?? false,
    range: choice.range ?? null,
    createdAt: at,
    startedAt: at,
    endedAt: null,
    errorMessage: null,
    phase: null,
    secondsLeft: null,
    sceneNumber: null,
    sizeBytes: null,
    fileName: destination.kind === 'device' ? exportFileName(plan, choice) : destination.handle.name,
    keptIn: destination.kind,
    storedName: storedMovieName(id, choice.format),
    outcome: null,
    receipt: null,
    ownerId,
    server: null,
  };
}

/** What the file of a choice is called. */
export function exportFileName(plan: MoviePlan, { range = null, format }: ExportChoice): string {
  return rangeFileName(plan, range, format);
}

type Fields = Partial<ExportRow>;

/** When its turn comes. */
export function startedFields(at: number): Fields {
  return { status: 'processing', startedAt: at, phase: words.fetching };
}

export function progressFields({ percent, secondsLeft, sceneNumber, ...where }: ExportProgress): Fields {
  return { progress: percent, secondsLeft, sceneNumber, phase: phaseText({ sceneNumber, ...where }) };
}

/** @param keptIn where it was written in the end */
export function completeFields(result: ExportResult, keptIn: ExportRow['keptIn'], at: number): Fields {
  const { sizeBytes, receipt } = result;
  return {
    status: 'complete',
    progress: 100,
    ...ended(at),
    keptIn,
    sizeBytes,
    outcome: outcomeOf(receipt),
    receipt: JSON.stringify(receipt, null, 2),
  };
}

export function failedFields(error: unknown, at: number): Fields {
  const errorMessage = error instanceof Error ? error.message : exportWords.failed;
  return { status: 'failed', errorMessage, ...ended(at) };
}

function ended(endedAt: number): Fields {
  return { phase: null, secondsLeft: null, sceneNumber: null, endedAt };
}

/** What was done, for the card. */
export function outcomeOf({
  stretches,
  file,
  notes,
}: Pick<Receipt, 'stretches' | 'file' | 'notes'>): ExportRow['outcome'] {
  return { ...sceneOutcome(stretches), frameCount: file.frameCount, notes };
}

/** "Encoding scene 3, part 2 of 4" */
function phaseText({ phase, sceneNumber, stretch }: Pick<ExportProgress, 'phase' | 'sceneNumber' | 'stretch'>): string {
  const scene = sceneNumber === null ? '' : words.scene({ number: sceneNumber });
  const place = stretch === null || stretch.total < 2 ? '' : words.part(stretch);
  return `${words.names[phase]}${scene}${place}`;
}
