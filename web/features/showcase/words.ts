/** What the gallery and a public project's page say. */
export const showcaseWords = {
  title: 'Showcase',
  subtitle: 'Movies people made here and chose to share.',
  anonymous: 'Anonymous',
  view: 'View Project',
  loading: 'Loading showcase',
  showMore: 'Show more',
  failed: {
    title: 'Couldn’t load the Showcase',
    text: 'The server didn’t send it. Your own projects aren’t affected. Try again in a moment.',
  },
  tryAgain: 'Try again',
  empty: {
    title: 'No Public Projects Yet',
    text: 'Movies appear here as soon as someone makes a project public. Yours could be the first.',
  },
  createFirst: 'Create the first project',
  tabs: { scenes: 'Scenes', timeline: 'Timeline' },
  noScenes: 'This project has no scenes yet.',
  scene: ({ number, title }: { number: number; title: string }) => `Scene ${number}: ${title}`,
} as const;
