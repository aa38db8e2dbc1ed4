/**
 * The sample project's movie, shown all over the landing page: its scenes, its frames, and when they are on. Its times
 * stand here as figures, because the page is drawn before anything of the movie is loaded.
 */
import poster from './pictures/demo-movie-poster.webp';
import end1 from './pictures/scene-1-end.webp';
import start1 from './pictures/scene-1-start.webp';
import scene1 from './pictures/scene-1.webp';
import end2 from './pictures/scene-2-end.webp';
import start2 from './pictures/scene-2-start.webp';
import scene2 from './pictures/scene-2.webp';
import end3 from './pictures/scene-3-end.webp';
import start3 from './pictures/scene-3-start.webp';
import scene3 from './pictures/scene-3.webp';
import end4 from './pictures/scene-4-end.webp';
import start4 from './pictures/scene-4-start.webp';
import scene4 from './pictures/scene-4.webp';
import end5 from './pictures/scene-5-end.webp';
import start5 from './pictures/scene-5-start.webp';
import scene5 from './pictures/scene-5.webp';
import { demoMovieWords } from './words.ts';

export type StoryScene = {
  number: number;
  title: string;
  text: string;
  /** Where it begins in the movie; where the next one does, or the movie ends. */
  fromSeconds: number;
  toSeconds: number;
  /** 640 x 360. */
  picture: string;
  /** The first and the last frame, 224 x 126. */
  film: readonly [string, string];
};

export const demoMovie = {
  title: demoMovieWords.title,
  concept: demoMovieWords.concept,
  seconds: 37,
  /** The frame at `posterSeconds`, with its text, 1248 x 702. */
  poster,
  posterSeconds: 20.5,
  /** When they are over the picture, in seconds of the movie. */
  texts: [
    { words: demoMovieWords.overlays.title, from: 19.5, to: 23.5 },
    { words: demoMovieWords.overlays.ending, from: 33, to: 37 },
  ],
} as const;

export const storyScenes: readonly StoryScene[] = [
  {
    number: 1,
    ...demoMovieWords.scenes[0],
    fromSeconds: 0,
    toSeconds: 8,
    picture: scene1,
    film: [start1, end1],
  },
  {
    number: 2,
    ...demoMovieWords.scenes[1],
    fromSeconds: 8,
    toSeconds: 16,
    picture: scene2,
    film: [start2, end2],
  },
  {
    number: 3,
    ...demoMovieWords.scenes[2],
    fromSeconds: 16,
    toSeconds: 24,
    picture: scene3,
    film: [start3, end3],
  },
  {
    number: 4,
    ...demoMovieWords.scenes[3],
    fromSeconds: 24,
    toSeconds: 29,
    picture: scene4,
    film: [start4, end4],
  },
  {
    number: 5,
    ...demoMovieWords.scenes[4],
    fromSeconds: 29,
    toSeconds: 37,
    picture: scene5,
    film: [start5, end5],
  },
];
