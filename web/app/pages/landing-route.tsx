import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react';
import { preload } from 'react-dom';
import { goToSignIn, mayBeSignedIn } from '#api/visitor.ts';
import { PageLoading } from '#ui/page-loading.tsx';
import { useHasSettled } from '#ui/use-has-settled.ts';
import { ThemeGround } from '#ui/theme-ground.tsx';
import { LandingPage } from '#features/landing/landing-page.tsx';
import { demoMovie } from '#features/landing/pictures.ts';
import { loadPatiently } from '../load-patiently.ts';
import type { LandingGateProps } from './landing-gate.tsx';

/** Brings everything that knows a person: by code of its own, that the page itself does not need. */
const loadGate = (): Promise<{ default: ComponentType<LandingGateProps> }> =>
  loadPatiently(async () => ({ default: (await import('./landing-gate.tsx')).LandingGate }));
const LandingGate = lazy(loadGate);
/** The same beside a page that is drawn already, and that does without it where it can't be fetched. */
const GateBeside = lazy(() => loadGate().catch(() => ({ default: () => null })));

const loadPlayer = () => import('./landing-player.ts');

type Visitor = 'unknown' | 'nobody' | 'perhaps-somebody';

/** Who is signed in goes on to their projects, or to the key that is missing; everybody else sees the page. */
export function LandingRoute() {
  // The largest picture is on its way while it is asked who is there.
  preload(demoMovie.poster, { as: 'image', fetchPriority: 'high' });
  const visitor = useVisitor();
  const hasSettled = useHasSettled(visitor === 'nobody');
  return (
    <ThemeGround>
      {visitor === 'nobody' ? <LandingPage onStart={goToSignIn} loadPlayer={loadPlayer} /> : null}
      {visitor === 'unknown' ? <PageLoading /> : null}
      {visitor === 'perhaps-somebody' ? (
        <Suspense fallback={<PageLoading />}>
          <LandingGate loading={<PageLoading />}>
            <LandingPage onStart={goToSignIn} loadPlayer={loadPlayer} />
          </LandingGate>
        </Suspense>
      ) : null}
      {visitor === 'nobody' && hasSettled ? (
        <Suspense fallback={null}>
          <GateBeside loading={null}>{null}</GateBeside>
        </Suspense>
      ) : null}
    </ThemeGround>
  );
}

/** Asked once the first frame is drawn. */
function useVisitor(): Visitor {
  const [visitor, setVisitor] = useState<Visitor>('unknown');
  useEffect(() => {
    const ask = async (): Promise<void> => setVisitor((await mayBeSignedIn()) ? 'perhaps-somebody' : 'nobody');
    void ask();
  }, []);
  return visitor;
}
