import { Theme } from '@radix-ui/themes';
import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { preloadProjectList } from '#api/queries/pulls.ts';
import { preloadSession } from '#api/queries/session.ts';
import { queryClient } from '#api/query-client.ts';
import { KeyboardHelp } from '#features/keyboard-help/keyboard-help.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { PageLoading } from '#ui/page-loading.tsx';
import { themeDials } from '#ui/theme-dials.ts';
import { useHasSettled } from '#ui/use-has-settled.ts';
import { Toaster } from '#ui/toaster.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { WithKey, WithUser } from './guards.tsx';
import { lazyPage } from './lazy-page.ts';
import { DashboardPage } from './pages/dashboard-page.tsx';
import { NotFoundPage } from './pages/not-found-page.tsx';
import { startApp } from './start.ts';

const EditorPage = lazyPage(async () => ({ default: (await import('./pages/editor-page.tsx')).EditorPage }));
const ExportCard = lazyPart(async () => ({ default: (await import('#features/export/export-card.tsx')).ExportCard }));
const LicencesPage = lazyPage(async () => ({ default: (await import('./pages/licences-page.tsx')).LicencesPage }));
const OnboardingPage = lazyPage(async () => ({
  default: (await import('./pages/onboarding-page.tsx')).OnboardingPage,
}));
const ShowcasePage = lazyPage(async () => ({ default: (await import('./pages/showcase-page.tsx')).ShowcasePage }));
const ShowcaseProjectPage = lazyPage(async () => ({
  default: (await import('./pages/showcase-project-page.tsx')).ShowcaseProjectPage,
}));
const SamplePage = lazyPage(async () => ({ default: (await import('./pages/sample-page.tsx')).SamplePage }));
const Notices = lazyPart(async () => ({ default: (await import('./notices.tsx')).Notices }));
const SpendingPage = lazyPage(async () => ({ default: (await import('./pages/spending-page.tsx')).SpendingPage }));
const SettingsPage = lazyPage(async () => ({ default: (await import('./pages/settings-page.tsx')).SettingsPage }));
const OpenPage = lazyPage(async () => ({ default: (await import('./pages/open-page.tsx')).OpenPage }));
const SharePage = lazyPage(async () => ({ default: (await import('./pages/share-page.tsx')).SharePage }));
const StoragePage = lazyPage(async () => ({ default: (await import('./pages/storage-page.tsx')).StoragePage }));

// Its code comes while it is found out who is there.
if (location.pathname.startsWith('/project/')) void EditorPage.load();
startApp();
void preload();

/** Who is there is asked before anything is drawn, and what the page that most people open shows comes beside it. */
async function preload(): Promise<void> {
  const isSomebody = await preloadSession();
  if (isSomebody && location.pathname === '/') await preloadProjectList();
}

/** Everything behind the landing page. */
export function MainPages() {
  const { pathname } = useLocation();
  const hasSettled = useHasSettled();
  return (
    <Theme {...themeDials}>
      <QueryClientProvider client={queryClient}>
        <ErrorBoundary key={pathname} scope="page">
          <Suspense fallback={<PageLoading />}>
            <Routes>
              <Route path="/" element={<WithKey>{(user) => <DashboardPage user={user} />}</WithKey>} />
              <Route path="/onboarding" element={<WithUser>{(user) => <OnboardingPage user={user} />}</WithUser>} />
              <Route path="/settings" element={<WithUser>{(user) => <SettingsPage user={user} />}</WithUser>} />
              <Route path="/settings/storage" element={<WithUser>{(user) => <StoragePage user={user} />}</WithUser>} />
              <Route path="/spending" element={<WithUser>{(user) => <SpendingPage user={user} />}</WithUser>} />
              <Route path="/project/:id" element={<WithUser>{(user) => <EditorPage user={user} />}</WithUser>} />
              <Route path="/showcase" element={<ShowcasePage />} />
              <Route path="/showcase/sample" element={<SamplePage />} />
              <Route path="/showcase/:id" element={<ShowcaseProjectPage />} />
              <Route path="/open" element={<OpenPage />} />
              <Route path="/share" element={<SharePage />} />
              <Route path="/licences" element={<LicencesPage />} />
              <Route path="*" element={<NotFoundPage />} />
            </Routes>
          </Suspense>
        </ErrorBoundary>
        {hasSettled ? (
          <Suspense fallback={null}>
            <ExportCard />
            <Notices />
          </Suspense>
        ) : null}
        <KeyboardHelp />
        <Toaster />
      </QueryClientProvider>
    </Theme>
  );
}
