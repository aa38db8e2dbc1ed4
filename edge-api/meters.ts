/** What a process counts, in the text that Prometheus reads. */

import { metricsWords } from './operator-words.ts';

/** The media type of the text. */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export type Labels = Readonly<Record<string, string>>;

export type Meters = {
  /** Notes how long something took, in milliseconds. */
  took(meter: MeterName, labels: Labels, ms: number): void;
  /** What was counted since it was last taken. */
  take(): Times[];
  /** Puts back what was taken, or counts what others have counted. */
  add(times: readonly Times[]): void;
  /** Lines of the exposition format, of all that wasn't taken. */
  lines(): string[];
};

/** Each in seconds, with what its labels tell apart. */
const meters = {
  storyreel_http_request_seconds: metricsWords.requests,
  storyreel_provider_call_seconds: metricsWords.calls,
} as const;
export type MeterName = keyof typeof meters;
export const meterNames = [
  'storyreel_http_request_seconds',
  'storyreel_provider_call_seconds',
] as const satisfies MeterName[];

/** Upper ends of the histograms' buckets, in seconds: pages take hundredths, models seconds, pictures half a minute. */
const BUCKETS = [0.01, 0.05, 0.1, 0.25, 1, 2.5, 5, 10, 30, 60] as const;

export type Times = {
  meter: MeterName;
  labels: Labels;
  count: number;
  ms: number;
  /** Of each bucket by itself. */
  within: number[];
};

export function createMeters(): Meters {
  const all = new Map<string, Times>();
  const add = ({ meter, labels, count, ms, within }: Times): void => {
    const key = `${meter}${labelled(labels)}`;
    const times = all.get(key) ?? { meter, labels, count: 0, ms: 0, within: [] };
    all.set(key, {
      ...times,
      count: times.count + count,
      ms: times.ms + ms,
      within: BUCKETS.map((_, at) => (times.within[at] ?? 0) + (within[at] ?? 0)),
    });
  };
  return {
    took: (meter, labels, ms) => {
      const tookMs = Math.max(ms, 0);
      const bucket = BUCKETS.findIndex((seconds) => tookMs <= seconds * 1000);
      add({ meter, labels, count: 1, ms: tookMs, within: BUCKETS.map((_, at) => (at === bucket ? 1 : 0)) });
    },
    take: () => {
      const times = [...all.values()];
      all.clear();
      return times;
    },
    add: (times) => times.forEach(add),
    lines: () =>
      Object.entries(meters).flatMap(([name, help]) => [
        ...header(name, 'histogram', help),
        ...Array.from(all.values()).flatMap((times) => (times.meter === name ? linesOf(times) : [])),
      ]),
  };
}

/** Each bucket counts the shorter ones, too. */
function linesOf({ meter, labels, count, ms, within }: Times): string[] {
  let below = 0;
  return [
    ...BUCKETS.map((seconds, at) => {
      below += within[at] ?? 0;
      return `${meter}_bucket${labelled({ ...labels, le: String(seconds) })} ${below}`;
    }),
    `${meter}_bucket${labelled({ ...labels, le: '+Inf' })} ${count}`,
    `${meter}_sum${labelled(labels)} ${ms / 1000}`,
    `${meter}_count${labelled(labels)} ${count}`,
  ];
}

/** A value that is read when it is asked for. */
export function gauge(name: string, help: string, values: readonly [Labels, number][]): string[] {
  return [...header(name, 'gauge', help), ...values.map(([labels, value]) => `${name}${labelled(labels)} ${value}`)];
}

function header(name: string, type: 'gauge' | 'histogram', help: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

function labelled(labels: Labels): string {
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${value.replaceAll(/[\\"\n]/g, '_')}"`);
  return parts.length === 0 ? '' : `{${parts.join(',')}}`;
}

/** The same model, with the time of each of its calls noted. */
export function metered<Model extends object>(
  model: Model,
  kind: string,
  { meters: into, now }: { meters: Meters; now: () => number },
): Model {
  return new Proxy(model, {
    get: (target, name) => {
      const part: unknown = Reflect.get(target, name);
      if (typeof part !== 'function') return part;
      return (...given: unknown[]): unknown => {
        const startedMs = now();
        const answer: unknown = Reflect.apply(part, target, given);
        if (!(answer instanceof Promise)) return answer;
        const note = (ended: string) => () =>
          into.took('storyreel_provider_call_seconds', { model: kind, call: String(name), ended }, now() - startedMs);
        answer.then(note('answered'), note('failed'));
        return answer;
      };
    },
  });
}
