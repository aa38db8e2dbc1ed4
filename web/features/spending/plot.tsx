import { Link } from 'react-router-dom';
import { formatSpentUsd } from '#shared/rules/cost.ts';
import { formatUsd } from '#shared/words/format.ts';
import type { PlotBar, SpendingPlot } from './spending-plot.ts';
import styles from './plot.module.css';
import { plotWords as words } from './words.ts';

/** Share of a day's width that its bar has. */
const BAR_SHARE = 0.72;
/** Days that a narrow axis has room to name. */
const NAMED_DAYS = 4;

/** One bar a day, with its parts one above the other, and the names of the parts below. */
export function Plot({ plot }: { plot: SpendingPlot }) {
  const { bars, series, ticksUsd, totalUsd } = plot;
  if (series.length === 0) return <p className={styles['nothing']}>{words.nothing}</p>;
  const topUsd = ticksUsd.at(-1) ?? 1;
  return (
    <>
      <figure className={styles['plot']} aria-label={summaryOf(bars, totalUsd)}>
        <div className={`${styles['ticks']} numbers`} aria-hidden="true">
          {ticksUsd.map((usd) => (
            <span key={usd} style={{ bottom: `${(usd / topUsd) * 100}%` }}>
              {tickText(usd, topUsd)}
            </span>
          ))}
        </div>
        <svg className={styles['bars']} viewBox={`0 0 ${bars.length} 1`} preserveAspectRatio="none" aria-hidden="true">
          {bars.map((bar, place) => (
            <Bar key={bar.day} bar={bar} place={place} topUsd={topUsd} />
          ))}
        </svg>
        <div className={`${styles['days']} numbers`} aria-hidden="true">
          {namedDays(bars.length).map((place, index) => (
            <span
              key={place}
              data-between={index % 2 === 1}
              style={{ left: `${((place + 0.5) / bars.length) * 100}%` }}
            >
              {dayText(bars[place]?.day ?? '')}
            </span>
          ))}
        </div>
      </figure>
      <ul className={styles['series']}>
        {series.map(({ id, label, projectId, usd }, place) => (
          <li key={id}>
            <i data-series={place} aria-hidden="true" />
            {projectId === null ? (
              <span className="one-line">{label}</span>
            ) : (
              <Link className="link one-line" to={`/project/${projectId}`}>
                {label}
              </Link>
            )}
            <span className="numbers">{formatSpentUsd(usd)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

type BarProps = { bar: PlotBar; place: number; topUsd: number };

function Bar({ bar, place, topUsd }: BarProps) {
  const x = place + (1 - BAR_SHARE) / 2;
  const tops = bar.parts.map((_, end) => bar.parts.slice(0, end + 1).reduce((sum, part) => sum + part.usd, 0));
  return (
    <g className={styles['bar']}>
      {/* As wide and as high as the day, so that a small bar is found by the pointer. */}
      <rect className={styles['ground']} x={place} y={0} width={1} height={1}>
        <title>{words.bar({ day: dayText(bar.day), amount: formatSpentUsd(bar.usd) })}</title>
      </rect>
      {bar.parts.map(({ series, usd }, part) => (
        <rect
          key={series}
          data-series={series}
          x={x}
          y={1 - (tops[part] ?? 0) / topUsd}
          width={BAR_SHARE}
          height={usd / topUsd}
        />
      ))}
    </g>
  );
}

function summaryOf(bars: readonly PlotBar[], totalUsd: number): string {
  const highest = bars.toSorted((a, b) => b.usd - a.usd)[0];
  const sum = words.summary({ total: formatSpentUsd(totalUsd), days: bars.length });
  if (highest === undefined) return sum;
  return `${sum}. ${words.highest({ day: dayText(highest.day), amount: formatSpentUsd(highest.usd) })}`;
}

/** Where the first, the last, and some days between stand. */
function namedDays(count: number): number[] {
  const steps = Math.min(NAMED_DAYS, count - 1);
  if (steps < 1) return [0];
  return Array.from({ length: steps + 1 }, (_, step) => Math.round((step * (count - 1)) / steps));
}

const shortDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** "Nov 22" */
function dayText(day: string): string {
  return shortDay.format(Date.parse(day));
}

/** Cents only where whole dollars don't tell the steps apart. */
function tickText(usd: number, topUsd: number): string {
  if (usd === 0) return '$0';
  return topUsd >= 5 ? formatUsd(usd).replace(/\.00$/, '') : topUsd < 0.05 ? `$${usd}` : formatUsd(usd);
}
