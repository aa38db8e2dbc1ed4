/** Starts everything that runs in the background and connects it to the other folders. The app calls it once. */
import { installCallHeaders } from '#api/call-headers.ts';
import { OfflineError } from '#api/client.ts';
import { keys } from '#api/keys.ts';
import { installProjectGate, type Ground } from '#api/project-gate.ts';
import { endSessionOn401, installSessionMemory, refreshSession, type SessionMemory } from '#api/queries/session.ts';
import { queryClient } from '#api/query-client.ts';
import { forgetKey } from '#api/stored-key.ts';
import { deviceDb } from '#data/db.ts';
import { follow } from '#data/follow.ts';
import { moviesOfOthers } from '#data/people/other-databases.ts';
import { pagePerson } from '#data/people/page-person.ts';
import { checkRows } from '#data/check-rows.ts';
import { keepsFiles, removeFinishedSaves } from '#data/device-storage.ts';
import { movieFiles, removeStrayMovies } from '#data/movie-files.ts';
import { installExportServer } from '#data/export-server.ts';
import { installSources } from '#data/sources.ts';
import { failOrphanedExports } from '#data/tables/exports.ts';
import { readCurrentUserId } from '#data/tables/users.ts';
import { AppError } from '#shared/errors.ts';
import { createClipFetch, type FetchClip } from './clip-fetch.ts';
import { exportServer } from './export-server.ts';
import { followPerson } from './follow-person.ts';
import { followNetwork, type NetworkDeps } from './follow-network.ts';
import { closeWhileFrozen } from './frozen-page.ts';
import { heldLocks, readOwnClientId } from './locks.ts';
import { wakeOutbox } from './outbox.ts';
import { loadClip, openClip, pageStore, pageSyncDeps, pageTimer, readClipRange } from './page-deps.ts';
import { deviceHeaders, personHeaders } from './device-headers.ts';
import { pullProjects } from './pull.ts';
import { pullHistory, pullOlderHistory, pullProjectWithHistory } from './pull-history.ts';
import { answerRollCall } from './roll-call.ts';
import { runForUser } from './run-for-user.ts';
import { sessionMemory } from './session-memory.ts';
import { waitForOutbox } from './wait-for-outbox.ts';
import { isServerThere } from './watch-for-server.ts';
import type { StartSync } from './sync-options.ts';
import { callWords } from './words.ts';

export type { RefusedChange } from './problems.ts';
export type { StartSync } from './sync-options.ts';

/**
 * Call it before the first `useSession` renders. It returns at once. Waiting changes are sent once the server says who
 * is signed in; downloads and cleanup start after the first screen is drawn. Both follow the session.
 * @returns how to stop it all
 */
export function startSync(options: StartSync): () => void {
  const { db, device } = pageSyncDeps;
  const stop = new AbortController();
  const fetchClip = createClipFetch({ db, device, store: pageStore, timer: pageTimer, open: openClip });

  const memory = sessionMemory({ db, deviceDb, device, page: pagePerson }, forgetKey);
  const untilSignedIn = new Promise<void>((resolve) => {
    const remember: SessionMemory['remember'] = async (user) => {
      await memory.remember(user);
      resolve();
      // The server is reachable and knows the person, so waiting changes can go now.
      void wakeOutbox(db).catch(options.onCrash);
    };
    installSessionMemory({ ...memory, remember });
  });
  // Where the files are is only known to movies with text.
  const loadOverlayFonts = async () => await (await import('./overlay-fonts.ts')).loadOverlayFonts();
  installSources({ fetchClip, readClipRange, loadClip, loadOverlayFonts });
  installExportServer(exportServer(settleProject));
  installCallHeaders(async (method) => ({
    ...personHeaders(pagePerson.current()),
    ...(method === 'GET' ? {} : await deviceHeaders(pageSyncDeps, navigator)),
  }));
  installProjectGate({ settle: settleProject, refresh: refreshProject, projectOfScene });
  queryClient.setQueryDefaults(keys.pulls, { queryFn: ({ queryKey, signal }) => pullByKey(queryKey, signal) });
  stop.signal.addEventListener('abort', endSessionOn401(), { once: true });
  followNetwork(networkDeps(options.onCrash), stop.signal);
  readOwnClientId(device).then((clientId) => answerRollCall(clientId, stop.signal), options.onCrash);
  closeWhileFrozen(db, document, stop.signal);
  closeWhileFrozen(deviceDb, document, stop.signal);
  const { onCrash } = options;
  followPerson({ deviceDb, page: pagePerson, host: window, stop: () => stop.abort(), onCrash }, stop.signal);
  const begin = async (): Promise<void> => {
    // Nothing is sent before the session's owner is known, which an offline page never learns.
    await Promise.race([untilSignedIn, options.untilDrawn]);
    if (stop.signal.aborted) return;
    followUser({ ...options, fetchClip }, stop.signal);
    await options.untilDrawn;
    if (stop.signal.aborted) return;
    await checkRows(db, device.now());
    await tidyExports();
  };
  void begin().catch(options.onCrash);
  return () => stop.abort();
}

/** Runs the work of whoever is signed in, until the signal is aborted. */
function followUser(options: StartSync & { fetchClip: FetchClip }, signal: AbortSignal): void {
  let running: AbortController | null = null;
  let runningFor: string | null = null;
  const see = (userId: string | null): void => {
    // Called on every session check.
    if (userId === runningFor) return;
    runningFor = userId;
    running?.abort();
    running = null;
    if (userId === null) return;
    running = new AbortController();
    runForUser(pageSyncDeps, userId, options, running.signal);
  };
  follow(() => readCurrentUserId(pageSyncDeps.db), see, options.onCrash, signal);
  signal.addEventListener('abort', () => running?.abort(), { once: true });
}

async function pullByKey(key: readonly unknown[], signal: AbortSignal): Promise<{ pulledAt: number }> {
  const userId = await readCurrentUserId(pageSyncDeps.db);
  if (userId === null) throw new AppError('unauthenticated', callWords.signedOut);
  const [, what, projectId] = key;
  if (typeof projectId !== 'string') return pullProjects(pageSyncDeps, userId, signal);
  if (what === 'history') return pullHistory(pageSyncDeps, projectId, userId, signal);
  if (what === 'versions')
    return (await import('./pull-versions.ts')).pullVersions(pageSyncDeps, projectId, userId, signal);
  if (what === 'older-history') return pullOlderHistory(pageSyncDeps, projectId, userId, signal);
  return pullProjectWithHistory(pageSyncDeps, projectId, userId, signal);
}

/** Sends waiting changes at once, because the caller waits for them. */
async function settleProject(projectId: string, ground: Ground, signal?: AbortSignal): Promise<void> {
  await wakeOutbox(pageSyncDeps.db, projectId);
  await waitForOutbox(pageSyncDeps, projectId, ground, signal);
}

/**
 * Pulls after a successful call. It's a separate pull, because one in progress may have read the rows before the call
 * took effect. If it fails, the next pull makes up for it.
 */
async function refreshProject(projectId: string): Promise<void> {
  const userId = await readCurrentUserId(pageSyncDeps.db);
  if (userId === null) return;
  try {
    await pullProjectWithHistory(pageSyncDeps, projectId, userId);
  } catch (error) {
    if (!(error instanceof OfflineError)) throw error;
  }
}

async function projectOfScene(sceneId: string): Promise<string> {
  const scene = await pageSyncDeps.db.scenes.get(sceneId);
  if (!scene) throw new AppError('not_found', callWords.noScene);
  return scene.projectId;
}

function networkDeps(onCrash: (error: unknown) => void): NetworkDeps {
  const { db, device } = pageSyncDeps;
  return {
    db,
    timer: pageTimer,
    now: device.now,
    network: window,
    page: document,
    isServerThere: () => isServerThere(pageTimer),
    refreshSession,
    pullOpen: () => queryClient.refetchQueries({ queryKey: keys.pulls, type: 'active' }),
    onCrash,
  };
}

async function tidyExports(): Promise<void> {
  const { db, device } = pageSyncDeps;
  await failOrphanedExports(db, heldLocks, device.now());
  if (!(await keepsFiles())) return;
  await removeStrayMovies(db, { ...movieFiles, list: listOwnMovies }, heldLocks);
  await removeFinishedSaves();
  // A person's own are freed with the rest of what runs for them.
  if ((await readCurrentUserId(db)) !== null) return;
  // A page that is left meanwhile loads nothing more: the next one does it.
  const loaded = await import('./free-unwanted.ts').catch(() => null);
  await loaded?.freeUnwanted(db, device);
}

/** Those that no other person of this device has. */
async function listOwnMovies(): Promise<string[]> {
  const names = await movieFiles.list();
  const theirs = await moviesOfOthers(pageSyncDeps.db.name);
  return names.filter((name) => !theirs.has(name));
}
