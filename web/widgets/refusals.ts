/** Why what a server or a model has to do can't be asked for now. Pure. */
import type { useReach } from '#data/live.ts';

export type Refusal = {
  /** For a tooltip. */
  sentence: string;
  /** For a line that has no room for it. */
  short: string;
};

export type Refusals = {
  /** Of whatever needs the server; null when it can be asked. */
  server: Refusal | null;
  /** Of whatever a model does for the person, on their key. */
  ai: Refusal | null;
};

type Circumstances = {
  /** What the browser thinks of its network. */
  isOnline: boolean;
  /** What the last call found. Undefined while it is being read, as is the next. */
  reach: ReturnType<typeof useReach>;
  hasKey: boolean | undefined;
};

const words = {
  offline: { sentence: 'You’re offline. This needs a network connection.', short: 'unavailable offline' },
  unreachable: {
    sentence: 'The server can’t be reached. We’ll keep trying.',
    short: 'the server can’t be reached',
  },
  signedOut: { sentence: 'Sign in again to use this.', short: 'sign in again' },
  noKey: { sentence: 'Add an API key in Settings to use this.', short: 'needs an API key' },
} satisfies Record<string, Refusal>;

/** What is not known yet is hoped for: a control that flickers is worse than one that fails once. */
export function refusalsOf({ isOnline, reach, hasKey }: Circumstances): Refusals {
  const server = serverRefusal(isOnline, reach);
  return { server, ai: server ?? (hasKey === false ? words.noKey : null) };
}

function serverRefusal(isOnline: boolean, reach: Circumstances['reach']): Refusal | null {
  if (!isOnline) return words.offline;
  if (reach === 'offline') return words.unreachable;
  return reach === 'signed-out' ? words.signedOut : null;
}
