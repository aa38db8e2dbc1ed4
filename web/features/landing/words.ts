/** What the first screen of the landing page says, and the movie in its pictures. */
import { plural } from '#shared/words/format.ts';
import { brandWords, pageNames, sceneNames } from '#shared/words/product-words.ts';

export const landingWords = {
  pageTitle: 'AI Storyreel: AI-Powered Video Production',
  pageDescription:
    'Write a movie idea. Storyreel breaks it into scenes, generates each one on your own key, and cuts them into one movie file.',
  headline: 'AI-Powered Video Production',
  subtitle:
    'Write a movie idea. Storyreel breaks it into scenes, generates each one with Veo 3.1, and cuts them into one movie file.',
  getStarted: 'Get Started',
  viewShowcase: 'View Showcase',
  price: 'Uses your own Gemini API key. About $0.25 per second.',
  footer: {
    name: brandWords.name,
    poweredBy: brandWords.poweredBy,
    showcase: pageNames.showcase,
    licenses: 'Licenses',
  },
} as const;

export const editorFrameWords = {
  label: 'The editor with a demo studio movie',
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
  poster: 'A caravan crosses the dunes at dawn under the words The Long Way Home: a frame of a demo studio movie',
} as const;

export const demoMovieWords = {
  title: 'The Long Way Home',
  concept: 'A courier leaves the city with one letter for the keeper of a lighthouse at the other end of the world.',
  overlay: 'The Long Way Home',
  scenes: [
    { title: 'The last train', text: 'Rain, neon, and a train that leaves without her.' },
    { title: 'A red umbrella', text: 'She takes the path through the woods instead.' },
    { title: 'With the caravan', text: 'At dawn, the riders cross the last dune.' },
    { title: 'Over the peaks', text: 'A balloon, thin air, and no way to steer.' },
    { title: 'The lamp', text: 'Far out, a light turns. Somebody is waiting.' },
  ],
} as const;
