/** Mounts a part of the app as the app does: with its theme, its notices, its queries, and an address. */
import type { ReactNode } from 'react';
import { Theme } from '@radix-ui/themes';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot, type Root } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { onTestFinished } from 'vitest';
import { queryClient } from '#api/query-client.ts';
import { themeDials } from '#ui/theme-dials.ts';
import { Toaster } from '#ui/toaster.tsx';

/** It is gone after the test. */
export function mount(part: ReactNode): Root {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  onTestFinished(() => {
    root.unmount();
    queryClient.clear();
    document.body.replaceChildren();
  });
  root.render(
    <MemoryRouter>
      <Theme {...themeDials}>
        <QueryClientProvider client={queryClient}>
          {part}
          <Toaster />
        </QueryClientProvider>
      </Theme>
    </MemoryRouter>,
  );
  return root;
}
