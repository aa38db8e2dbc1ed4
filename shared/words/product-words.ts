/** What several parts of the product say alike: names of pages and scenes, titles of failures, what can’t be found. */
export const brandWords = { name: 'AI Storyreel', poweredBy: 'Powered by Veo 3.1' } as const;

export const pageNames = {
  dashboard: 'My Projects',
  newProject: 'New Project',
  showcase: 'Showcase',
  settings: 'Settings',
  spending: 'Spending',
  backToDashboard: 'Back to My Projects',
} as const;

type Numbered = { number: number };

export const sceneNames = {
  numbered: ({ number }: Numbered) => `Scene ${number}`,
  titled: ({ number, title }: Numbered & { title: string }) => `Scene ${number}: ${title}`,
  move: ({ number }: Numbered) => `Move scene ${number}`,
  add: 'Add Custom Scene',
} as const;

/** Titles of failures that several features report; a sentence with the reason follows. */
export const failureTitles = {
  createProject: 'Error creating project',
  updateProject: 'Error updating project',
  updateVisibility: 'Error updating visibility',
  deleteProject: 'Error deleting project',
  updateScene: 'Error updating scene',
  reorderScenes: 'Error reordering scenes',
  trim: 'Failed to apply trim',
  overlay: 'Failed to save overlay',
  saveKey: 'Failed to save API key',
  downloadVideo: 'Failed to download video',
} as const;

export const missingWords = {
  project: 'Project not found',
  scene: 'Scene not found',
  publicProject: "This project doesn't exist or has been removed.",
  isPrivate: 'This project is private',
} as const;
