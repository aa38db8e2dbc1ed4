/** The latest generation run of each project, kept as long as the tab, so that a reloaded page goes on counting. */
import { useEffect, useState } from 'react';
import { create } from 'zustand';
import type { Scene } from '#shared/entities/scene.ts';
import { sceneGroups } from '#widgets/scene-groups.ts';
import { generationRunSchema, observeRun, type GenerationRun } from './generation-run.ts';

/** By project; those that were seen since the page was loaded. */
const useRuns = create<Readonly<Record<string, GenerationRun | null>>>(() => ({}));

/** Follows a project's scenes while its page is open. */
export function useGenerationRun(projectId: string, scenes: readonly Scene[]): GenerationRun | null {
  const [atFirst] = useState(() => known(projectId));
  useEffect(() => {
    const before = known(projectId);
    const run = scenes.length > 0 ? observeRun(before, sceneGroups(scenes), Date.now()) : before;
    if (run !== before) sessionStorage.setItem(storageKey(projectId), JSON.stringify(run));
    if (run !== useRuns.getState()[projectId]) useRuns.setState({ [projectId]: run });
  }, [projectId, scenes]);
  const seen = useRuns((runs) => runs[projectId]);
  return seen === undefined ? atFirst : seen;
}

/** What this page has seen, else what the tab has kept. */
function known(projectId: string): GenerationRun | null {
  const seen = useRuns.getState()[projectId];
  if (seen !== undefined) return seen;
  const stored = generationRunSchema.safeParse(JSON.parse(sessionStorage.getItem(storageKey(projectId)) ?? 'null'));
  return stored.success ? stored.data : null;
}

function storageKey(projectId: string): string {
  return `storyreel.generation-run.${projectId}`;
}
