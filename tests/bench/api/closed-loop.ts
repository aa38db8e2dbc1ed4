/** As many requests as go through a number of open connections: each sends its next one when it has its answer. */
import type { Call, Sender } from './send.ts';
import { latencies, type Latencies } from './latencies.ts';

export type Throughput = Latencies & { perSecond: number; failed: number };

/** @param nextCall the n-th request */
export async function measureThroughput(
  sender: Sender,
  connections: number,
  seconds: number,
  nextCall: (n: number) => Call,
): Promise<Throughput> {
  const taken: number[] = [];
  let [count, failed] = [0, 0];
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  const run = async (): Promise<void> => {
    while (performance.now() < endsAt) {
      const sentAt = performance.now();
      const { status } = await sender.send(nextCall(count++));
      taken.push(performance.now() - sentAt);
      if (status !== 200) failed += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, run));
  const elapsed = (performance.now() - startedAt) / 1000;
  return { ...latencies(taken), perSecond: taken.length / elapsed, failed };
}
