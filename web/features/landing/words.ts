/** What the first screen of the landing page says, and the movie in its pictures. */
import { plural } from '#shared/words/format.ts';
import { brandWords, pageNames, sceneNames } from '#shared/words/product-words.ts';
import { uiWords } from '#ui/words.ts';

export const landingWords = {
  pageTitle: 'AI Storyreel: AI-Powered Video Production',
  pageDescription:
    'Write a movie idea. Storyreel breaks it into scenes, generates each one on your own key, and cuts them into one movie file.',
  headline: 'AI-Powered Video Production',
  subtitle:
    'Write a movie idea. Storyreel breaks it into scenes, generates each one with Veo 3.1, and cuts them into one movie file.',
  getStarted: 'Get Started',
  viewShowcase: 'View Showcase',
  offline: uiWords.offline.refusal,
  unreachable: 'Couldn’t reach the server. Try again in a moment.',
  price: 'Uses your own Gemini API key. About $0.25 per second.',
  footer: {
    name: brandWords.name,
    poweredBy: brandWords.poweredBy,
    showcase: pageNames.showcase,
    licenses: 'Licenses',
  },
} as const;

export const editorFrameWords = {
  label: 'The editor with the sample project',
  facts: ({ scenes, length }: { scenes: number; length: string }) =>
    `${plural(scenes, { one: '# scene', other: '# scenes' })} · ${length}`,
  open: 'Open the sample project',
  scene: sceneNames.titled,
  previous: 'Previous scene',
  next: 'Next scene',
  mute: 'Mute the demo movie',
  unmute: 'Unmute the demo movie',
  fullscreen: 'Show the demo movie in fullscreen',
  play: 'Play the demo movie',
  pause: 'Pause the demo movie',
  position: 'Position in the demo movie',
  notLoaded: 'Couldn’t load the player. Check your connection and reload the page.',
  poster: 'A caravan crosses the dunes at dawn under the words The Long Way Home: a frame of a demo studio movie',
} as const;

export const demoMovieWords = {
  title: 'The Long Way Home',
  concept: 'A courier leaves the city with one letter for the keeper of a lighthouse at the other end of the world.',
  overlays: { title: 'The Long Way Home', ending: 'Home' },
  scenes: [
    { title: 'The Last Train', text: 'Rain, neon, and a train that leaves without her.' },
    { title: 'A Red Umbrella', text: 'She takes the path through the woods instead.' },
    { title: 'With the Caravan', text: 'At dawn, the riders cross the last dune.' },
    { title: 'Over the Peaks', text: 'A balloon, thin air, and no way to steer.' },
    { title: 'The Lamp', text: 'Far out, a light turns. Somebody is waiting.' },
  ],
} as const;
