/** What the editor’s frame says: header, tabs, project menu, undo, and the changes that the server refused. */
import { editWords } from '#editor/words.ts';
import { failureTitles, pageNames } from '#shared/words/product-words.ts';
import { uiWords } from '#ui/words.ts';

export const shellWords = {
  back: pageNames.backToDashboard,
  rail: 'Project',
  details: 'Movie details',
  beside: {
    details: { hide: 'Hide project details', show: 'Show project details' },
    inspector: { hide: 'Hide inspector', show: 'Show inspector' },
  },
  close: ({ title }: { title: string }) => `Close ${title.toLowerCase()}`,
  tabs: { scenes: 'Scene Editor', storyboard: 'Storyboard', timeline: 'Timeline Editor' },
} as const;

export const titleWords = {
  rename: 'Rename',
  field: 'Project title',
  missing: 'A project needs a title.',
  failed: failureTitles.updateProject,
} as const;

export const projectMenuWords = {
  name: 'Project menu',
  rename: 'Rename',
  save: 'Save project…',
  folder: 'Keep a copy in a folder…',
  undo: uiWords.undo,
  undoLabel: editWords.undo,
  redo: 'Redo',
  redoLabel: ({ label }: { label: string }) => `Redo: ${label}`,
  keys: { undo: 'Ctrl Z', redo: 'Ctrl ⇧ Z', help: '?' },
  shortcuts: uiWords.keyboardShortcuts,
  remove: 'Delete project…',
} as const;

export const undoWords = {
  undone: 'Undone',
  redone: 'Redone',
  undo: uiWords.undo,
  redo: 'Redo',
  nothingToUndo: 'Nothing to undo',
  nothingToRedo: 'Nothing to redo',
  undoFailed: 'Couldn’t undo',
  redoFailed: 'Couldn’t redo',
} as const;
