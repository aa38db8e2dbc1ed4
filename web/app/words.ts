/** What the app itself says: when a page breaks, and when the server refuses an edit. */
export const brokenPageWords = {
  page: {
    title: 'Something went wrong on this page',
    text: 'Your projects and unsent changes are safe on this device. Reload the page. If it fails again, go back to your projects.',
    reload: 'Reload page',
  },
  part: {
    title: 'Something went wrong here',
    text: 'Your project and unsent changes are safe on this device. The rest of the page still works. Reload to bring this part back.',
    reload: 'Reload page',
  },
  myProjects: 'My Projects',
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

/** Titles for an edit that the server refused; the server's own sentence follows. */
export const refusedEditWords = {
  createProject: 'Error creating project',
  updateProject: 'Error updating project',
  updateVisibility: 'Error updating visibility',
  deleteProject: 'Error deleting project',
  reorderScenes: 'Error reordering scenes',
  updateScene: 'Error updating scene',
  trim: 'Failed to apply trim',
  overlay: 'Failed to save overlay',
} as const;

export const keySaveWords = { failed: 'Failed to save API key' } as const;
