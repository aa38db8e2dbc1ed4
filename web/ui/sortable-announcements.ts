/** What a screen reader is told while an item is moved. */
import type { Announcements, UniqueIdentifier } from '@dnd-kit/core';
import { sortableWords as words } from './words.ts';

/** @param order the ids in the order before the move */
export function announcementsFor(order: readonly string[], nameOf: (id: string) => string): Announcements {
  const name = (id: UniqueIdentifier): string => nameOf(String(id));
  const at = (moved: UniqueIdentifier, place: UniqueIdentifier) => ({
    name: name(moved),
    position: order.indexOf(String(place)) + 1,
    total: order.length,
  });
  return {
    // The first position is announced right away and would cut off anything said about the pickup.
    onDragStart: () => undefined,
    onDragOver: ({ active, over }) =>
      over === null ? words.nowhere({ name: name(active.id) }) : words.over(at(active.id, over.id)),
    onDragEnd: ({ active, over }) =>
      over === null || over.id === active.id
        ? words.returned(at(active.id, active.id))
        : words.dropped(at(active.id, over.id)),
    onDragCancel: ({ active }) => words.returned(at(active.id, active.id)),
  };
}
