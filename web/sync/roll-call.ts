/**
 * Tabs ask each other whether they still run. One that was frozen by the browser, or whose page hangs, keeps its locks and
 * says nothing; a hidden one answers, if a second late.
 */
import { z } from 'zod';

const CHANNEL = 'storyreel.roll-call';
/** A tab that works hard may be as late as this. One that is later than that loses nothing but its turn. */
const ANSWER_LIMIT_MS = 5_000;

/** Tabs are known by the client id that the browser's list of locks has. */
const message = z.object({ kind: z.enum(['ask', 'here']), clientId: z.string() });

/** Answers other tabs until the signal is aborted. @param clientId this tab's own */
export function answerRollCall(clientId: string, signal: AbortSignal): void {
  if (signal.aborted) return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }) => {
    const asked = message.safeParse(data);
    if (!asked.success || asked.data.kind !== 'ask' || asked.data.clientId !== clientId) return;
    // By its clock: a frozen tab hears messages, but its clock stands, and with it all that it would do.
    setTimeout(() => !signal.aborted && channel.postMessage({ kind: 'here', clientId }), 0);
  });
  signal.addEventListener('abort', () => channel.close(), { once: true });
}

/** Whether a tab answers soon. */
export function isTabAwake(clientId: string): Promise<boolean> {
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(CHANNEL);
    const end = (isAwake: boolean): void => {
      clearTimeout(limit);
      channel.close();
      resolve(isAwake);
    };
    const limit = setTimeout(() => end(false), ANSWER_LIMIT_MS);
    channel.addEventListener('message', ({ data }) => {
      const told = message.safeParse(data);
      if (told.success && told.data.kind === 'here' && told.data.clientId === clientId) end(true);
    });
    channel.postMessage({ kind: 'ask', clientId });
  });
}
