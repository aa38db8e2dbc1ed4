/**
 * People whose pages ask every three seconds, each on a beat of their own. A request goes out when it is due, whether
 * the ones before it were answered or not, and its wait counts from the moment at which it was due: a server, or a
 * generator, that falls behind can't hide it.
 */
import type { PlantedPerson } from './planted-people.ts';
import type { Sender } from './send.ts';
import { latencies, type Latencies } from './latencies.ts';

export const POLL_MS = 3_000;

export type Polling = Latencies & { taken: readonly number[]; requests: number; failed: number };
type Due = { atMs: number; person: PlantedPerson; path: string };

/**
 * @param warmUpSeconds at the beginning, that are not counted
 * @param isRevalidating whether a page says what it has, and is told that nothing has changed
 */
export async function measurePolling(
  sender: Sender,
  people: readonly PlantedPerson[],
  options: { seconds: number; warmUpSeconds: number; isRevalidating: boolean },
): Promise<Polling> {
  const tags = new Map<string, string>();
  const taken: number[] = [];
  const open = new Set<Promise<void>>();
  let failed = 0;
  const startedAt = performance.now();
  const ask = async ({ atMs, person: { cookie }, path }: Due): Promise<void> => {
    const tag = options.isRevalidating ? tags.get(path) : undefined;
    const call = { method: 'GET' as const, path, cookie, ...(tag === undefined ? {} : { etag: tag }) };
    const { status, etag } = await sender.send(call);
    if (atMs >= options.warmUpSeconds * 1000) taken.push(performance.now() - startedAt - atMs);
    if (status !== (tag === undefined ? 200 : 304)) failed += 1;
    if (etag !== null && options.isRevalidating) tags.set(path, etag);
  };
  for (const due of timetable(people, options)) {
    while (performance.now() - startedAt < due.atMs) await new Promise((resolve) => setTimeout(resolve, 1));
    const asked = ask(due).finally(() => open.delete(asked));
    open.add(asked);
  }
  await Promise.all(open);
  return { ...latencies(taken), taken, requests: taken.length, failed };
}

/** A pull asks for the scenes of a project, and for the project too when they are new. */
function* timetable(
  people: readonly PlantedPerson[],
  { seconds, warmUpSeconds, isRevalidating }: { seconds: number; warmUpSeconds: number; isRevalidating: boolean },
): Generator<Due> {
  const beats = people.map((person) => ({ person, offsetMs: Math.random() * POLL_MS }));
  beats.sort((a, b) => a.offsetMs - b.offsetMs);
  for (let roundMs = 0; roundMs < (warmUpSeconds + seconds) * 1000; roundMs += POLL_MS)
    for (const { person, offsetMs } of beats) {
      const atMs = roundMs + offsetMs;
      const path = `/api/projects/${person.projectId}`;
      yield { atMs, person, path: `${path}/scenes` };
      if (!isRevalidating) yield { atMs, person, path };
    }
}
