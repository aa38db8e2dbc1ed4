import { expect, test } from 'vitest';
import { hintFrames } from '#features/dashboard/hint-frames.ts';

const scene = (thumbnailUrl: string | null, isExtension = false) => ({ thumbnailUrl, isExtension });

test('four pictures are taken from the beginning to the end', () => {
  const scenes = Array.from({ length: 10 }, (_, place) => scene(`/${place}`));
  expect(hintFrames(scenes)).toEqual(['/0', '/3', '/6', '/9']);
});

test('only pictures that are there count, each once, and none of an extension', () => {
  expect(hintFrames([scene('/a'), scene(null), scene('/x', true), scene('/a'), scene('/b')])).toEqual(['/a', '/b']);
});

test('one picture is no hint', () => {
  expect(hintFrames([scene('/a'), scene(null)])).toEqual([]);
  expect(hintFrames([])).toEqual([]);
});
