import { expect, test } from 'vitest';
import { createMeters, metered } from '#edge-api/meters.ts';

const CALL = 'storyreel_provider_call_seconds';

test('how long calls took is a histogram whose buckets count the shorter ones, too', async () => {
  const meters = createMeters();
  let nowMs = 0;
  const model = metered(
    {
      ask: (ms: number) => {
        nowMs += ms;
        return ms < 70_000 ? Promise.resolve('clip') : Promise.reject(new Error('It hung up.'));
      },
    },
    'video',
    { meters, now: () => nowMs },
  );
  for (const ms of [10, 900, 1_000, 4_000]) await model.ask(ms);
  await expect(model.ask(70_000)).rejects.toThrow('It hung up.');
  const values = new Map(
    meters.lines().flatMap((line): [string, number][] => {
      const [, name = '', value = ''] = /^(\S+) (\S+)$/.exec(line) ?? [];
      return name.startsWith(CALL) ? [[name, Number(value)]] : [];
    }),
  );
  const within = (le: string, ended: string): number | undefined =>
    values.get(`${CALL}_bucket{model="video",call="ask",ended="${ended}",le="${le}"}`);
  expect(['0.01', '0.25', '1', '2.5', '5', '+Inf'].map((le) => within(le, 'answered'))).toEqual([1, 1, 3, 3, 4, 4]);
  expect(['60', '+Inf'].map((le) => within(le, 'failed'))).toEqual([0, 1]);
  expect(values.get(`${CALL}_sum{model="video",call="ask",ended="answered"}`)).toBeCloseTo(5.91);
  expect(values.get(`${CALL}_count{model="video",call="ask",ended="answered"}`)).toBe(4);
  expect(meters.lines()).toContain(`# TYPE ${CALL} histogram`);
});
