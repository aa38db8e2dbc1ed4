/** What the sample project says: its title, its scenes, and the texts laid over them. */
import type { CameraAngle, Mood } from '../catalogue/shot-words.ts';

export const sampleWords = {
  author: { firstName: 'AI', lastName: 'Storyreel' },
  title: 'The Long Way Home',
  description:
    'A courier leaves the city with one letter for the keeper of a lighthouse at the other end of the world. Every stop along the way offers a good reason to stay. In the end, the distance matters less than the light in the window.',
  open: 'Open the sample project',
  keep: 'Keep a copy',
  signInToKeep: 'Sign in to keep a copy',
  failed: 'Couldn’t open the sample project',
} as const;

type SceneText = {
  title: string;
  description: string;
  cameraAngle: CameraAngle;
  mood: Mood;
  lighting: string;
  movement: string;
};

/** Each says first what its picture shows. */
export const sampleScenes = {
  'city-neon': {
    title: 'The Last Train',
    description:
      'A hooded figure stands below the tracks and watches the neon city. The last train has left without her, so she starts to walk.',
    cameraAngle: 'over-the-shoulder',
    mood: 'lonely',
    lighting: 'pink and violet neon, wet reflections',
    movement: 'slow push in',
  },
  'forest-rain': {
    title: 'A Red Umbrella',
    description:
      'Someone with a red umbrella walks down a wet path between the firs. The letter stays dry under her coat.',
    cameraAngle: 'tracking',
    mood: 'calm',
    lighting: 'gray rain light, one spot of red',
    movement: 'steady tracking behind',
  },
  'desert-dawn': {
    title: 'With the Caravan',
    description:
      'The sun comes up over the dunes, and a caravan crosses the ridge. The riders make room without asking a single question.',
    cameraAngle: 'wide',
    mood: 'hopeful',
    lighting: 'first sun, orange and violet haze',
    movement: 'slow push in',
  },
  'snow-peak': {
    title: 'Over the Peaks',
    description:
      'A hot-air balloon rises past snowy peaks in the first light. There is no way to steer, and for once she doesn’t mind.',
    cameraAngle: 'aerial',
    mood: 'joyful',
    lighting: 'clear morning light on snow',
    movement: 'rising slowly',
  },
  'harbour-night': {
    title: 'The Lamp',
    description:
      'In the small house beside the lighthouse, a window is still lit. It was the long way, and it was the right one.',
    cameraAngle: 'wide',
    mood: 'romantic',
    lighting: 'moonlight on dark water, one warm lamp',
    movement: 'slow drift forward',
  },
} as const satisfies Record<string, SceneText>;

/** The piece of music that plays under the movie. */
export const sampleMusicName = 'The Long Way Home, music';

/** The title of the movie, and its last word. */
export const sampleTitles = { movie: 'The Long Way Home', ending: 'Home' } as const;
