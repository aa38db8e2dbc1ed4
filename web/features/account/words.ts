/** The entries of the header, the side menu and the user menu. */
import { pageNames } from '#shared/words/product-words.ts';
import { uiWords } from '#ui/words.ts';

export const accountWords = {
  pages: 'Pages',
  menu: 'Menu',
  newProject: pageNames.newProject,
  myProjects: pageNames.dashboard,
  showcase: pageNames.showcase,
  settings: pageNames.settings,
  spending: pageNames.spending,
  userMenu: 'User menu',
  openProject: 'Open project',
  keyboardShortcuts: uiWords.keyboardShortcuts,
  logout: 'Logout',
} as const;
