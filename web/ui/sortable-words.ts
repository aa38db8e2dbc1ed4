/** What a screen reader says while an entry is moved. */
import type { Announcements, UniqueIdentifier } from '@dnd-kit/core';

export const instructions =
  'Press Space or Enter to pick it up, then move it with the arrow keys. Press Space or Enter to put it down, or Escape to leave it where it was.';

/** @param order the ids as they stand before the move */
export function announcementsFor(order: readonly string[], nameOf: (id: string) => string): Announcements {
  const place = (id: UniqueIdentifier): string => `place ${order.indexOf(String(id)) + 1} of ${order.length}`;
  const name = (id: UniqueIdentifier): string => nameOf(String(id));
  return {
    // The first place that it is over is told at once, and would take the place of a word on the picking up.
    onDragStart: () => undefined,
    onDragOver: ({ active, over }) => `${name(active.id)} is held over ${over === null ? 'no place' : place(over.id)}.`,
    onDragEnd: ({ active, over }) =>
      over === null || over.id === active.id
        ? `${name(active.id)} is back at ${place(active.id)}.`
        : `${name(active.id)} is put down at ${place(over.id)}.`,
    onDragCancel: ({ active }) => `${name(active.id)} is back at ${place(active.id)}.`,
  };
}
