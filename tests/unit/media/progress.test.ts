import { expect, test } from 'vitest';
import { createProgressMeter } from '#media/export/progress.ts';
import type { ExportProgress } from '#media/worker/client.ts';

const WORK = { encoding: 8, sound: 0, joining: 1, checking: 1 };
const PLACE = { stretch: 0, sceneNumber: 1 };

/** A meter of 100 frames whose clock stands still until it is moved. */
function meterOf(work = WORK, stretches = 1) {
  const clock = { ms: 0 };
  const told: ExportProgress[] = [];
  const meter = createProgressMeter(
    () => clock.ms,
    (progress) => told.push(progress),
  );
  const begin = (): void => {
    meter.plan(work, 100, stretches);
    meter.phase('encoding');
  };
  begin();
  return { clock, told, meter, begin };
}

test('at most every 100 ms it is told how much is done, and the end foretold from the work so far', () => {
  // Half of the work is encoding, whatever a second of it really takes.
  const { clock, told, meter } = meterOf({ encoding: 10, sound: 4, joining: 4, checking: 2 }, 3);
  for (let frame = 0; frame < 50; frame += 1) {
    clock.ms += 40;
    meter.frames(1, { stretch: 1, sceneNumber: 7 });
  }
  expect(told.length).toBeLessThanOrEqual(21);
  const done = { framesDone: 48, framesTotal: 100, percent: 24, sceneNumber: 7, stretch: { number: 2, total: 3 } };
  expect(told.at(-1)).toMatchObject(done);
  // 24 % of the work took 1.92 s.
  expect(told.at(-1)?.secondsLeft).toBeCloseTo((1.92 / 0.24) * 0.76, 5);
  meter.phase('checking');
  expect(told.at(-1)).toMatchObject({ percent: 90, sceneNumber: null, stretch: null });
});

test('nothing is said of the time left before there is enough to judge by', () => {
  const { clock, told, meter } = meterOf();
  clock.ms = 400;
  meter.frames(50, PLACE);
  expect(told.at(-1)?.secondsLeft).toBeNull();
});

test('work that is begun again counts from nothing, and the time left is never less than none', () => {
  const { clock, told, meter, begin } = meterOf();
  meter.frames(100, PLACE);
  meter.phase('joining');
  meter.part(1);
  clock.ms = 10_000;
  begin();
  clock.ms = 14_000;
  meter.frames(50, PLACE);
  expect(told.at(-1)).toMatchObject({ percent: 40, framesDone: 50, secondsLeft: 6 });
});

test('progress comes at most ten times a second, but a phase is told at once', () => {
  const { clock, told, meter } = meterOf();
  for (let frame = 1; frame <= 50; frame += 1) {
    clock.ms = frame * 10;
    meter.frames(1, PLACE);
  }
  expect(told.map(({ elapsedMs }) => elapsedMs)).toEqual([0, 100, 200, 300, 400, 500]);
  clock.ms = 505;
  meter.phase('sound');
  expect(told.at(-1)).toMatchObject({ phase: 'sound', elapsedMs: 505 });
});
