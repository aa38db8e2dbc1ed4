import { expect, test } from 'vitest';
import { observeRun } from '#features/generation/generation-run.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { completeScene, sceneRow, testId } from '#tests/helpers/rows.ts';
import { sceneGroups } from '#widgets/scene-groups.ts';

const NOW = 1_000_000;
const atWork = (n: number, fields: Partial<Scene> = {}): Scene =>
  sceneRow(n, { status: 'generating', updatedAt: NOW, ...fields });
const id = (n: number): string => testId(100 + n);
const observe = (run: ReturnType<typeof observeRun>, rows: Scene[], nowMs: number) =>
  observeRun(run, sceneGroups(rows), nowMs);

test('nothing at work is no run', () => {
  expect(observe(null, [sceneRow(1), sceneRow(2)], NOW)).toBeNull();
});

test('a run goes from the first scene at work to the last, and keeps each one’s own start', () => {
  const begun = observe(null, [atWork(1), sceneRow(2)], NOW);
  const second = observe(begun, [completeScene(1), atWork(2, { updatedAt: NOW + 5_000 })], NOW + 5_000);
  expect(second).toEqual({
    startedAtMs: NOW,
    endedAtMs: null,
    sceneStartsMs: { [id(1)]: NOW, [id(2)]: NOW + 5_000 },
  });
  const over = observe(second, [completeScene(1), completeScene(2)], NOW + 9_000);
  expect(over?.endedAtMs).toBe(NOW + 9_000);
  expect(observe(over, [completeScene(1), completeScene(2)], NOW + 20_000)).toBe(over);
});

test('a run that began elsewhere has gone on since its row was written, and a clock that is behind starts at nought', () => {
  expect(observe(null, [atWork(1, { updatedAt: NOW - 30_000 })], NOW)?.startedAtMs).toBe(NOW - 30_000);
  expect(observe(null, [atWork(1, { updatedAt: NOW + 30_000 })], NOW)?.startedAtMs).toBe(NOW);
});

test('the next run starts anew', () => {
  const over = observe(observe(null, [atWork(1)], NOW), [completeScene(1)], NOW + 1_000);
  const next = observe(over, [completeScene(1), atWork(2, { updatedAt: NOW + 60_000 })], NOW + 60_000);
  expect(next).toEqual({ startedAtMs: NOW + 60_000, endedAtMs: null, sceneStartsMs: { [id(2)]: NOW + 60_000 } });
});

test('a scene that waits for its turn is part of the run and has no clock until it begins', () => {
  const first = observe(null, [atWork(1), atWork(2, { queuedAt: NOW })], NOW);
  expect(first).toEqual({ startedAtMs: NOW, endedAtMs: null, sceneStartsMs: { [id(1)]: NOW } });
  const second = observe(first, [completeScene(1), atWork(2, { updatedAt: NOW + 40_000 })], NOW + 40_000);
  expect(second).toEqual({
    startedAtMs: NOW,
    endedAtMs: null,
    sceneStartsMs: { [id(1)]: NOW, [id(2)]: NOW + 40_000 },
  });
  const waiting = observe(null, [atWork(1, { queuedAt: NOW }), atWork(2, { queuedAt: NOW })], NOW);
  expect(waiting).toEqual({ startedAtMs: NOW, endedAtMs: null, sceneStartsMs: {} });
});
