/** Whole films in Firefox, judged by readers that share no code with the engine, and sought in Firefox's own player. */
import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startFirefox, type FirefoxHarness, type FirefoxMovie } from '#tests/firefox/harness.ts';
import { wrongPictures } from '#tests/firefox/movie-spec.ts';
import { films, manyClips, playedFilm, type Film } from '../films.ts';
import { judgeFilm } from '../judge-film.ts';
import { soughtFrames } from '../sought-frames.ts';

let firefox: FirefoxHarness;

// A browser for each film, so that none finds the room or the memory that another has used.
beforeEach(async () => {
  firefox = await startFirefox();
});

afterEach(async () => {
  await firefox.close();
});

async function judged(film: Film, { path, plan, result }: FirefoxMovie): Promise<void> {
  await judgeFilm(path, film, { plan, receipt: result.receipt, elapsedMs: result.elapsedMs });
  await rm(path);
}

test.each([...films, ...manyClips].map((film) => [film.title, film] as const))('%s', async (_, film) => {
  const movie = await firefox.exportInFirefox(film.spec);
  await judged(film, movie);
  const sought = await firefox.seekAndRead(movie, soughtFrames(film, movie.plan));
  expect(wrongPictures(film.spec, movie.plan, sought)).toEqual([]);
});

test('a film plays from its first picture to its last', async () => {
  const movie = await firefox.exportInFirefox(playedFilm.spec);
  const played = await firefox.playThrough(movie);
  expect(wrongPictures(playedFilm.spec, movie.plan, played.shown)).toEqual([]);
  expect(played.shown.length).toBeGreaterThan(movie.plan.frameCount / 4);
  expect(played.endedAtSeconds).toBeCloseTo(movie.plan.frameCount / 24, 1);
});
