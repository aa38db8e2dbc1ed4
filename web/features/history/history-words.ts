/** Every sentence of the history. */
import { fieldWords } from '#editor/words.ts';
import { isHistoryKind, type HistoryEntry, type HistoryField, type HistoryKind } from '#shared/entities/history.ts';
import { limits } from '#shared/limits.ts';
import { capitalized, formatCount, listed, plural } from '#shared/words/format.ts';
import { uiWords } from '#ui/words.ts';
import { panelWords } from './words.ts';

const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });
const day = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric' });

export const historyWords = {
  title: panelWords.title,
  thisBrowser: 'This browser',
  anotherDevice: 'another device',
  empty: 'No changes yet',
  emptyHint: 'Every change to this movie appears here, with the device it was made on.',
  loading: 'Loading history',
  failed: 'Couldn’t load the history. Check your connection and open it again.',
  offline: 'You’re offline. Changes from your other devices appear when you’re back online.',
  older: 'Show older changes',
  olderFailed: 'Couldn’t load older changes',
  end: `History keeps the last ${limits.historyDays} days, up to ${limits.historyEntries} changes.`,
  unsent: 'Not sent yet',
  restored: 'In use again',
  restoreCharacter: 'Restore character',
  characterRestored: 'Character restored',
  formerOrder: 'Order before',
  restoreOrder: 'Restore this order',
  sceneGone: 'This scene has been deleted.',
  restoredToast: 'Earlier version restored',
  restoreFailed: 'Couldn’t restore the earlier version',
  undo: uiWords.undo,
  show: uiWords.show,
  setAside: 'Set aside',
  setAsideHint:
    'Storyreel couldn’t read these items after an update. They’re kept in this browser until you discard them.',
  copy: 'Copy as text',
  copied: 'Copied',
  copyFailed: 'Couldn’t copy the text',
  discard: 'Discard',
  discarded: 'Item discarded',
  discardFailed: 'Couldn’t discard the item',
  why: 'Why it was set aside',
} as const;

/** What was done, without which scene it was done to. Entries of the same action are told in one line. */
export type Action = Exclude<HistoryKind, 'edit-project' | 'edit-scene'> | ProjectAction | SceneAction | 'unknown';
type ProjectAction =
  | 'edit-audio'
  | 'rename'
  | 'describe'
  | 'publish'
  | 'hide'
  | 'list'
  | 'unlist'
  | 'change-model'
  | 'edit-details';
type SceneAction = 'trim' | 'write-text' | 'rename-scene' | 'describe-scene' | 'edit-scene';

export function actionOf({ kind, fields }: Pick<HistoryEntry, 'kind' | 'fields'>): Action {
  // A newer version of the app did it in another tab or browser.
  if (!isHistoryKind(kind)) return 'unknown';
  const names = new Set<string>(fields.map(({ field }) => field));
  const isOnly = (...wanted: HistoryField[]): boolean => [...names].every((name) => wanted.some((one) => one === name));
  if (kind === 'edit-project') {
    if (isOnly('title')) return 'rename';
    if (isOnly('description')) return 'describe';
    if (isOnly('isPublic')) return fields[0]?.after === true ? 'publish' : 'hide';
    if (isOnly('isIndexable')) return fields[0]?.after === true ? 'list' : 'unlist';
    if (isOnly('audio')) return 'edit-audio';
    return isOnly('model') ? 'change-model' : 'edit-details';
  }
  if (kind !== 'edit-scene') return kind;
  if (isOnly('trimStart', 'trimEnd')) return 'trim';
  if (isOnly('textOverlays')) return 'write-text';
  if (isOnly('title')) return 'rename-scene';
  return isOnly('description') ? 'describe-scene' : 'edit-scene';
}

/** @param numbers of the scenes, in their order; empty for what is about the project */
export function titleOf(action: Action, numbers: readonly number[]): string {
  const scenes = sceneList(numbers);
  switch (action) {
    case 'unknown':
      return numbers.length === 0 ? 'Changed the movie' : `Changed ${scenes}`;
    case 'create-project':
      return 'Created the project';
    case 'rename':
      return 'Renamed the movie';
    case 'describe':
      return 'Edited the movie description';
    case 'publish':
      return 'Made the movie public';
    case 'hide':
      return 'Made the movie private';
    case 'list':
      return 'Let search engines list the movie';
    case 'unlist':
      return 'Hid the movie from search engines';
    case 'change-model':
      return 'Changed the video model';
    case 'edit-audio':
      return 'Changed the music or voice-over';
    case 'edit-details':
      return 'Edited the movie details';
    case 'improve-project':
      return 'Improved the movie description';
    case 'make-characters':
      return 'Generated character references';
    case 'edit-character':
      return 'Changed a character';
    case 'delete-character':
      return 'Deleted a character';
    case 'break-down':
      return 'Generated the scene breakdown';
    case 'add-scene':
      return `Added ${scenes}`;
    case 'split-scene':
      return `Split ${scenes}`;
    case 'duplicate-scene':
      return `Duplicated ${scenes}`;
    case 'trim':
      return `Trimmed ${scenes}`;
    case 'write-text':
      return `Edited the text on ${scenes}`;
    case 'rename-scene':
      return `Renamed ${scenes}`;
    case 'describe-scene':
      return `Edited the description of ${scenes}`;
    case 'edit-scene':
      return `Edited ${scenes}`;
    case 'improve-scene':
      return `Improved ${scenes}`;
    case 'delete-scene':
      return `Deleted ${scenes}`;
    case 'restore-scene':
      return `Restored ${scenes}`;
    case 'restore-clip':
      return `Restored the earlier clip of ${scenes}`;
    case 'reorder-scenes':
      return 'Reordered the scenes';
    case 'make-clip':
      return `Generated ${scenes}`;
    case 'extend-clip':
      return `Extended ${scenes}`;
    case 'remove-extension':
      return `Removed the extension of ${scenes}`;
  }
}

/** "Scene 3 description replaced", "Character picture replaced" */
export function replacedTitle(sceneNumber: number | null, fields: readonly HistoryField[]): string {
  const names = listed(new Set(fields.map((field) => fieldWords[field])));
  if (fields.every((field) => field === 'character' || field === 'characterPicture'))
    return `${capitalized(names)} replaced`;
  return `${sceneNumber === null ? 'Movie' : `Scene ${sceneNumber}`} ${names} replaced`;
}

/** @param device null for this browser */
export const from = (device: string | null): string => `from ${device ?? 'this browser'}`;
export const inUse = (device: string | null): string => `In use, ${from(device)}`;
export const replacedLater = (device: string | null): string => `Newer version, ${from(device)}`;
export const putAside = (device: string | null): string => `Replaced, ${from(device)}`;
export const moreScenes = (count: number): string => plural(count, { one: 'and # more', other: 'and # more' });
export const pictureOf = (name: string): string => `Picture of ${name}`;
export const restoreLabel = ({ isText, pictures }: { isText: boolean; pictures: object | null }): string => {
  if (pictures !== null) return 'Restore this picture';
  return isText ? 'Restore this text' : 'Restore this value';
};

export const deletedCharacter = (name: string): string => `Deleted the character ${name}`;
export const restoreScenesLabel = (count: number): string =>
  plural(count, { one: 'Restore scene', other: 'Restore # scenes' });
export const scenesRestored = (count: number): string =>
  plural(count, { one: 'Scene restored', other: '# scenes restored' });
/** This device never had them. */
export const scenesAsked = (count: number): string =>
  plural(count, {
    one: 'The scene appears once your changes are synced',
    other: '# scenes appear once your changes are synced',
  });

/** The notice of one replaced value. `by` and `of` are the devices; null for this browser. */
export function replacedNotice(by: string | null, of: string | null): string {
  if (by === null) return `Your later version replaced the one from ${of ?? 'this browser'}. You can restore it.`;
  if (of === null) return `A later version from ${by} replaced yours. You can restore it.`;
  return `A later version from ${by} replaced the one from ${of}. You can restore it.`;
}

export function manyReplaced(count: number): { title: string; description: string } {
  return { title: `${formatCount(count)} changes replaced`, description: 'History shows both versions of each.' };
}

/** What a row of a table is, and its title where it has one. */
export function setAsideName(table: string, title: string | null): string {
  const names: Record<string, string> = {
    projects: 'Movie details',
    bases: 'Movie details',
    scenes: 'Scene',
    tombstones: 'Deleted scene',
    outbox: 'Unsent change',
    history: 'Undo step',
    pulledHistory: 'History entry',
    historyPulls: 'History entry',
    exports: 'Export',
    clips: 'Clip',
    users: 'Account details',
  };
  const name = names[table] ?? 'Item';
  return title === null ? name : `${name}: ${title}`;
}

export const timeText = (at: number): string => clock.format(at);

/** "Today", "Yesterday", "November 19". */
export function dayText(at: number, now: number): string {
  const midnight = (time: number): number => new Date(time).setHours(0, 0, 0, 0);
  const days = Math.round((midnight(now) - midnight(at)) / 86_400_000);
  if (days <= 0) return 'Today';
  return days === 1 ? 'Yesterday' : day.format(at);
}

/** "scene 3", "scenes 1 and 4", "scenes 4 to 8". */
function sceneList(numbers: readonly number[]): string {
  const sorted = [...new Set(numbers)].toSorted((a, b) => a - b);
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return 'a scene';
  const word = plural(sorted.length, { one: 'scene', other: 'scenes' });
  if (sorted.length > 2 && last - first === sorted.length - 1) return `${word} ${first} to ${last}`;
  return `${word} ${listed(sorted.map(String))}`;
}
