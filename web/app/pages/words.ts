/** Titles, loading texts and messages of whole pages. */
import { brandWords, missingWords, pageNames, sceneNames } from '#shared/words/product-words.ts';

export const pageTitle = (name: string): string => `${name} · ${brandWords.name}`;

export const pageWords = {
  dashboard: { title: pageNames.dashboard, newProject: pageNames.newProject },
  onboarding: { title: 'Welcome' },
  settings: { title: pageNames.settings },
  spending: { title: pageNames.spending },
  getStarted: 'Get Started',
  openProject: 'Open project',
  notFound: {
    title: '404 Page Not Found',
    text: 'There’s no page at this address. It may have moved, or the address may be mistyped.',
    startPage: 'Go to the start page',
    myProjects: pageNames.dashboard,
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
  addScene: sceneNames.add,
  missing: {
    title: missingWords.project,
    text: 'It may have been deleted, or it belongs to someone else.',
    offline: 'It isn’t on this device, and Storyreel can’t reach the server. Try again when you’re online.',
    back: pageNames.backToDashboard,
  },
} as const;

export const showcasePageWords = {
  title: pageNames.showcase,
  description: 'Watch movies that people made with AI Storyreel and chose to share.',
  projectTitle: ({ title }: { title: string }) => `${title} · Showcase`,
  movie: 'Movie',
  missing: { title: missingWords.project, text: missingWords.publicProject },
  isPrivate: { title: missingWords.isPrivate, text: 'Its owner hasn’t shared it.' },
  failed: { title: 'Couldn’t load this project', text: 'The server didn’t send it. Try again in a moment.' },
  toShowcase: pageNames.showcase,
  back: 'Back to the Showcase',
  openInEditor: 'Open in the editor',
} as const;
