/** A clock that rings when the test says so. */
import type { Timer } from '#sync/timer.ts';

export type HandTimer = Timer & {
  /** How long each wait was set for, in their order. */
  waits: number[];
  /** The same of those that are still to ring. */
  armed(): number[];
  /** Rings those that were set for so long, or all of them, as soon as there are any. */
  ring(ms?: number): Promise<void>;
};

export function handTimer(): HandTimer {
  const waits: number[] = [];
  let alarms: { ms: number; work: () => void }[] = [];
  let tellArmed: (() => void)[] = [];
  return {
    waits,
    armed: () => alarms.map(({ ms }) => ms),
    after(ms, work) {
      const alarm = { ms, work };
      waits.push(ms);
      alarms.push(alarm);
      for (const tell of tellArmed.splice(0)) tell();
      return () => {
        alarms = alarms.filter((other) => other !== alarm);
      };
    },
    async ring(ms) {
      const isMeant = (alarm: { ms: number }): boolean => ms === undefined || alarm.ms === ms;
      while (!alarms.some(isMeant)) await new Promise<void>((resolve) => tellArmed.push(resolve));
      const due = alarms.filter(isMeant);
      alarms = alarms.filter((alarm) => !isMeant(alarm));
      for (const { work } of due) work();
    },
  };
}

/** A clock that never rings: whatever happens is not because a wait is over. */
export const stillTimer: Timer = { after: () => () => undefined };
