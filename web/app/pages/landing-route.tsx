import { lazy } from 'react';
import { ThemeGround } from '#ui/theme-ground.tsx';
import { LandingPage } from '#features/landing/landing-page.tsx';

/** Who is signed in is asked after the first paint, by code that the landing page itself does not need. */
const LandingGate = lazy(async () => ({ default: (await import('./landing-gate.tsx')).LandingGate }));

export function LandingRoute() {
  return (
    <ThemeGround>
      <LandingGate>{(onStart) => <LandingPage onStart={onStart} />}</LandingGate>
    </ThemeGround>
  );
}
