/** Own files in random walks: scenes and music made of them before the server has them, and how they are sent. */
import { createActions } from '#editor/actions.ts';
import { createAudioActions } from '#editor/audio-actions.ts';
import { ApiError, OfflineError } from '#api/errors.ts';
import { addOwnFile, changeUpload, filesToSend } from '#data/tables/own-files.ts';
import { sendFile, type UploadCalls, type UploadDeps } from '#sync/uploads.ts';
import { ownFile, type MadeFile } from '#tests/helpers/own-files.ts';
import { audioPiece, testHash, testId } from '#tests/helpers/rows.ts';
import type { TestDevice } from './test-device.ts';

export type FileStep = { kind: 'own-scene' | 'own-music'; file: number };

const bytes = Uint8Array.of(1, 2, 3);
const about = (n: number) => ({ sha256: testHash(800 + n), sizeBytes: bytes.length, createdAt: n });

/** For a server that believes what it is told. */
export const madeUpFiles: readonly MadeFile[] = [
  { bytes, file: ownFile('clip', { ...about(1), name: 'One.mp4' }) },
  { bytes, file: ownFile('clip', { ...about(2), name: 'Two.mp4' }) },
  { bytes, file: ownFile('sound', about(3)) },
];

/** @param turn number of the step: what it makes has the same id on every device */
export async function takeFileStep(
  { db, device }: TestDevice,
  { step, turn, projectId, userId, files }: TakenFile,
): Promise<void> {
  const kind = step.kind === 'own-scene' ? 'clip' : 'sound';
  const fitting = files.filter(({ file }) => file.kind === kind);
  const { file } = fitting[step.file % fitting.length] ?? {};
  if (file === undefined) return;
  await addOwnFile(db, userId, file);
  const deps = { db, device: { ...device, newId: () => testId(8_000 + turn) } };
  const { sha256, sizeBytes } = file;
  if (file.kind === 'sound') {
    await createAudioActions(deps).add(projectId, { ...audioPiece(), mediaId: sha256, name: file.name });
    return;
  }
  if (file.kind !== 'clip') return;
  const { facts } = file;
  const fields = { title: 'Mine', duration: facts.video.durationSeconds, source: 'clip' as const, mediaId: sha256 };
  await createActions(deps).addScene(projectId, fields, { clip: { sha256, sizeBytes, facts } });
}

type TakenFile = {
  step: FileStep;
  turn: number;
  projectId: string;
  userId: string;
  files: readonly MadeFile[];
};

/**
 * Sends the files that wait, one after the other, until one meets with trouble.
 * @throws what the calls throw, but for what the page expects of them
 */
export async function sendFiles(
  { db, timer, dice }: TestDevice,
  { calls, userId, files }: { calls: UploadCalls; userId: string; files: readonly MadeFile[] },
): Promise<void> {
  const deps = { db, store: storeOf(files), calls, timer, dice, onSent: ignore, onFailed: ignore };
  try {
    for (const row of await filesToSend(db, userId)) await sendFile(deps, row, new AbortController().signal);
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof OfflineError)) throw error;
  }
}

/** The device's store of those files. */
export function storeOf(files: readonly MadeFile[]): UploadDeps['store'] {
  return {
    read: async (sha256) => {
      const found = files.find(({ file }) => file.sha256 === sha256);
      return found ? new File([found.bytes], found.file.name) : null;
    },
  };
}

/** As the person does it on the Storage page. */
export async function retryFiles({ db }: TestDevice): Promise<void> {
  for (const row of await db.ownFiles.toArray())
    if (row.state === 'refused') await changeUpload(db, row, { state: 'waiting', sentence: null });
}

function ignore(): void {}
