import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { usePublicProject } from '#api/queries/showcase.ts';
import { PageLoading } from '#ui/page-loading.tsx';

/** A project that is not the person's own: its public page where there is one, else what is handed in. */
export function PublicOrMissing({ projectId, children }: { projectId: string; children: ReactNode }) {
  const { kind } = usePublicProject(projectId);
  if (kind === 'loading') return <PageLoading />;
  return kind === 'shown' ? <Navigate to={`/showcase/${projectId}`} replace /> : children;
}
