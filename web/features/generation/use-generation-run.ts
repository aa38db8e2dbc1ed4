/** The latest stretch of generating of each project, kept for as long as the tab: a page that is loaded anew goes on counting. */
import { useEffect, useSyncExternalStore } from 'react';
import type { Scene } from '#shared/entities/scene.ts';
import { sceneGroups } from '#widgets/scene-groups.ts';
import { generationRunSchema, observeRun, type GenerationRun } from './generation-run.ts';

const runs = new Map<string, GenerationRun | null>();
const listeners = new Set<() => void>();

/** Follows a project's scenes while its page is open. */
export function useGenerationRun(projectId: string, scenes: readonly Scene[]): GenerationRun | null {
  useEffect(() => {
    if (scenes.length > 0) note(projectId, observeRun(read(projectId), sceneGroups(scenes), Date.now()));
  }, [projectId, scenes]);
  return useSyncExternalStore(subscribe, () => read(projectId));
}

function read(projectId: string): GenerationRun | null {
  const known = runs.get(projectId);
  if (known !== undefined) return known;
  const stored = generationRunSchema.safeParse(JSON.parse(sessionStorage.getItem(storageKey(projectId)) ?? 'null'));
  const run = stored.success ? stored.data : null;
  runs.set(projectId, run);
  return run;
}

function note(projectId: string, run: GenerationRun | null): void {
  if (run === read(projectId)) return;
  runs.set(projectId, run);
  sessionStorage.setItem(storageKey(projectId), JSON.stringify(run));
  for (const listener of listeners) listener();
}

function storageKey(projectId: string): string {
  return `storyreel.generation-run.${projectId}`;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
