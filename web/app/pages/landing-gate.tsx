import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { queryClient } from '#api/query-client.ts';
import { useSession } from '#api/queries/session.ts';
import { PageLoading } from '#ui/page-loading.tsx';
import { startApp } from '../start.ts';

export type LandingGateProps = { children: (onStart: () => void) => ReactNode };

startApp();

/** Who is signed in goes on to their projects, or to the key that is missing; everybody else sees the page. */
export function LandingGate({ children }: LandingGateProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <Gate>{children}</Gate>
    </QueryClientProvider>
  );
}

function Gate({ children }: LandingGateProps) {
  const session = useSession();
  if (session.isLoading) return <PageLoading />;
  if (session.isAuthenticated) return <Navigate to={session.hasApiKey ? '/' : '/onboarding'} replace />;
  return children(() => location.assign('/api/login'));
}
