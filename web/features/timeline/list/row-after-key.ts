/** Where a key leads in the list. Pure. */
import type { ListItem } from './list-items.ts';

/** Undefined where the key leads nowhere; the row itself at the ends, so that the key is still the list’s. */
export function rowAfterKey(rows: readonly ListItem[], from: ListItem, key: string): ListItem | undefined {
  const at = rows.indexOf(from);
  // What stands for itself.
  const isScene = ({ kind }: ListItem): boolean => kind === 'scene' || kind === 'sound';
  switch (key) {
    case 'ArrowDown':
      return rows[at + 1] ?? from;
    case 'ArrowUp':
      return rows[at - 1] ?? from;
    case 'ArrowRight':
      return from.kind === 'scene' && rows[at + 1]?.sceneId === from.sceneId ? rows[at + 1] : from;
    case 'ArrowLeft':
      return rows.find(({ kind, sceneId }) => kind === 'scene' && sceneId === from.sceneId) ?? from;
    case 'PageDown':
      return rows.slice(at + 1).find(isScene) ?? rows.at(-1);
    case 'PageUp':
      return rows.slice(0, at).findLast(isScene) ?? rows[0];
    case 'Home':
      return rows[0];
    case 'End':
      return rows.at(-1);
    case 'after-removal':
      return isScene(from)
        ? (rows.slice(at + 1).find(isScene) ?? rows.slice(0, at).findLast(isScene))
        : (rows[at + 1] ?? rows[at - 1]);
    default:
      return undefined;
  }
}
