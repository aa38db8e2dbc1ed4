/** What anybody may see of published projects. It belongs to others, so it is asked anew whenever a page shows it. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { showcaseProjectReply, showcaseReply, type PublicProject, type ShowcaseProject } from '#shared/api/showcase.ts';
import { limits } from '#shared/limits.ts';
import { ApiError } from '../errors.ts';
import { keys } from '../keys.ts';
import { readReply, rpc, until } from '../rpc.ts';

const { projects } = rpc.api.showcase;

export type ShowcaseState = {
  /** The newest first; undefined while they are asked for and when they could not be had. */
  projects: PublicProject[] | undefined;
  error: Error | null;
  /** Asks again after a failure. */
  retry: () => void;
  /** Brings the next page; null when there is none. */
  more: (() => void) | null;
  isBringingMore: boolean;
};

export function useShowcase(): ShowcaseState {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    // A list in pages is kept apart from one that is a single reply.
    queryKey: [...keys.showcase, { pages: true }],
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: null,
    getNextPageParam: (page: PublicProject[]) => (page.length < limits.showcasePage ? null : (page.at(-1)?.id ?? null)),
    refetchOnMount: 'always',
    // What could not be had is asked for again.
    refetchOnReconnect: true,
  });
  return {
    projects: data?.pages.flat(),
    error,
    retry: () => void refetch(),
    more: hasNextPage ? () => void fetchNextPage() : null,
    isBringingMore: isFetchingNextPage,
  };
}

export type PublicProjectState =
  | { kind: 'loading' }
  | { kind: 'missing' }
  /** It is there, but its owner has not published it. */
  | { kind: 'private' }
  | { kind: 'failed'; error: Error; retry: () => void }
  | ({ kind: 'shown' } & ShowcaseProject);

export function usePublicProject(projectId: string): PublicProjectState {
  const { data, error, refetch } = useQuery({
    queryKey: keys.showcaseProject(projectId),
    queryFn: ({ signal }) => fetchProject(projectId, signal),
    refetchOnMount: 'always',
    refetchOnReconnect: true,
  });
  if (error instanceof ApiError) {
    if (error.status === 403 && error.body !== null) return { kind: 'private' };
    // An address that can be no project's is refused as input.
    if (error.isNotFound || error.status === 422) return { kind: 'missing' };
  }
  if (data !== undefined) return { kind: 'shown', ...data };
  if (error !== null) return { kind: 'failed', error, retry: () => void refetch() };
  return { kind: 'loading' };
}

async function fetchPage(afterId: string | null, signal: AbortSignal): Promise<PublicProject[]> {
  const query = afterId === null ? {} : { after: afterId };
  return readReply(await projects.$get({ query }, until(signal)), showcaseReply);
}

/** @param projectId from the address bar: it may be anything */
async function fetchProject(projectId: string, signal: AbortSignal): Promise<ShowcaseProject> {
  const param = { id: encodeURIComponent(projectId) };
  return readReply(await projects[':id'].$get({ param }, until(signal)), showcaseProjectReply);
}
