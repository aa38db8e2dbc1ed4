/** Percentiles of waiting times, in milliseconds. */
export type Latencies = { p50: number; p95: number; p99: number; max: number };

/** @param taken at least one waiting time */
export function latencies(taken: readonly number[]): Latencies {
  const sorted = Float64Array.from(taken).toSorted();
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}
