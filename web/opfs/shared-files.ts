/**
 * Files that another app has shared with this one. The service worker keeps them (public/sw.js) until somebody decides. Who
 * is shown them first while signed in has claimed them: nobody else sees or removes them.
 */
import { isNotFound, openDirectory, readFile, removeFile } from './files.ts';
import { storedKinds } from './stored-kinds.ts';

const LIST = 'list.json';
/** Held by whoever changes the list, the service worker too. */
const LOCK = 'shared-files';

/** `userId` is of who has claimed it; earlier versions of the service worker noted no size. */
type Listed = { name: string; type: string; stored: string; size?: number; userId?: string };

/**
 * The files of one person, or those that nobody has claimed: in their order, with the names that they had. A person claims
 * what is new, which comes after what they had claimed before and not added. The same file once more takes its place.
 * @throws the browser's error where the list can't be written: all files are still there then
 */
export async function claimShared(userId: string | null): Promise<File[]> {
  return changeList((list) => {
    const isNew = list.some((one) => one.userId === undefined);
    if (userId === null || !isNew) return { list, mine: list.filter((one) => one.userId === (userId ?? undefined)) };
    const others = list.filter((one) => one.userId !== undefined && one.userId !== userId);
    const fresh = list.filter((one) => one.userId === undefined).map((one) => ({ ...one, userId }));
    const isAgain = (one: Listed): boolean => fresh.some(({ name, size }) => name === one.name && size === one.size);
    const mine = [...list.filter((one) => one.userId === userId && !isAgain(one)), ...fresh];
    return { list: [...others, ...mine], mine };
  });
}

/** Under which name a file that was read is kept. */
const storedNames = new WeakMap<File, string>();

/**
 * Removes the files of one person, or those that nobody has claimed.
 * @param file only this one of them
 */
export async function removeShared(userId: string | null, file?: File): Promise<void> {
  const stored = file && storedNames.get(file);
  const isGone = (one: Listed): boolean =>
    one.userId === (userId ?? undefined) && (file === undefined || one.stored === stored);
  await changeList((list) => ({ list: list.filter((one) => !isGone(one)), mine: [] }));
}

type Changed = { list: Listed[]; mine: Listed[] };

function changeList(change: (list: Listed[]) => Changed): Promise<File[]> {
  return navigator.locks.request(LOCK, async () => {
    const folder = await openShared();
    const text = folder && (await readFile(folder, LIST));
    if (!folder || !text) return [];
    const before = listOf(await text.text());
    const { list, mine } = change(before);
    // The list first: it must never name a file that is gone.
    if (JSON.stringify(list) !== JSON.stringify(before)) await writeList(folder, list);
    for (const { stored } of before) if (!list.some((one) => one.stored === stored)) await removeFile(folder, stored);
    const files: File[] = [];
    for (const { name, type, stored } of mine) {
      const file = await readFile(folder, stored);
      if (file === null) continue;
      const named = new File([file], name, { type });
      storedNames.set(named, stored);
      files.push(named);
    }
    return files;
  });
}

async function writeList(folder: FileSystemDirectoryHandle, list: readonly Listed[]): Promise<void> {
  if (list.length === 0) return removeFile(folder, LIST);
  const handle = await folder.getFileHandle(LIST, { create: true });
  await new Blob([JSON.stringify(list)]).stream().pipeTo(await handle.createWritable());
}

async function openShared(): Promise<FileSystemDirectoryHandle | null> {
  try {
    return await openDirectory([storedKinds.shared.directory], false);
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

/** Another version of the service worker may have written it. */
function listOf(text: string): Listed[] {
  const list: unknown = JSON.parse(text);
  return Array.isArray(list) ? list.filter(isListed) : [];
}

function isListed(entry: unknown): entry is Listed {
  return (
    typeof entry === 'object' &&
    entry !== null &&
    ['name', 'type', 'stored'].every((field) => typeof Reflect.get(entry, field) === 'string') &&
    ['string', 'undefined'].includes(typeof Reflect.get(entry, 'userId'))
  );
}
