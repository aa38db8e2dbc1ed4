/** What one process has counted since it started, in the text that Prometheus reads. */

import { metricsWords } from './operator-words.ts';

/** The media type of the text. */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export type Labels = Readonly<Record<string, string>>;

export type Meters = {
  /** Notes how long something took, in milliseconds. */
  took(meter: MeterName, labels: Labels, ms: number): void;
  /** Lines of the exposition format. */
  lines(): string[];
};

/** Each in seconds, with what its labels tell apart. */
const meters = {
  storyreel_http_request_seconds: metricsWords.requests,
  storyreel_provider_call_seconds: metricsWords.calls,
} as const;
export type MeterName = keyof typeof meters;

/** Upper ends of the histograms' buckets, in seconds: pages take hundredths, models seconds, pictures half a minute. */
const BUCKETS = [0.01, 0.05, 0.1, 0.25, 1, 2.5, 5, 10, 30, 60] as const;

type Times = {
  meter: MeterName;
  labels: Labels;
  count: number;
  ms: number;
  /** Of each bucket by itself. */ within: number[];
};

export function createMeters(): Meters {
  const all = new Map<string, Times>();
  return {
    took: (meter, labels, ms) => {
      const key = `${meter}${labelled(labels)}`;
      const times = all.get(key) ?? { meter, labels, count: 0, ms: 0, within: BUCKETS.map(() => 0) };
      const tookMs = Math.max(ms, 0);
      const bucket = BUCKETS.findIndex((seconds) => tookMs <= seconds * 1000);
      times.count += 1;
      times.ms += tookMs;
      if (bucket >= 0) times.within[bucket] = (times.within[bucket] ?? 0) + 1;
      all.set(key, times);
    },
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
