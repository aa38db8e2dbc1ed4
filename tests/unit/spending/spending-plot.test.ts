import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SpendingDay } from '#shared/api/spending.ts';
import { daysOf, spendingPlot, ticksFor } from '#features/spending/spending-plot.ts';
import { rangeOf } from '#features/spending/spending-ranges.ts';
import { testId } from '#tests/helpers/rows.ts';

const range = { from: '2026-11-01', until: '2026-11-04' };
const row = (day: string, spentUsd: number, fields: Partial<SpendingDay> = {}): SpendingDay => ({
  ...{ day, projectId: testId(1), title: 'The Glass Lighthouse', kind: 'clip', model: 'gemini-omni-1.2-flash' },
  ...{ spentUsd, openUsd: 0 },
  ...fields,
});

describe('the plot', () => {
  test('has a bar for every day of the period, also for those without spending, and none outside', () => {
    const plot = spendingPlot([row('2026-10-31', 9), row('2026-11-02', 1), row('2026-11-05', 9)], range, 'project');
    expect(plot.bars.map(({ day, usd }) => [day.slice(-2), usd])).toEqual([
      ['01', 0],
      ['02', 1],
      ['03', 0],
      ['04', 0],
    ]);
    expect(plot.totalUsd).toBe(1);
  });

  test('has a part for each project or model, the dearest first, with what may have been charged', () => {
    const ferry = { projectId: testId(2), title: 'Night Ferry' };
    const text = { kind: 'text', model: 'gemini-3.8-flash' } as const;
    const rows = [row('2026-11-02', 1, { openUsd: 2 }), row('2026-11-02', 4, ferry), row('2026-11-03', 0.5, text)];
    const byProject = spendingPlot(rows, range, 'project');
    expect(byProject.series.map(({ label, usd }) => [label, usd])).toEqual([
      ['Night Ferry', 4],
      ['The Glass Lighthouse', 3.5],
    ]);
    expect(byProject.bars[1]?.parts).toEqual([
      { series: 0, usd: 4 },
      { series: 1, usd: 3 },
    ]);
    expect(byProject.openUsd).toBe(2);
    const byModel = spendingPlot(rows, range, 'model');
    expect(byModel.series.map(({ label }) => label)).toEqual(['Gemini Omni Flash', 'Gemini 3.8 Flash']);
  });

  test('takes together what would be too many tones, and what belongs to no project', () => {
    const rows = [1, 2, 3, 4, 5, 6].map((n) => row('2026-11-02', n, { projectId: testId(n), title: `Movie ${n}` }));
    const none = row('2026-11-01', 9, { projectId: null, title: null });
    const { series, bars } = spendingPlot([...rows, none], range, 'project');
    expect(series.map(({ label, usd }) => [label, usd])).toEqual([
      ['Deleted projects and ideas', 9],
      ['Movie 6', 6],
      ['Movie 5', 5],
      ['4 others', 10],
    ]);
    expect(bars[1]?.parts.at(-1)).toEqual({ series: 3, usd: 10 });
  });

  test('adds up: parts to bars, bars to the total, series to the total', () => {
    const days = fc.array(
      fc.record({
        day: fc.constantFrom(...daysOf(range), '2026-12-24'),
        cents: fc.nat(10_000),
        openCents: fc.nat(500),
        project: fc.integer({ min: 1, max: 7 }),
      }),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(days, fc.constantFrom('project', 'model'), (rows, by) => {
        const { bars, series, totalUsd, ticksUsd } = spendingPlot(
          rows.map(({ day, cents, openCents, project }) =>
            row(day, cents / 100, { openUsd: openCents / 100, projectId: testId(project), title: `Movie ${project}` }),
          ),
          range,
          by,
        );
        const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
        expect(sum(bars.map(({ usd }) => usd))).toBeCloseTo(totalUsd);
        expect(sum(series.map(({ usd }) => usd))).toBeCloseTo(totalUsd);
        for (const bar of bars) {
          expect(sum(bar.parts.map(({ usd }) => usd))).toBeCloseTo(bar.usd);
          expect(ticksUsd.at(-1)).toBeGreaterThanOrEqual(bar.usd - 1e-9);
        }
        expect(series.length).toBeLessThanOrEqual(4);
      }),
    );
  });
});

test.each([
  [0, [0, 1]],
  [0.004, [0, 0.002, 0.004]],
  [2.1, [0, 1, 2, 3]],
  [10, [0, 5, 10]],
  [47, [0, 20, 40, 60]],
])('the steps for at most %d dollars are round', (highest, ticks) => {
  expect(ticksFor(highest)).toEqual(ticks);
});

test('a period ends today; the month begins with its first day, the others count their days', () => {
  expect(rangeOf('month', '2026-11-22')).toEqual({ from: '2026-11-01', until: '2026-11-22' });
  expect(daysOf(rangeOf('30', '2026-11-22'))).toHaveLength(30);
  expect(daysOf(rangeOf('90', '2026-03-01'))).toHaveLength(90);
});
