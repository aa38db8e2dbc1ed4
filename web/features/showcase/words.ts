/** What the gallery and a public project's page say. */
import { sampleWords } from '#shared/sample/sample-words.ts';
import { pageNames, sceneNames } from '#shared/words/product-words.ts';
import { uiWords } from '#ui/words.ts';

export const showcaseWords = {
  title: pageNames.showcase,
  subtitle: 'Movies people made here and chose to share.',
  anonymous: 'Anonymous',
  view: 'View Project',
  loading: 'Loading showcase',
  showMore: 'Show more',
  failed: {
    title: 'Couldn’t load the Showcase',
    text: 'The server didn’t send it. Your own projects aren’t affected. Try again in a moment.',
  },
  retry: uiWords.retry,
  empty: {
    title: 'No Public Projects Yet',
    text: 'Movies appear here as soon as someone makes a project public. Yours could be the first.',
  },
  createFirst: 'Create the first project',
  openSample: sampleWords.open,
  tabs: { scenes: 'Scenes', timeline: 'Timeline' },
  noScenes: 'This project has no scenes yet.',
  scene: sceneNames.titled,
} as const;
