/** What the app itself says when a page breaks. */
import { pageNames } from '#shared/words/product-words.ts';

const reload = 'Reload page';

export const brokenPageWords = {
  page: {
    title: 'Something went wrong on this page',
    text: 'Your projects and unsent changes are safe on this device. Reload the page. If it fails again, go back to your projects.',
    reload,
  },
  part: {
    title: 'Something went wrong here',
    text: 'Your project and unsent changes are safe on this device. The rest of the page still works. Reload to bring this part back.',
    reload,
  },
  myProjects: pageNames.dashboard,
  copyDetails: 'Copy details',
  copied: 'Copied',
} as const;

/** For whoever fixes the error. */
export const errorReportWords = {
  inDevelopment: 'in development',
  version: ({ version }: { version: string }) => `Storyreel ${version}`,
  page: ({ path }: { path: string }) => `Page: ${path}`,
  browser: ({ browser }: { browser: string }) => `Browser: ${browser}`,
  error: ({ name }: { name: string }) => `Error: ${name}`,
} as const;
