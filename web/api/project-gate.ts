/**
 * Calls that work on what the server has (AI, generation, export) must not run past edits that are still on their way.
 * The gate knows of those; it is installed by what sends them, because this folder knows neither database nor outbox.
 */
export type ProjectGate = {
  /** Resolves when nothing of the project waits to be sent. @throws OfflineError, ApiError 401, AbortError */
  settle(projectId: string, signal?: AbortSignal): Promise<void>;
  /** Brings the server's rows of the project into the local database. */
  refresh(projectId: string): Promise<void>;
  /** @throws AppError `not_found` */
  projectOfScene(sceneId: string): Promise<string>;
};

let gate: ProjectGate | null = null;

/** Call it once, before the first call that goes through the gate. */
export function installProjectGate(installed: ProjectGate): void {
  gate = installed;
}

/** The call, after the project's unsent edits, and with its outcome pulled, whether it went well or not. */
export async function throughGate<T>(projectId: string, call: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const installed = theGate();
  await installed.settle(projectId, signal);
  try {
    return await call();
  } finally {
    await installed.refresh(projectId);
  }
}

export function projectOfScene(sceneId: string): Promise<string> {
  return theGate().projectOfScene(sceneId);
}

function theGate(): ProjectGate {
  if (!gate) throw new Error('No project gate is installed: startSync() has not run.');
  return gate;
}
