/** What the bench reads from a trace of Chromium. */
import { expect, test } from 'vitest';
import { percentile, spanBetween, workPerFrame, type TraceEvent } from '#tests/bench/timeline/frame-work.ts';

const event = (name: string, ts: number, dur?: number, tid = 1): TraceEvent => ({
  ...{ name, ts, tid, pid: 7, ph: dur === undefined ? 'I' : 'X' },
  ...(dur !== undefined && { dur }),
});
const stamp = (message: string, ts: number): TraceEvent => ({
  ...event('TimeStamp', ts),
  args: { data: { message } },
});

test('a frame’s work is script, style, and layout since the frame before; what lies within counts once', () => {
  const events = [
    stamp('begin', 1_000),
    event('EventDispatch', 2_000, 3_000),
    event('FunctionCall', 2_500, 1_000),
    event('UpdateLayoutTree', 5_000, 1_000),
    event('Paint', 6_000, 9_000),
    event('Commit', 15_000, 1_000),
    event('FunctionCall', 16_500, 20_000, 2),
    event('Layout', 20_000, 2_500),
    event('Commit', 30_000, 500),
    event('FunctionCall', 31_000, 1_000),
    stamp('end', 33_000),
    event('Commit', 34_000, 500),
  ];
  expect(workPerFrame(events, spanBetween(events, 'begin', 'end'))).toEqual([4, 2.5]);
  expect(() => spanBetween(events, 'begin', 'never')).toThrow('never');
});

test('a percentile is the value that so large a part does not exceed', () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect([percentile(values, 0.5), percentile(values, 0.95), percentile(values, 1)]).toEqual([50, 95, 100]);
  expect(percentile([], 0.95)).toBe(0);
});
