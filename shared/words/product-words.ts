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

/** How one scene goes over into the next. */
export const joinNames = { cut: 'Cut', crossfade: 'Crossfade', 'fade-black': 'Fade through black' } as const;

/** A clip that is generated once more, or couldn’t be. */
export const clipWords = {
  queued: 'Queued',
  failed: 'Couldn’t generate this clip.',
  again: 'Generate again',
  extendBy: ({ seconds }: { seconds: number }) => `Extend by ${seconds} s`,
  againMayCharge: 'Generate again (may be charged twice)',
} as const;

export const costText = ({ amount }: { amount: string }): string => `about ${amount}`;

export const improveWords = {
  button: 'Improve Prompt',
  done: { title: 'Description improved', description: 'AI has enhanced your prompt with Veo best practices' },
  failed: 'Error improving description',
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

export const unreachableModel = 'Your key can’t use this model.';

export const missingWords = {
  project: 'Project not found',
  scene: 'Scene not found',
  publicProject: "This project doesn't exist or has been removed.",
  isPrivate: 'This project is private',
} as const;

/** What the file says of itself, to players and to whoever looks. */
export const movieWords = {
  tool: 'Storyreel',
  madeWithAi: 'Made with AI: the pictures and the sound of this movie were generated.',
} as const;
