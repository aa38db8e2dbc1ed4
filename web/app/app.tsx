import { Theme } from '@radix-ui/themes';
import { lazy, Suspense } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { PageLoading } from '#ui/page-loading.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { LandingRoute } from './pages/landing-route.tsx';

/** Everything behind the landing page: its code, and the libraries it needs, come with the first step inside. */
const Studio = lazy(async () => ({ default: (await import('./studio.tsx')).Studio }));

export function App() {
  return (
    <Theme appearance="inherit" accentColor="amber" grayColor="gray" radius="large" panelBackground="solid">
      <ErrorBoundary>
        <BrowserRouter>
          <Suspense fallback={<PageLoading />}>
            <Routes>
              <Route path="/landing" element={<LandingRoute />} />
              <Route path="*" element={<Studio />} />
            </Routes>
          </Suspense>
        </BrowserRouter>
      </ErrorBoundary>
    </Theme>
  );
}
