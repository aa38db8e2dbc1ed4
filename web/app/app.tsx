import { Suspense } from 'react';
import { BrowserRouter, Route, Routes, useLocation } from 'react-router-dom';
import { earlyLazy } from '#ui/early-lazy.ts';
import { PageLoading } from '#ui/page-loading.tsx';
import { ThemeGround } from '#ui/theme-ground.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { loadPatiently } from './load-patiently.ts';
import { LandingRoute } from './pages/landing-route.tsx';

const LANDING = '/landing';

/** Everything behind the landing page: its code, and the libraries it needs, come with the first step inside. */
const MainPages = earlyLazy(async () => {
  const { MainPages: Pages } = await loadPatiently(() => import('./main-pages.tsx'));
  return { default: Pages };
});
/** From here on a person is told that it loads. */
const PATIENCE_MS = 300;

/** Whoever comes straight in, to a page whose code is all but there, sees it at once. */
export async function untilDrawable(): Promise<void> {
  if (location.pathname === LANDING) return;
  const patience = new Promise<void>((resolve) => {
    setTimeout(resolve, PATIENCE_MS);
  });
  await Promise.race([MainPages.load(), patience]);
}

const loading = (
  <ThemeGround>
    <PageLoading />
  </ThemeGround>
);

export function App() {
  return (
    <BrowserRouter>
      <Pages />
    </BrowserRouter>
  );
}

function Pages() {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary scope="page" path={pathname}>
      <Suspense fallback={loading}>
        <Routes>
          <Route path={LANDING} element={<LandingRoute />} />
          <Route path="*" element={<MainPages />} />
        </Routes>
      </Suspense>
    </ErrorBoundary>
  );
}
