/** Spending as a plot: one bar a day, in parts by project or by model. Pure. */
import type { SpendingDay } from '#shared/api/spending.ts';
import { modelName } from './model-name.ts';
import { plotWords as words } from './words.ts';

export type PlotBy = 'project' | 'model';

export type PlotPart = { series: number; usd: number };
/** What was charged, and what may have been; parts are by series. */
export type PlotBar = { day: string; usd: number; openUsd: number; parts: PlotPart[] };
export type PlotSeries = { id: string; label: string; projectId: string | null; usd: number };

export type SpendingPlot = {
  bars: PlotBar[];
  /** The dearest first; the last one takes together what would be too many. */
  series: PlotSeries[];
  /** Round amounts, the lowest is 0 and the highest at least the highest bar. */
  ticksUsd: number[];
  totalUsd: number;
  openUsd: number;
};

/** As many tones as can be told from each other. */
const MOST_SERIES = 4;
const REST = 'rest';
const DAY_MS = 24 * 60 * 60 * 1000;

/** @param days of the range, in any order. @param range the first and the last day, both included */
export function spendingPlot(
  days: readonly SpendingDay[],
  range: { from: string; until: string },
  by: PlotBy,
): SpendingPlot {
  const rows = days
    .filter(({ day }) => day >= range.from && day <= range.until)
    .map((row) => ({ ...row, usd: row.spentUsd + row.openUsd, ...originOf(row, by) }));
  const all = [...new Map(rows.map((row) => [row.id, row])).values()]
    .map(({ id, label, projectId }) => {
      const own = rows.filter((row) => row.id === id);
      return { id, label, projectId: by === 'project' ? projectId : null, usd: sumOf(own, 'usd') };
    })
    .toSorted((a, b) => b.usd - a.usd || (a.id < b.id ? -1 : 1));
  const series = all.length <= MOST_SERIES ? all : withRest(all);
  const placeOf = (id: string): number => {
    const place = series.findIndex((one) => one.id === id);
    return place < 0 ? series.length - 1 : place;
  };
  const bars = daysOf(range).map((day): PlotBar => {
    const own = rows.filter((row) => row.day === day);
    const parts = series
      .map((_, place) => ({
        series: place,
        usd: sumOf(
          own.filter(({ id }) => placeOf(id) === place),
          'usd',
        ),
      }))
      .filter(({ usd }) => usd > 0);
    return { day, usd: sumOf(own, 'usd'), openUsd: sumOf(own, 'openUsd'), parts };
  });
  const highest = Math.max(0, ...bars.map(({ usd }) => usd));
  return { bars, series, ticksUsd: ticksFor(highest), totalUsd: sumOf(rows, 'usd'), openUsd: sumOf(rows, 'openUsd') };
}

/** Round steps from 0 to at least the highest amount: two to five of them. */
export function ticksFor(highestUsd: number): number[] {
  if (highestUsd <= 0) return [0, 1];
  const rough = highestUsd / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((one) => one * power >= rough) ?? 10) * power;
  const count = Math.ceil(highestUsd / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, place) => Number((place * step).toPrecision(12)));
}

/** Every day of a range, such as 2026-11-22. */
export function daysOf({ from, until }: { from: string; until: string }): string[] {
  const count = Math.round((Date.parse(until) - Date.parse(from)) / DAY_MS) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, place) => dayOf(Date.parse(from) + place * DAY_MS));
}

/** The day of a time, in UTC. */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function withRest(all: readonly PlotSeries[]): PlotSeries[] {
  const rest = all.slice(MOST_SERIES - 1);
  const usd = sumOf(rest, 'usd');
  return [
    ...all.slice(0, MOST_SERIES - 1),
    { id: REST, label: words.rest({ count: rest.length }), projectId: null, usd },
  ];
}

function originOf({ projectId, title, kind, model }: SpendingDay, by: PlotBy): { id: string; label: string } {
  if (by === 'model') return { id: `${kind} ${model ?? ''}`, label: modelName({ kind, model }) };
  return { id: projectId ?? 'none', label: title ?? words.noProject };
}

function sumOf<Key extends string>(rows: readonly Readonly<Record<Key, number>>[], key: Key): number {
  return rows.reduce((sum, row) => sum + row[key], 0);
}
