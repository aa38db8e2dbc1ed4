/**
 * Calls that work on what the server has (AI, generation, export) must not run past edits that are still on their way.
 * The gate knows of those; it is installed by what sends them, because this folder knows neither database nor outbox.
 */
export type ProjectGate = {
  /**
   * Resolves when nothing of the project waits to be sent, and nothing that the call builds on was refused.
   * @throws UnsavedError after 20 seconds at the latest, OfflineError, ApiError 401, AbortError
   */
  settle(projectId: string, ground: Ground, signal?: AbortSignal): Promise<void>;
  /** Brings the server's rows of the project into the local database. */
  refresh(projectId: string): Promise<void>;
  /** @throws AppError `not_found` */
  projectOfScene(sceneId: string): Promise<string>;
};

/** What a call builds on: the project's own row, its scenes as well, or one scene of it. */
export type Ground = 'project' | 'scenes' | { sceneId: string };

let gate: ProjectGate | null = null;

/** Call it once, before the first call that goes through the gate. */
export function installProjectGate(installed: ProjectGate): void {
  gate = installed;
}

/** The call, after the project's unsent edits, and with its outcome pulled, whether it went well or not. */
export async function throughGate<T>(
  projectId: string,
  ground: Ground,
  call: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  await theGate().settle(projectId, ground, signal);
  return pastGate(projectId, call);
}

/** The same for a call that builds on nothing, as to stop something: no edit may hold it up. */
export async function pastGate<T>(projectId: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } finally {
    await theGate().refresh(projectId);
  }
}

export function projectOfScene(sceneId: string): Promise<string> {
  return theGate().projectOfScene(sceneId);
}

function theGate(): ProjectGate {
  if (!gate) throw new Error('No project gate is installed: startSync() has not run.');
  return gate;
}
