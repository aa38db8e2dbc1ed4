/** Titles, loading texts and messages of whole pages. */
export const pageTitle = (name: string): string => `${name} · AI Storyreel`;

export const pageWords = {
  dashboard: { title: 'My Projects', newProject: 'New Project' },
  onboarding: { title: 'Welcome' },
  settings: { title: 'Settings' },
  getStarted: 'Get Started',
  notFound: {
    title: '404 Page Not Found',
    text: 'There’s no page at this address. It may have moved, or the address may be mistyped.',
    startPage: 'Go to the start page',
    myProjects: 'My Projects',
  },
} as const;

export const editorPageWords = {
  loadingProject: 'Loading project',
  loadingScenes: 'Loading scenes',
  generatingBreakdown: 'Generating AI scene breakdown...',
  noScenes: {
    title: 'No scenes yet',
    text: 'The breakdown turns your idea into a list of scenes. You can edit every one of them.',
  },
  addScene: 'Add Custom Scene',
  missing: {
    title: 'Project not found',
    text: 'It may have been deleted, or it belongs to someone else.',
    offline: 'It isn’t on this device, and Storyreel can’t reach the server. Try again when you’re online.',
    back: 'Back to My Projects',
  },
} as const;

export const showcasePageWords = {
  title: 'Showcase',
  description: 'Watch movies that people made with AI Storyreel and chose to share.',
  projectTitle: ({ title }: { title: string }) => `${title} · Showcase`,
  movie: 'Movie',
  missing: { title: 'Project not found', text: "This project doesn't exist or has been removed." },
  isPrivate: { title: 'This project is private', text: 'Its owner hasn’t shared it.' },
  failed: { title: 'Couldn’t load this project', text: 'The server didn’t send it. Try again in a moment.' },
  tryAgain: 'Try again',
  toShowcase: 'Showcase',
  back: 'Back to the Showcase',
  openInEditor: 'Open in the editor',
} as const;
