import { Navigate } from 'react-router-dom';
import { AppHeader } from '#features/account/app-header.tsx';
import { Onboarding } from '#features/onboarding/onboarding.tsx';
import type { User } from '#shared/entities/user.ts';
import { keyCalls } from '../key-calls.ts';

export function OnboardingPage({ user }: { user: User }) {
  if (user.geminiApiKey !== null) return <Navigate to="/" replace />;
  return (
    <>
      <title>Welcome · AI Storyreel</title>
      <AppHeader user={user} />
      <main>
        <Onboarding user={user} keyCalls={keyCalls} />
      </main>
    </>
  );
}
