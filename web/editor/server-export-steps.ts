/** One export that the server makes, from the person's wish to its end. */
import type { StoryreelDb } from '#data/db.ts';
import type { Device } from '#data/device.ts';
import type { ExportServer } from '#data/export-server.ts';
import { follow } from '#data/follow.ts';
import { exportLockName, isRunning, updateExport } from '#data/tables/exports.ts';
import type { ExportRow } from '#data/tables/rows.ts';
import { readCurrentUserId } from '#data/tables/users.ts';
import type { StartExportRequest } from '#shared/api/export.ts';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import type { TextPicture } from './drawn-texts.ts';
import type { ExportLocks } from './export-locks.ts';
import { exportTarget } from './export-target.ts';
import { frozenPlan } from './frozen-plan.ts';
import { endedBadly, jobFields } from './server-export-row.ts';
import { untilUploaded } from './until-uploaded.ts';
import { serverExportWords as words } from './words.ts';

/** As often as the specification has it. */
const POLL_MS = 2_000;

export type ServerExportDeps = {
  db: StoryreelDb;
  device: Device;
  locks: ExportLocks & {
    /** Whether another tab waits for a lock. */
    isWanted(name: string): Promise<boolean>;
  };
  server: () => ExportServer;
  /** Loads the fonts and draws what the movie shows of text. */
  drawTexts(plan: MoviePlan, size: { width: number; height: number }, signal: AbortSignal): Promise<TextPicture[]>;
  /** Calls back once, unless it is called off first. */
  after(ms: number, work: () => void): () => void;
  /** Whether nobody sees this page now: browsers slow its timers down. */
  isHidden(): boolean;
  /** Names this tab. */
  tabId: string;
};

/** Whether something is left to be done for it. */
export function isToDo(row: ExportRow): boolean {
  return row.server?.isUnwanted === true || isRunning(row);
}

/** Who waits for the server to take an export. */
type Begun = { taken(): void; refused(error: unknown): void };

/** Under the row's lock: does what is left to be done for it. */
export async function carryOut(
  deps: ServerExportDeps,
  id: string,
  signal: AbortSignal,
  begun?: Begun,
): Promise<'over' | 'gave-way'> {
  const row = await deps.db.exports.get(id);
  if (row === undefined || !isToDo(row)) return 'over';
  // Once told that it is taken, whoever asked looks at the row, which must then say what becomes of it.
  let asking = begun;
  const taken = (): void => {
    asking?.taken();
    asking = undefined;
  };
  const watch = abortWhenUnwanted(deps.db, id, signal);
  try {
    if (row.server?.isUnwanted !== true) {
      const jobId = await takenJob(deps, row, watch.signal, taken);
      if ((await poll(deps, id, jobId, watch.signal)) === 'gave-way') return 'gave-way';
    }
  } catch (error) {
    if (signal.aborted) return 'over';
    if (!watch.signal.aborted) {
      await fail(deps, id, error, asking);
      return 'over';
    }
  } finally {
    watch.end();
  }
  await forgetUnwanted(deps, id, signal);
  taken();
  return 'over';
}

/** The server's name for the export, which it is told of now unless it was before. */
async function takenJob(
  deps: ServerExportDeps,
  row: ExportRow,
  signal: AbortSignal,
  taken: () => void,
): Promise<string> {
  const known = row.server?.jobId ?? null;
  if (known !== null) return known;
  const request = row.server?.request ?? (await prepared(deps, row, signal, taken));
  await updateExport(deps.db, row.id, { phase: words.starting });
  const ask = (): Promise<string> => deps.server().start(row.projectId, request, row.id, signal);
  const jobId = await untilAnswered(deps, row.id, ask, { signal, onUnanswered: taken });
  await changeServer(deps.db, row.id, { jobId });
  taken();
  return jobId;
}

/** Brings to the server what the export builds on. The request is written down before it is sent: a repeat must be the same. */
async function prepared(
  deps: ServerExportDeps,
  row: ExportRow,
  signal: AbortSignal,
  taken: () => void,
): Promise<StartExportRequest> {
  const { db } = deps;
  const server = deps.server();
  const tellUpload = (phase: string): void => {
    updateExport(db, row.id, { phase }).catch((error: unknown) => console.warn('An upload is not told of.', error));
    taken();
  };
  await untilUploaded(db, row.projectId, tellUpload, signal);
  await updateExport(db, row.id, { phase: words.saving });
  await server.settle(row.projectId, signal);
  await updateExport(db, row.id, { phase: words.drawing });
  // The server makes the movie as it is now: what was drawn before the last edit came would be another's text.
  const { plan } = await frozenPlan(db, row.projectId);
  const pictures = await deps.drawTexts(plan, exportTarget(plan, row), signal);
  const byHash = new Map(pictures.map(({ drawn, png }) => [drawn.sha256, png]));
  if (byHash.size > 0) await updateExport(db, row.id, { phase: words.sending });
  const missing = byHash.size === 0 ? [] : await server.missingPictures([...byHash.keys()], signal);
  for (const sha256 of missing) {
    const png = byHash.get(sha256);
    if (png !== undefined) await server.sendPicture(sha256, png, signal);
  }
  const request: StartExportRequest = {
    resolution: row.resolution,
    format: row.format,
    ...(row.range === null ? {} : { range: row.range }),
    ...(row.leavesOutSound === true ? { leavesOutSound: true } : {}),
    ...(pictures.length === 0 ? {} : { drawnTexts: pictures.map(({ drawn }) => drawn) }),
  };
  await changeServer(db, row.id, { request });
  return request;
}

/** Asks every two seconds how it goes. A server that can't be reached goes on with its work. */
async function poll(
  deps: ServerExportDeps,
  id: string,
  jobId: string,
  signal: AbortSignal,
): Promise<'over' | 'gave-way'> {
  const { db, device, locks } = deps;
  for (;;) {
    const job = await untilAnswered(deps, id, () => deps.server().read(jobId, signal), {
      signal,
      isRefusal: () => false,
    });
    const row = await db.exports.get(id);
    signal.throwIfAborted();
    if (row === undefined) return 'over';
    const fields = job === null ? endedBadly(words.gone, device.now()) : jobFields(row, job, device.now());
    await writeTold(db, id, fields);
    if (!isRunning({ ...row, ...fields })) return 'over';
    if (deps.isHidden() && (await locks.isWanted(exportLockName(id)))) return 'gave-way';
    await pause(deps, POLL_MS, signal);
  }
}

/** What the server tells, but for whether the person still wants the export: that may have changed since the row was read. */
async function writeTold(db: StoryreelDb, id: string, fields: Partial<ExportRow>): Promise<void> {
  await db.exports
    .where('id')
    .equals(id)
    .modify((row: ExportRow) => {
      const isUnwanted = row.server?.isUnwanted ?? false;
      Object.assign(row, fields);
      if (row.server !== null) row.server = { ...row.server, isUnwanted };
    });
}

type Patience = {
  signal: AbortSignal;
  onUnanswered?: () => void;
  /** Which failures are an answer; left out for all that the server has sent. */
  isRefusal?: (error: unknown) => boolean;
};

/** Makes a call again for as long as nobody answers it. @throws what an answer that is a refusal throws */
async function untilAnswered<T>(
  deps: ServerExportDeps,
  id: string,
  call: () => Promise<T>,
  { signal, onUnanswered, isRefusal = (error) => !deps.server().isUnanswered(error) }: Patience,
): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (signal.aborted || isRefusal(error)) throw error;
      console.warn('The server did not answer a call about an export.', error);
    }
    await updateExport(deps.db, id, { phase: words.unreachable });
    onUnanswered?.();
    await pause(deps, POLL_MS, signal);
  }
}

/** Has the server stop and remove the export, and then forgets it here too. */
async function forgetUnwanted(deps: ServerExportDeps, id: string, signal: AbortSignal): Promise<void> {
  const row = await deps.db.exports.get(id);
  if (row?.server?.isUnwanted !== true) return;
  const { jobId, request } = row.server;
  const server = deps.server();
  const remove = async (): Promise<void> => {
    // A request whose answer was lost may have started it: asked again, the server tells its name.
    const name = jobId ?? (request === null ? null : await server.start(row.projectId, request, id, signal));
    if (name !== null) await server.remove(name, signal);
  };
  try {
    await untilAnswered(deps, id, remove, { signal });
  } catch (error) {
    if (signal.aborted) return;
    // The server won't have it, and removes what is old by itself: it is no use to keep the row for that.
    console.warn('An export could not be removed from the server.', error);
  }
  await deps.db.exports.delete(id);
}

async function fail(deps: ServerExportDeps, id: string, error: unknown, begun?: Begun): Promise<void> {
  console.error('An export on the server has failed.', error);
  if (begun === undefined) {
    await updateExport(deps.db, id, endedBadly(deps.server().sentenceOf(error) ?? words.failed, deps.device.now()));
    return;
  }
  await deps.db.exports.delete(id);
  begun.refused(error);
}

async function changeServer(
  db: StoryreelDb,
  id: string,
  fields: Partial<NonNullable<ExportRow['server']>>,
): Promise<void> {
  await db.exports
    .where('id')
    .equals(id)
    .modify((row: ExportRow) => {
      if (row.server !== null) Object.assign(row.server, fields);
    });
}

/**
 * A signal that is aborted when the row is gone or unwanted, whichever tab did it, when its person is signed out, or with
 * `outer`.
 */
function abortWhenUnwanted(db: StoryreelDb, id: string, outer: AbortSignal): { signal: AbortSignal; end(): void } {
  const controller = new AbortController();
  const abort = (): void => controller.abort(outer.reason);
  const isWanted = async (): Promise<boolean> => {
    const row = await db.exports.get(id);
    return row !== undefined && row.server?.isUnwanted !== true && row.userId === (await readCurrentUserId(db));
  };
  const see = (wanted: boolean): void => {
    if (!wanted) controller.abort();
  };
  outer.addEventListener('abort', abort, { once: true });
  const stop = follow(isWanted, see, (error) => controller.abort(error));
  return {
    signal: controller.signal,
    end() {
      stop();
      outer.removeEventListener('abort', abort);
    },
  };
}

function pause({ after }: ServerExportDeps, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => reject(signal.reason);
    if (signal.aborted) {
      end();
      return;
    }
    const callOff = after(ms, () => {
      signal.removeEventListener('abort', end);
      resolve();
    });
    signal.addEventListener(
      'abort',
      () => {
        callOff();
        end();
      },
      { once: true },
    );
  });
}
