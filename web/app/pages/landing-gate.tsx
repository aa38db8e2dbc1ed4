import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { queryClient } from '#api/query-client.ts';
import { useSession } from '#api/queries/session.ts';
import { startApp } from '../start.ts';

export type LandingGateProps = {
  /** Shown while it is asked who is there. */
  loading: ReactNode;
  /** For who isn't signed in. */
  children: ReactNode;
};

startApp();

/** Sends who is signed in on to their projects, or to the key that is missing; and starts what runs beside the screens. */
export function LandingGate(props: LandingGateProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <Gate {...props} />
    </QueryClientProvider>
  );
}

function Gate({ loading, children }: LandingGateProps) {
  const session = useSession();
  if (session.isLoading) return loading;
  if (session.isAuthenticated) return <Navigate to={session.hasApiKey ? '/' : '/onboarding'} replace />;
  return children;
}
