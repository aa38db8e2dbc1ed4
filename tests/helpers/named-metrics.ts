/** Which metrics are told, and which docs/runbook.md tells operators to watch. */
import { readFile } from 'node:fs/promises';

/** Of the runbook's table, without what a histogram adds to its name. */
export async function metricsOfRunbook(): Promise<string[]> {
  const runbook = await readFile(new URL('../../docs/runbook.md', import.meta.url), 'utf8');
  return namesIn(runbook, /^\| `(storyreel_\w+?)(?:_count|_bucket)?[`{]/gm);
}

/** Of a text in the form of Prometheus. */
export function metricsIn(text: string): string[] {
  return namesIn(text, /^# TYPE (storyreel_\w+) /gm);
}

function namesIn(text: string, pattern: RegExp): string[] {
  return [...new Set(Array.from(text.matchAll(pattern), ([, name = '']) => name))].toSorted();
}
