import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { useSession } from '#api/queries/session.ts';
import type { User } from '#shared/entities/user.ts';
import { PageLoading } from '#ui/page-loading.tsx';

type GuardProps = { children: (user: User) => ReactNode };

/** Pages for people who are signed in; others are sent to '/'. */
export function WithUser({ children }: GuardProps) {
  const { isLoading, user } = useSession();
  if (isLoading) return <PageLoading />;
  return user === null ? <Navigate to="/" replace /> : children(user);
}

/**
 * The dashboard's own rule: who isn't signed in goes to the landing page, or to the showcase when it was asked for there;
 * nobody without a key passes by onboarding.
 */
export function WithKey({ children }: GuardProps) {
  const { isLoading, hasApiKey, user } = useSession();
  const location = useLocation();
  if (isLoading) return <PageLoading />;
  if (user === null) return <Navigate to={wantsShowcase(location.state) ? '/showcase' : '/landing'} replace />;
  return hasApiKey ? children(user) : <Navigate to="/onboarding" replace />;
}

function wantsShowcase(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'showcase' in state && state.showcase === true;
}
