import { Navigate } from 'react-router-dom';
import { UserMenu } from '#features/account/user-menu.tsx';
import { Onboarding } from '#features/onboarding/onboarding.tsx';
import type { User } from '#shared/entities/user.ts';
import { PageHeader } from '#widgets/page-header.tsx';
import { keyCalls } from '../key-calls.ts';

export function OnboardingPage({ user }: { user: User }) {
  if (user.geminiApiKey !== null) return <Navigate to="/" replace />;
  return (
    <>
      <title>Welcome · AI Storyreel</title>
      <PageHeader end={<UserMenu user={user} />} />
      <main>
        <Onboarding user={user} keyCalls={keyCalls} />
      </main>
    </>
  );
}
