import { lazy } from 'react';
import { preload } from 'react-dom';
import { ThemeGround } from '#ui/theme-ground.tsx';
import { LandingPage } from '#features/landing/landing-page.tsx';
import { demoMovie } from '#features/landing/pictures.ts';

/** Who is signed in is asked after the first paint, by code that the landing page itself does not need. */
const LandingGate = lazy(async () => ({ default: (await import('./landing-gate.tsx')).LandingGate }));

export function LandingRoute() {
  // The largest picture is on its way while it is asked who is there.
  preload(demoMovie.poster, { as: 'image', fetchPriority: 'high' });
  return (
    <ThemeGround>
      <LandingGate>{(onStart) => <LandingPage onStart={onStart} />}</LandingGate>
    </ThemeGround>
  );
}
