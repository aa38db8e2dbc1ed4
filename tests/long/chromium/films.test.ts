/** Whole films in Chromium, judged by readers that share no code with the engine, and sought in Chromium's own player. */
import { commands } from 'vitest/browser';
import { afterEach, expect, test } from 'vitest';
import { clip, toBase64, writeMovie, type WrittenMovie } from '#tests/browser/media-movie.ts';
import { wrongPictures } from '#tests/firefox/movie-spec.ts';
import { playThrough, seekAndRead } from '#tests/helpers/playback/video-reader.ts';
import { films, manyClips, playedFilm, type Film } from '../films.ts';
import { soughtFrames } from '../sought-frames.ts';

const PIECE_BYTES = 8 << 20;

afterEach(async () => {
  const root = await navigator.storage.getDirectory();
  for await (const name of root.keys()) await root.removeEntry(name, { recursive: true });
});

async function filmed({ spec }: Film): Promise<WrittenMovie> {
  const rows = spec.scenes.map(async ({ clip: clipSpec, ...rest }) => ({
    ...rest,
    file: await clip(clipSpec),
    number: clipSpec.sceneNumber,
  }));
  return await writeMovie(await Promise.all(rows), spec.target);
}

async function judged(film: Film, { plan, result, file }: WrittenMovie): Promise<void> {
  const name = `${crypto.randomUUID()}.${film.spec.target.format}`;
  for (let from = 0; from < file.size; from += PIECE_BYTES)
    await commands.addPiece(name, toBase64(new Uint8Array(await file.slice(from, from + PIECE_BYTES).arrayBuffer())));
  await commands.judgePieces(name, film, { plan, receipt: result.receipt, elapsedMs: result.elapsedMs });
}

test.each([...films, ...manyClips].map((film) => [film.title, film] as const))('%s', async (_, film) => {
  const movie = await filmed(film);
  await judged(film, movie);
  const sought = await seekAndRead(movie.file, soughtFrames(film, movie.plan), 24);
  expect(wrongPictures(film.spec, movie.plan, sought)).toEqual([]);
});

test('a film plays from its first picture to its last', async () => {
  const { file, plan } = await filmed(playedFilm);
  const played = await playThrough(file, 24);
  expect(wrongPictures(playedFilm.spec, plan, played.shown)).toEqual([]);
  expect(played.shown.length).toBeGreaterThan(plan.frameCount / 4);
  expect(played.endedAtSeconds).toBeCloseTo(plan.frameCount / 24, 1);
});
