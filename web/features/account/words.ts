/** The entries of the header, the side menu and the user menu. */
export const accountWords = {
  pages: 'Pages',
  menu: 'Menu',
  newProject: 'New Project',
  myProjects: 'My Projects',
  showcase: 'Showcase',
  settings: 'Settings',
  userMenu: 'User menu',
  keyboardShortcuts: 'Keyboard shortcuts',
  logout: 'Logout',
} as const;
