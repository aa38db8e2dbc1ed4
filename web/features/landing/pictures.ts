/** The drawn story that stands for a movie on the landing page. */
import scene1 from './pictures/scene-1.svg';
import scene2 from './pictures/scene-2.svg';
import scene3 from './pictures/scene-3.svg';
import scene4 from './pictures/scene-4.svg';
import scene5 from './pictures/scene-5.svg';

export const storyTitle = 'The Glass Lighthouse';

export type StoryScene = { number: number; title: string; text: string; picture: string; seconds: number };

export const storyScenes: readonly StoryScene[] = [
  {
    number: 1,
    title: 'A town forgets',
    text: 'The beam sweeps the bay. Nobody on shore looks up any more.',
    picture: scene1,
    seconds: 8,
  },
  {
    number: 2,
    title: 'The logbook',
    text: 'By candlelight Ines copies the keeper’s last page.',
    picture: scene2,
    seconds: 8,
  },
  {
    number: 3,
    title: 'First light',
    text: 'From the hill she sees the tower turn to glass.',
    picture: scene3,
    seconds: 8,
  },
  { number: 4, title: 'Fog crossing', text: 'A lantern, an oar, and no other sound.', picture: scene4, seconds: 8 },
  { number: 5, title: 'The lamp again', text: 'Morning finds the light still burning.', picture: scene5, seconds: 8 },
];
