import { expect, test } from 'vitest';
import { createProgressMeter } from '#media/export/progress.ts';
import type { ExportProgress } from '#media/worker/client.ts';

const WORK = { encoding: 8, sound: 0, joining: 1, checking: 1 };
const PLACE = { stretch: 0, sceneNumber: 1 };

/** A meter whose clock stands still until it is moved. */
function meterAt() {
  const clock = { ms: 0 };
  const told: ExportProgress[] = [];
  const meter = createProgressMeter(
    () => clock.ms,
    (progress) => told.push(progress),
  );
  return { clock, told, meter };
}

test('the time left follows from the share of the work that is done and what it took', () => {
  const { clock, told, meter } = meterAt();
  meter.plan(WORK, 100, 1);
  meter.phase('encoding');
  clock.ms = 4000;
  meter.frames(50, PLACE);
  expect(told.at(-1)).toMatchObject({ percent: 40, framesDone: 50, framesTotal: 100, secondsLeft: 6 });
});

test('nothing is said of the time left before there is enough to judge by', () => {
  const { clock, told, meter } = meterAt();
  meter.plan(WORK, 100, 1);
  meter.phase('encoding');
  clock.ms = 400;
  meter.frames(50, PLACE);
  expect(told.at(-1)?.secondsLeft).toBeNull();
});

test('work that is begun again counts from nothing, and the time left is never less than none', () => {
  const { clock, told, meter } = meterAt();
  meter.plan(WORK, 100, 1);
  meter.phase('encoding');
  meter.frames(100, PLACE);
  clock.ms = 10_000;
  meter.plan(WORK, 100, 1);
  meter.phase('encoding');
  clock.ms = 14_000;
  meter.frames(50, PLACE);
  expect(told.at(-1)).toMatchObject({ percent: 40, framesDone: 50, secondsLeft: 6 });
});
