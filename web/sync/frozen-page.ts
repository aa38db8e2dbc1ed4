/** What a page does when the browser freezes it. */
import type { StoryreelDb } from '#data/db.ts';

/**
 * A frozen page still hears of what other tabs write, but no reply of the database reaches it: a live query that it began
 * would stay open and keep every other tab from writing. So the database is closed; the next query waits until it is open
 * again, which it is when the page is thawed.
 * @param page tells of `freeze`: the document
 */
export function closeWhileFrozen(db: StoryreelDb, page: EventTarget, signal: AbortSignal): void {
  page.addEventListener('freeze', () => db.close({ disableAutoOpen: false }), { signal });
}
