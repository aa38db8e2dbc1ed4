import { lazy, Suspense } from 'react';
import { BrowserRouter, Route, Routes, useLocation } from 'react-router-dom';
import { PageLoading } from '#ui/page-loading.tsx';
import { ThemeGround } from '#ui/theme-ground.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { loadPatiently } from './load-patiently.ts';
import { LandingRoute } from './pages/landing-route.tsx';

const LANDING = '/landing';

/** Everything behind the landing page: its code, and the libraries it needs, come with the first step inside. */
const importMainPages = () => loadPatiently(() => import('./main-pages.tsx'));
const MainPages = lazy(async () => ({ default: (await importMainPages()).MainPages }));
// Who comes straight in does not wait for the first drawing to ask for it.
if (location.pathname !== LANDING) void importMainPages();

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
