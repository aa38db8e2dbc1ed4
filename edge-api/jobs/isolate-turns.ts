/**
 * Lets large things through an isolate's memory one after another, also those of deliveries that know nothing of each other. On
 * Workers nobody can rely on what another invocation promises: it may be ended, and then nobody is told. So whoever stands in
 * line looks again and again, and whoever hasn't been seen for a while is passed over.
 */
import { pause } from '#edge-api/services/pause.ts';
import type { InTurn } from './job-deps.ts';

const LOOK_MS = 50;
const SHOWN_EACH_MS = 1_000;
/** Longer than an invocation is kept from its timers by what others compute. */
const GONE_MS = 15_000;

/** @param now milliseconds since the epoch */
export function isolateTurns(now: () => number): InTurn {
  const line: { seenMs: number }[] = [];
  return async (work) => {
    const mine = { seenMs: now() };
    line.push(mine);
    const isMyTurn = (): boolean => {
      mine.seenMs = now();
      while (line[0] !== undefined && line[0] !== mine && now() - line[0].seenMs > GONE_MS) line.shift();
      // Passed over while it stood still.
      if (!line.includes(mine)) line.push(mine);
      return line[0] === mine;
    };
    const showing = setInterval(() => (mine.seenMs = now()), SHOWN_EACH_MS);
    try {
      while (!isMyTurn()) await pause(LOOK_MS);
      return await work();
    } finally {
      clearInterval(showing);
      if (line.includes(mine)) line.splice(line.indexOf(mine), 1);
    }
  };
}
