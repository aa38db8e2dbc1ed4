import { expect, test, vi } from 'vitest';
import { createLead } from '#player/lead.ts';
import { createListeners } from '#player/listeners.ts';
import {
  keepPlace,
  movieTimeUs,
  outPointUs,
  overlaysAtClipTime,
  placeAt,
  sceneVolume,
  seekSeconds,
} from '#player/playhead.ts';
import { moviePlan, type MoviePlan } from '#shared/movie/movie-plan.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { completeScene, projectRow, sceneRow, textOverlay } from '#tests/helpers/rows.ts';

const planOf = (scenes: Scene[]): MoviePlan => moviePlan(projectRow(), scenes);
const three = planOf([completeScene(1), completeScene(2, { trimStart: 1, trimEnd: 3 }), completeScene(3)]);

test('a time is found in its scene, counted from the in point', () => {
  expect(placeAt(three, 0)).toMatchObject({ index: 0, clipFrame: 0 });
  expect(placeAt(three, 8_000_000)).toMatchObject({ index: 1, clipFrame: 24 });
  expect(placeAt(three, 9_999_999)).toMatchObject({ index: 1, clipFrame: 71 });
  expect(placeAt(three, 10_000_000)).toMatchObject({ index: 2, clipFrame: 0 });
});

test('times outside the movie are its ends, and an empty plan has no place', () => {
  expect(placeAt(three, -5)).toMatchObject({ index: 0, clipFrame: 0 });
  expect(placeAt(three, 99_000_000)).toMatchObject({ index: 2, clipFrame: 191 });
  expect(placeAt(planOf([sceneRow(1)]), 0)).toBeNull();
});

test('every frame of the movie goes to its clip and back', () => {
  for (let frame = 0; frame < three.frameCount; frame++) {
    const timeUs = Math.round((frame * 1_000_000) / 24);
    const place = placeAt(three, timeUs);
    expect(place && movieTimeUs(three, place.scene, Math.round((place.clipFrame * 1_000_000) / 24))).toBeCloseTo(
      timeUs,
      -1,
    );
  }
});

test('a seek falls within its frame', () => {
  const scene = three.scenes[1];
  const seconds = scene ? seekSeconds(scene, 30) : 0;
  expect(Math.floor(seconds * 24)).toBe(30);
  expect(seconds * 24 - 30).toBeGreaterThan(0.1);
});

test('a trim ends at its out point', () => {
  expect(three.scenes[1] && outPointUs(three.scenes[1])).toBe(3_000_000);
});

test('the playhead stays with its scene when the plan changes', () => {
  const moved = planOf([
    completeScene(1, { sceneNumber: 2 }),
    completeScene(2, { sceneNumber: 1, trimStart: 1, trimEnd: 3 }),
    completeScene(3),
  ]);
  expect(keepPlace(three, moved, 9_000_000)).toBe(1_000_000);
});

test('a moment that was trimmed away becomes the nearest that is played', () => {
  const trimmed = planOf([completeScene(1, { trimStart: 2, trimEnd: 4 }), completeScene(2), completeScene(3)]);
  expect(keepPlace(three, trimmed, 0)).toBe(0);
  expect(placeAt(trimmed, keepPlace(three, trimmed, 7_000_000))).toMatchObject({ index: 0, clipFrame: 95 });
});

test('the playhead of a scene that is gone stays at its time, within the movie', () => {
  expect(keepPlace(three, planOf([completeScene(2), completeScene(3)]), 1_000_000)).toBe(1_000_000);
  expect(keepPlace(three, planOf([completeScene(1)]), 17_000_000)).toBe(8_000_000);
});

test('overlays are those of the frame that is shown', () => {
  const overlay = textOverlay({ startTime: 2, endTime: 2.5 });
  const scene = planOf([completeScene(1, { textOverlays: [overlay] })]).scenes[0];
  const at = (us: number): number => (scene ? overlaysAtClipTime(scene, us).length : -1);
  expect([at(1_999_999), at(2_000_000), at(2_499_999), at(2_500_000)]).toEqual([0, 1, 1, 0]);
});

test('gain is loudness within what a video element can do, and a muted scene is silent', () => {
  expect(sceneVolume({ gainDb: -6, muted: false }, 1)).toBeCloseTo(0.501, 3);
  expect(sceneVolume({ gainDb: 12, muted: false }, 0.8)).toBe(1);
  expect(sceneVolume({ gainDb: 0, muted: true }, 1)).toBe(0);
});

test('the lead settles on what starts really take, and one odd start does not spoil it', () => {
  const lead = createLead();
  for (let join = 0; join < 6; join++) lead.learn(40);
  expect(lead.ms()).toBeGreaterThan(38);
  expect(lead.ms()).toBeLessThan(45);
  lead.learn(10_000);
  expect(lead.ms()).toBeLessThan(200);
});

test('a label hears of steps ten times a second, and of jumps at once', () => {
  let nowMs = 0;
  const listeners = createListeners(() => nowMs);
  const [all, tenth]: [number[], number[]] = [[], []];
  listeners.onTime((timeUs) => all.push(timeUs));
  const stop = listeners.onTenth((timeUs) => tenth.push(timeUs));
  for (nowMs = 0; nowMs < 1_000; nowMs += 20) listeners.time(nowMs * 1_000);
  listeners.time(5_000_000);
  stop();
  listeners.time(9_000_000);
  expect(all).toHaveLength(52);
  expect(tenth).toHaveLength(11);
  expect(tenth.at(-1)).toBe(5_000_000);
});

test('the last of small steps is told too, when nothing comes after it', () => {
  vi.useFakeTimers();
  try {
    const listeners = createListeners();
    const tenth: number[] = [];
    listeners.onTenth((timeUs) => tenth.push(timeUs));
    for (const timeUs of [0, 41_667, 83_333]) listeners.time(timeUs);
    expect(tenth).toEqual([0]);
    vi.advanceTimersByTime(100);
    expect(tenth).toEqual([0, 83_333]);
  } finally {
    vi.useRealTimers();
  }
});
