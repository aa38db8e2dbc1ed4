/** Changes that the server neither takes nor refuses. Pure. */
import type { OutboxRow } from './tables/rows.ts';

/** Half a minute of tries: what passes by itself has mostly passed. */
const HOPELESS_AFTER = 6;

/** Whether the same trouble met the change so often that the person may want to give it up. It's still tried again. */
export function isStuck({ state, trouble }: Pick<OutboxRow, 'state' | 'trouble'>): boolean {
  return state === 'waiting' && (trouble?.times ?? 0) >= HOPELESS_AFTER;
}
