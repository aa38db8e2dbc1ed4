/** How several scenes are chosen in the list: with Shift a stretch of them, with Ctrl or Command one more or less. */
import { chooseNone, chooseTogether, chosenScenes } from '../strip/chosen-scenes.ts';
import type { ListItem } from './list-items.ts';

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

type Choice = {
  /** The row that has the focus. */
  item: ListItem;
  rows: readonly ListItem[];
  /** The focus goes to a row, and the choice stays. */
  goTo: (item: ListItem) => void;
};

/** Where a stretch begins: at what was last chosen by itself. The focus leaves it while it grows. */
let anchorId: string | null = null;

/** A row was gone to by itself. */
export function chooseOne(item: ListItem): void {
  anchorId = item.kind === 'scene' ? item.sceneId : null;
  chooseNone();
}

/** Answers whether the key was one. */
export function chooseByKey({ key, ctrlKey, metaKey, shiftKey }: Pressed, { item, rows, goTo }: Choice): boolean {
  const isCommand = ctrlKey || metaKey;
  const scenes = rows.filter(({ kind }) => kind === 'scene');
  if (key === 'Escape' && !isCommand && !shiftKey) {
    if (chosenScenes.getState().ids.size === 0) return false;
    chooseNone();
    return true;
  }
  if (isCommand && !shiftKey && key.toLowerCase() === 'a') {
    chooseTogether(scenes.map(({ id }) => id));
    return true;
  }
  if (item.kind !== 'scene') return false;
  if (isCommand && !shiftKey && key === ' ') {
    toggle(item.id);
    return true;
  }
  const by = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
  if (by === 0 || isCommand === shiftKey) return false;
  const next = scenes[scenes.indexOf(item) + by];
  // At the ends, too, the key is the list's.
  if (next === undefined) return true;
  if (shiftKey) chooseStretch(scenes, next.id, item.id);
  goTo(next);
  return true;
}

/** Answers whether the click chose several; any other goes to its row. @param currentId of the scene that was selected before */
export function chooseByClick(
  { shiftKey, ctrlKey, metaKey }: Pick<MouseEvent, 'shiftKey' | 'ctrlKey' | 'metaKey'>,
  item: ListItem,
  { rows, currentId }: { rows: readonly ListItem[]; currentId: string | null },
): boolean {
  if (item.kind !== 'scene') return false;
  const scenes = rows.filter(({ kind }) => kind === 'scene');
  if (shiftKey) chooseStretch(scenes, item.id, currentId ?? item.id);
  else if (ctrlKey || metaKey) {
    if (chosenScenes.getState().ids.size === 0 && currentId !== null) chooseTogether([currentId]);
    toggle(item.id);
  } else return false;
  return true;
}

function toggle(sceneId: string): void {
  anchorId = sceneId;
  const { ids } = chosenScenes.getState();
  chooseTogether(ids.has(sceneId) ? [...ids].filter((id) => id !== sceneId) : [...ids, sceneId]);
}

function chooseStretch(scenes: readonly ListItem[], toId: string, otherwiseFrom: string): void {
  const order = scenes.map(({ id }) => id);
  if (anchorId === null || !order.includes(anchorId)) anchorId = otherwiseFrom;
  const [from, to] = [order.indexOf(anchorId), order.indexOf(toId)];
  chooseTogether(order.slice(Math.min(from, to), Math.max(from, to) + 1));
}
