/** Why what a server or a model has to do can't be asked for now. Pure. */
import type { useReach } from '#data/live.ts';
import { refusalWords } from './words.ts';

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

/** Anything not known yet counts as fine: a control that flickers is worse than one that fails once. */
export function refusalsOf({ isOnline, reach, hasKey }: Circumstances): Refusals {
  const server = serverRefusal(isOnline, reach);
  return { server, ai: server ?? (hasKey === false ? refusalWords.noKey : null) };
}

function serverRefusal(isOnline: boolean, reach: Circumstances['reach']): Refusal | null {
  if (!isOnline) return refusalWords.offline;
  if (reach === 'offline') return refusalWords.unreachable;
  return reach === 'signed-out' ? refusalWords.signedOut : null;
}
