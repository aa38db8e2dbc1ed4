import { Navigate } from 'react-router-dom';
import { AppHeader } from '#features/account/app-header.tsx';
import { DeviceState } from '#features/save-state/device-state.tsx';
import { Onboarding } from '#features/onboarding/onboarding.tsx';
import type { User } from '#shared/entities/user.ts';
import { keyCalls } from '../key-calls.ts';
import { pageTitle, pageWords } from './words.ts';

export function OnboardingPage({ user }: { user: User }) {
  if (user.geminiApiKey !== null) return <Navigate to="/" replace />;
  return (
    <>
      <title>{pageTitle(pageWords.onboarding.title)}</title>
      <AppHeader user={user} state={<DeviceState />} />
      <main>
        <Onboarding user={user} keyCalls={keyCalls} />
      </main>
    </>
  );
}
