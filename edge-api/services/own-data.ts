/**
 * Everything that a person has here, as a zip that is made while it is sent: rows and files are read when their turn comes,
 * and only a few rows are read ahead of whoever downloads it. API keys are not in it.
 */
import { makeZip } from 'client-zip';
import type { Scene } from '#shared/entities/scene.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { ownFileName } from '#shared/own-files/file-name.ts';
import { sanitizeTitle } from '#shared/rules/file-names.ts';
import type { Deps } from '../deps.ts';
import { BlobMissingError } from '#edge-api/providers/media-store/port.ts';
import { listEntries } from '#edge-api/repos/history.ts';
import { findAccount, listKeptMovies, listOwnFiles, type OwnFile } from '#edge-api/repos/own-data.ts';
import { listOwnFilesOf } from '#edge-api/repos/own-files.ts';
import { listProjectPage, type ListPlace } from '#edge-api/repos/projects.ts';
import { findVersions, listVersionSizes, type StoredVersion } from '#edge-api/repos/versions.ts';
import { listSessions } from '#edge-api/repos/sessions.ts';
import { unpackText } from './packed-text.ts';
import { ownProject, type OwnProject } from './project-view.ts';
import { listLedger, type AttemptPlace } from './spent.ts';
import { ownSpending } from './spending.ts';
import { ownDataWords as words } from './words.ts';

type DataDeps = Pick<Deps, 'db' | 'mediaStore' | 'now' | 'log'>;

type Entry = { name: string; lastModified: Date; input: string | AsyncIterable<string | Uint8Array> };

/** The zip. Whoever gets it reads it to its end or cancels it, which closes the file that is open then. */
export function ownDataZip(deps: DataDeps, userId: string): ReadableStream<Uint8Array> {
  const reader = makeZip(entriesOf(deps, userId), { buffersAreUTF8: true }).getReader();
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      // The entries end by an exception, which is nothing that went wrong.
      cancel: (reason) => reader.cancel(reason).catch(() => undefined),
    },
    { highWaterMark: 0 },
  );
}

/** When the zip was asked for, as its name says it. */
export function ownDataFileName(nowMs: number): string {
  return `storyreel-data-${new Date(nowMs).toISOString().slice(0, 10)}.zip`;
}

async function* entriesOf(deps: DataDeps, userId: string): AsyncGenerator<Entry> {
  const lastModified = new Date(deps.now());
  const missing: string[] = [];
  yield { name: 'README.txt', lastModified, input: words.readMe };
  yield { name: 'account.json', lastModified, input: jsonText(await accountOf(deps, userId)) };
  yield { name: 'spending.json', lastModified, input: ledgerText(deps, userId) };
  let number = 0;
  for await (const { id } of projectsOf(deps, userId)) {
    const own = await projectOrNull(deps, userId, id);
    if (own === null) continue;
    const folder = `projects/${String(++number).padStart(3, '0')}-${sanitizeTitle(own.project.title)}`;
    yield* projectEntries(deps, own, folder, missing);
  }
  for (const file of await listOwnFilesOf(deps.db, userId)) {
    const name = `files/${file.sha256.slice(0, 16)}-${ownFileName(file)}`;
    yield* fileEntry(deps, { name, sha256: file.sha256, lastModified: new Date(file.createdAt) }, missing);
  }
  for (const { id, fileName, sha256 } of await listKeptMovies(deps.db, userId))
    yield* fileEntry(deps, { name: `exports/${id}-${fileName}`, sha256, lastModified }, missing);
  if (missing.length > 0) yield { name: 'missing.txt', lastModified, input: `${missing.join('\n')}\n` };
}

async function accountOf(deps: DataDeps, userId: string) {
  const [account, sessions, spending] = [
    await findAccount(deps.db, userId),
    await listSessions(deps.db, userId, deps.now()),
    await ownSpending(deps, userId),
  ];
  const shown = sessions.map(({ device, createdAtMs }) => ({ device, createdAt: createdAtMs }));
  return { id: userId, ...account, monthlyCapUsd: spending.monthlyCapUsd, sessions: shown };
}

async function* projectsOf(deps: DataDeps, userId: string): AsyncGenerator<{ id: string }> {
  let after: ListPlace | null = null;
  do {
    const page = await listProjectPage(deps.db, { userId, after, limit: limits.projectsPage });
    for (const { record } of page) yield record;
    after = page.length < limits.projectsPage ? null : (page.at(-1)?.record ?? null);
  } while (after !== null);
}

/** Null when it was deleted while the download ran. */
async function projectOrNull(deps: DataDeps, userId: string, id: string): Promise<OwnProject | null> {
  try {
    return await ownProject(deps, userId, id);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null;
    throw error;
  }
}

async function* projectEntries(
  deps: DataDeps,
  { project, scenes }: OwnProject,
  folder: string,
  missing: string[],
): AsyncGenerator<Entry> {
  const lastModified = new Date(project.updatedAt);
  yield { name: `${folder}/project.json`, lastModified, input: jsonText({ project, scenes }) };
  const history = await listEntries(deps.db, { projectId: project.id, before: null, limit: limits.historyEntries });
  yield { name: `${folder}/history.json`, lastModified, input: jsonText(history) };
  for (const ids of readAtOnce(await listVersionSizes(deps.db, project.id)))
    for (const version of await findVersions(deps.db, { projectId: project.id, ids }))
      yield await versionEntry(`${folder}/versions/${version.id}.json`, version);
  const files = await listOwnFiles(deps.db, project.userId, project.id);
  for (const { name, sha256 } of fileNames(scenes, files))
    yield* fileEntry(deps, { name: `${folder}/${name}`, sha256, lastModified }, missing);
}

/** Of versions, compressed. A host may allow so and so many queries for a download, and memory for little more than this. */
const BYTES_AT_ONCE = 2_000_000;

/** Versions in groups that are read by one query each. */
function readAtOnce(versions: readonly { id: string; sizeBytes: number }[]): string[][] {
  const groups: string[][] = [];
  let roomBytes = 0;
  for (const { id, sizeBytes } of versions) {
    if (sizeBytes > roomBytes) {
      groups.push([]);
      roomBytes = BYTES_AT_ONCE;
    }
    groups.at(-1)?.push(id);
    roomBytes -= sizeBytes;
  }
  return groups;
}

async function versionEntry(name: string, { document, ...told }: StoredVersion): Promise<Entry> {
  const whole = { ...told, document: JSON.parse(await unpackText(document)) as unknown };
  return { name, lastModified: new Date(told.at), input: jsonText(whole) };
}

/** A project's files by what they are: the clips that scenes play by their scene, all others by their hash. */
function fileNames(scenes: readonly Scene[], files: readonly OwnFile[]): { name: string; sha256: string }[] {
  const played = scenes.flatMap(({ sha256, sceneNumber, extensionIndex }) => {
    if (sha256 === null) return [];
    const part = extensionIndex === null ? '' : `-extension-${extensionIndex}`;
    return [{ name: `clips/scene-${String(sceneNumber).padStart(2, '0')}${part}.mp4`, sha256 }];
  });
  const isPlayed = new Set(played.map(({ sha256 }) => sha256));
  const others = files
    .filter(({ sha256 }) => !isPlayed.has(sha256))
    .map(({ sha256, contentType }) =>
      contentType === 'video/mp4'
        ? { name: `clips/earlier-${sha256.slice(0, 16)}.mp4`, sha256 }
        : { name: `characters/${sha256.slice(0, 16)}.${contentType.split('/')[1] ?? 'bin'}`, sha256 },
    );
  return [...played, ...others];
}

/** A stored file, closed when it was read or when nobody reads on. One that isn't there is written down. */
async function* fileEntry(
  deps: DataDeps,
  { name, sha256, lastModified }: { name: string; sha256: string; lastModified: Date },
  missing: string[],
): AsyncGenerator<Entry> {
  let body: ReadableStream<Uint8Array>;
  try {
    body = await deps.mediaStore.read(sha256);
  } catch (error) {
    if (!(error instanceof BlobMissingError)) throw error;
    deps.log.error('file_missing', { sha256 });
    missing.push(name);
    return;
  }
  const reader = body.getReader();
  try {
    yield { name, lastModified, input: piecesOf(reader) };
  } finally {
    await reader.cancel();
  }
}

async function* piecesOf(reader: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}

/** The whole ledger as a JSON list, page by page. */
async function* ledgerText(deps: DataDeps, userId: string): AsyncGenerator<string> {
  let [before, lead]: [AttemptPlace | null, string] = [null, '['];
  do {
    const { attempts, next } = await listLedger(deps, userId, { projectId: null, before });
    for (const attempt of attempts) {
      yield `${lead}\n  ${JSON.stringify(attempt)}`;
      lead = ',';
    }
    before = next;
  } while (before !== null);
  yield lead === '[' ? '[]\n' : '\n]\n';
}

function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
