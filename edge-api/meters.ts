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

type Sum = { labels: string; count: number; ms: number };

export function createMeters(): Meters {
  const sums = new Map<string, Sum>();
  return {
    took: (meter, labels, ms) => {
      const text = labelled(labels);
      const key = `${meter}${text}`;
      const sum = sums.get(key) ?? { labels: text, count: 0, ms: 0 };
      sums.set(key, { labels: text, count: sum.count + 1, ms: sum.ms + Math.max(ms, 0) });
    },
    lines: () =>
      Object.entries(meters).flatMap(([name, help]) => [
        ...header(name, 'summary', help),
        ...Array.from(sums).flatMap(([key, { labels, count, ms }]) =>
          key === `${name}${labels}` ? [`${name}_count${labels} ${count}`, `${name}_sum${labels} ${ms / 1000}`] : [],
        ),
      ]),
  };
}

/** A value that is read when it is asked for. */
export function gauge(name: string, help: string, values: readonly [Labels, number][]): string[] {
  return [...header(name, 'gauge', help), ...values.map(([labels, value]) => `${name}${labelled(labels)} ${value}`)];
}

function header(name: string, type: 'gauge' | 'summary', help: string): string[] {
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
