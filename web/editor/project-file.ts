/** Writes a project as a .storyreel file: a zip that is made while it is read, so that its size doesn't matter. */
import { makeZip } from 'client-zip';
import type { StoryreelDb } from '#data/db.ts';
import { readKeptSpending } from '#data/tables/kept-spending.ts';
import type { LedgerAttempt } from '#shared/api/spending.ts';
import { AppError } from '#shared/errors.ts';
import { OVERLAY_FONT_FAMILY } from '#shared/movie/overlay-layout.ts';
import {
  DOCUMENT_NAME,
  documentText,
  entryName,
  FILE_VERSION,
  storyreelDocumentSchema,
  wantedFiles,
  type StoryreelDocument,
} from '#shared/storyreel-file/document.ts';
import { inPlayOrder } from '#shared/rules/scene-order.ts';
import { refusedEditWords } from './words.ts';

export type ProjectFileDeps = {
  db: StoryreelDb;
  /** A file of the clip store; null when it isn't here and can't be brought. */
  bring(file: { sha256: string; url: string | null }): Promise<Blob | null>;
  /** What the project's requests cost, at most `MOST_ATTEMPTS`; null when the server can't be asked. */
  readLedger(projectId: string): Promise<LedgerAttempt[] | null>;
  now(): number;
  app: string;
};

export type ProjectFile = { document: StoryreelDocument; bytes: ReadableStream<Uint8Array> };

/** @throws AppError `not_found`; what `bring` throws */
export async function writeProjectFile(deps: ProjectFileDeps, projectId: string): Promise<ProjectFile> {
  const { db } = deps;
  const row = await db.projects.get(projectId);
  if (!row) throw new AppError('not_found', refusedEditWords.noProject);
  const [scenes, base, exports, spending, ledger] = await Promise.all([
    db.scenes.where('projectId').equals(projectId).toArray(),
    db.bases.get(projectId),
    db.exports.where('projectId').equals(projectId).toArray(),
    readKeptSpending(db, row.userId),
    deps.readLedger(projectId),
  ]);
  const content = { project: row, scenes: inPlayOrder(scenes), takes: base?.takes ?? [] };
  const found = new Map<string, Blob>();
  const files: StoryreelDocument['files'] = [];
  const missing: string[] = [];
  for (const { kind, sha256, url } of wantedFiles(content)) {
    const file = await deps.bring({ sha256, url });
    if (file === null) missing.push(sha256);
    else {
      found.set(sha256, file);
      files.push({ kind, sha256, sizeBytes: file.size });
    }
  }
  // By the schema, which leaves out what belongs to this device or to the person alone.
  const document = storyreelDocumentSchema.parse({
    format: 'storyreel',
    version: FILE_VERSION,
    savedAt: deps.now(),
    app: deps.app,
    ...content,
    fonts: [OVERLAY_FONT_FAMILY],
    receipts: exports.flatMap(({ fileName, endedAt, receipt }) =>
      receipt === null || endedAt === null ? [] : [{ fileName, endedAt, receipt }],
    ),
    // Without the server, what the Spending page last showed.
    ledger: ledger ?? (spending?.attempts ?? []).filter((attempt) => attempt.projectId === projectId),
    files,
    missing,
  });
  return { document, bytes: zipOf(document, (sha256) => found.get(sha256)) };
}

/** @param read the file of this hash */
export function zipOf(
  document: StoryreelDocument,
  read: (sha256: string) => Pick<Blob, 'stream'> | undefined,
): ReadableStream<Uint8Array> {
  const lastModified = new Date(document.savedAt);
  function* entries() {
    yield { name: DOCUMENT_NAME, lastModified, input: documentText(document) };
    for (const file of document.files) {
      const input = read(file.sha256);
      if (input === undefined) throw new Error(`No file was brought for ${file.sha256}.`);
      yield { name: entryName(file), lastModified, size: file.sizeBytes, input: input.stream() };
    }
  }
  return makeZip(entries(), { buffersAreUTF8: true });
}
