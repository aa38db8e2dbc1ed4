/** What a page's main thread did for each of its frames, read from a trace of Chromium. Pure; times in microseconds. */

export type TraceEvent = {
  name: string;
  ph: string;
  ts: number;
  dur?: number;
  pid: number;
  tid: number;
  args?: { data?: { message?: string } };
};

/** A part of the trace, such as one gesture. */
export type Span = { from: number; to: number };

/** Script, style, and layout. What they call lies within them, and counts once. */
const WORK: ReadonlySet<string> = new Set([
  ...['EvaluateScript', 'EventDispatch', 'FireAnimationFrame', 'FireIdleCallback', 'FunctionCall', 'HandlePostMessage'],
  ...['Layout', 'MajorGC', 'MinorGC', 'RunMicrotasks', 'TimerFire', 'UpdateLayoutTree'],
]);
/** The main thread hands over what it has drawn: the end of a frame. */
const FRAME = 'Commit';

/** The span between two time stamps of the page's console. @throws Error if one is missing */
export function spanBetween(events: readonly TraceEvent[], begin: string, end: string): Span & MainThread {
  const stampOf = (message: string): TraceEvent => {
    const stamp = events.find(({ name, args }) => name === 'TimeStamp' && args?.data?.message === message);
    if (stamp === undefined) throw new Error(`The trace has no time stamp “${message}”.`);
    return stamp;
  };
  const { ts: from, pid, tid } = stampOf(begin);
  return { from, to: stampOf(end).ts, pid, tid };
}

type MainThread = { pid: number; tid: number };

/** How much work each frame of a span took, since the frame before it, in milliseconds. */
export function workPerFrame(events: readonly TraceEvent[], { from, to, pid, tid }: Span & MainThread): number[] {
  const own = events.filter((event) => event.pid === pid && event.tid === tid);
  const ends = own
    .filter(({ name, ts, dur = 0 }) => name === FRAME && ts + dur > from && ts + dur <= to)
    .map(({ ts, dur = 0 }) => ts + dur)
    .toSorted((a, b) => a - b);
  const work = united(
    own.flatMap(({ name, ph, ts, dur = 0 }) => (ph === 'X' && WORK.has(name) ? [{ from: ts, to: ts + dur }] : [])),
  );
  return ends.map((end, index) => {
    const begin = ends[index - 1] ?? from;
    const spent = work.reduce((sum, span) => sum + Math.max(0, Math.min(span.to, end) - Math.max(span.from, begin)), 0);
    return spent / 1_000;
  });
}

/** Spans that overlap become one. */
function united(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else joined.push({ ...span });
  }
  return joined;
}

/** The value that so large a part of all values doesn't exceed; 0 where there is none. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? 0;
}
