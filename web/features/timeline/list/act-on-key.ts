/** The keys of the list. Those that it doesn't use are the player's and the page's. */
import type { TimelineScope } from '../timeline-scope.ts';
import { deleteChosen, splitAtPlayhead } from '../strip/scene-acts.ts';
import { chooseByKey } from './choose-rows.ts';
import { chosenWith, duplicateItem, moveScene, removeItem } from './list-acts.ts';
import { moveSound, soundKey } from './sound-acts.ts';
import type { ListGroup, ListItem } from './list-items.ts';
import { rowAfterKey } from './row-after-key.ts';

type Pressed = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

type Where = {
  /** The row that has the focus. */
  item: ListItem;
  rows: readonly ListItem[];
  groups: readonly ListGroup[];
  folded: ReadonlySet<string>;
  scope: TimelineScope;
};

type Does = {
  fold: (sceneId: string, isFolded: boolean) => void;
  edit: (item: ListItem) => void;
  focusRow: (item: ListItem | undefined) => void;
  /** The same, and the scenes that are chosen together stay so. */
  goTo: (item: ListItem) => void;
};

/** Answers whether the key was one. */
export function actOnKey(pressed: Pressed, where: Where, does: Does): boolean {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = pressed;
  if (!altKey && chooseByKey(pressed, { ...where, goTo: does.goTo })) return true;
  if ((ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'd') return duplicate(where);
  if (ctrlKey || metaKey || shiftKey) return false;
  if (altKey) return reorder(key, where);
  return actOnRow(key, where, does) || foldByKey(key, where, does) || goByKey(key, where, does);
}

function reorder(key: string, { item, groups, scope }: Where): boolean {
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return false;
  const by = key === 'ArrowUp' ? -1 : 1;
  const group = groups.find(({ scene }) => scene.id === item.sceneId);
  if (item.kind === 'sound') moveSound(scope, item, by);
  else if (group) void moveScene(scope, group.scene, by);
  return true;
}

/** A join has no copy, but its key is the list’s all the same: the browser would make a bookmark. */
function duplicate({ item, scope }: Where): boolean {
  if (item.kind !== 'join') void duplicateItem(scope, item);
  return true;
}

function actOnRow(key: string, where: Where, { edit, focusRow }: Does): boolean {
  const { item, scope } = where;
  if (item.kind === 'sound' && soundKey(scope, item, key)) return true;
  switch (key) {
    case 'Enter':
    case 'F2':
      edit(item);
      return true;
    case 's':
    case 'S':
      if (item.kind !== 'scene') return false;
      void splitAtPlayhead(scope);
      return true;
    case 'Delete':
    case 'Backspace':
      remove(where, focusRow);
      return true;
    default:
      return false;
  }
}

/** The row goes, and its neighbor has the focus before it does. A join only becomes a cut. */
function remove({ item, rows, scope }: Where, focusRow: Does['focusRow']): void {
  const next = item.kind === 'join' ? undefined : rowAfterKey(withoutOthers(rows, item), item, 'after-removal');
  const chosen = chosenWith(item);
  focusRow(next);
  // Where the focus goes nothing is chosen any more.
  if (chosen) void deleteChosen(chosen);
  else void removeItem(scope, item);
}

/** Rows whose scenes stay when a row is removed with those that are chosen with it. */
function withoutOthers(rows: readonly ListItem[], item: ListItem): readonly ListItem[] {
  const chosen = chosenWith(item);
  return chosen ? rows.filter((row) => row === item || row.sceneId === null || !chosen.has(row.sceneId)) : rows;
}

function foldByKey(key: string, { item, groups, folded }: Where, { fold }: Does): boolean {
  if (item.kind !== 'scene') return false;
  const isFolded = folded.has(item.id);
  const hasItems = groups.some(({ scene, items }) => scene.id === item.id && items.length > 0);
  const isMeant = key === (isFolded ? 'ArrowRight' : 'ArrowLeft') && hasItems;
  if (isMeant) fold(item.id, !isFolded);
  return isMeant;
}

function goByKey(key: string, { item, rows }: Where, { focusRow }: Does): boolean {
  const next = rowAfterKey(rows, item, key);
  if (next === undefined) return false;
  focusRow(next);
  return true;
}
