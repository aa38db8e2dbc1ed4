/**
 * Bringing the server's rows into the local database. What is drawn comes from there; these hooks tell only how the
 * bringing went, so that a page can say "loading" or "not found".
 */
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../errors.ts';
import { keys } from '../keys.ts';
import { queryClient } from '../query-client.ts';

/** What a pull answers. Never drawn. */
export type Pulled = { pulledAt: number };

export type PullState = {
  /** The first pull since the page was opened is under way. */
  isPulling: boolean;
  /** The server has no such row for this person. */
  isNotFound: boolean;
  /** Why it failed otherwise; null when it did not. */
  error: Error | null;
};

/** Pulls a project with its scenes once, when first used. */
export function useProjectPull(projectId: string): PullState {
  return pullState(useQuery<Pulled>({ queryKey: keys.pullProject(projectId) }));
}

/** Pulls the list of the person's projects once, when first used. */
export function useProjectListPull(): PullState {
  return pullState(useQuery<Pulled>({ queryKey: keys.pullProjects }));
}

/** Pulls the newest part of a project's history once, when first used. */
export function useHistoryPull(projectId: string): PullState {
  return pullState(useQuery<Pulled>({ queryKey: keys.pullHistory(projectId) }));
}

/** Pulls the versions of a project that other devices have kept, whenever somebody opens its history. */
export function useVersionsPull(projectId: string): PullState {
  return pullState(useQuery<Pulled>({ queryKey: keys.pullVersions(projectId), staleTime: 0, gcTime: 0 }));
}

/** Pulls what is older than what is here. @throws what the call throws */
export async function pullOlderHistoryNow(projectId: string): Promise<void> {
  await queryClient.fetchQuery<Pulled>({ queryKey: keys.pullOlderHistory(projectId), staleTime: 0 });
}

/** Pulls the list before a page is drawn that shows it. */
export async function preloadProjectList(): Promise<void> {
  await queryClient.prefetchQuery<Pulled>({ queryKey: keys.pullProjects });
}

/** Projects that a page of this tab shows. */
export function openProjectIds(): string[] {
  const open = queryClient.getQueryCache().findAll({ queryKey: keys.pullsOfProjects, type: 'active' });
  return open.map(({ queryKey }) => queryKey[2]).filter((id) => typeof id === 'string');
}

/** Pulls now; a pull of the same that is under way is joined. @throws what the call throws */
export async function pullProjectNow(projectId: string): Promise<void> {
  await queryClient.fetchQuery<Pulled>({ queryKey: keys.pullProject(projectId), staleTime: 0 });
}

function pullState({ isPending, error }: { isPending: boolean; error: Error | null }): PullState {
  const isNotFound = error instanceof ApiError && error.isNotFound;
  return { isPulling: isPending, isNotFound, error: isNotFound ? null : error };
}
