/** What the editor’s frame says: header, tabs, project menu, undo, and the changes that the server refused. */

export const shellWords = {
  back: 'Back to My Projects',
  rail: 'Project',
  details: 'Movie details',
  hideDetails: 'Hide project details',
  showDetails: 'Show project details',
  close: ({ title }: { title: string }) => `Close ${title.toLowerCase()}`,
  tabs: { scenes: 'Scene Editor', storyboard: 'Storyboard', timeline: 'Timeline Editor' },
} as const;

export const titleWords = {
  rename: 'Rename',
  field: 'Project title',
  missing: 'A project needs a title.',
  failed: 'Error updating project',
} as const;

export const projectMenuWords = {
  name: 'Project menu',
  rename: 'Rename',
  undo: 'Undo',
  undoLabel: ({ label }: { label: string }) => `Undo: ${label}`,
  redo: 'Redo',
  redoLabel: ({ label }: { label: string }) => `Redo: ${label}`,
  keys: { undo: 'Ctrl Z', redo: 'Ctrl ⇧ Z', help: '?' },
  shortcuts: 'Keyboard shortcuts',
  remove: 'Delete project…',
} as const;

export const undoWords = {
  undone: 'Undone',
  redone: 'Redone',
  undo: 'Undo',
  redo: 'Redo',
  nothingToUndo: 'Nothing to undo',
  nothingToRedo: 'Nothing to redo',
  undoFailed: 'Couldn’t undo',
  redoFailed: 'Couldn’t redo',
} as const;

export const problemWords = {
  title: 'Unsaved changes',
  lead: 'The server refused these changes. They’re kept on this device, and everything else is saved.',
  deletedElsewhere: 'This scene was deleted on another device.',
  none: 'All resolved.',
  restore: 'Restore scene',
  retry: 'Try again',
  discard: 'Discard change',
  failed: 'Couldn’t update the change',
} as const;
