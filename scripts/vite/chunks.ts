/**
 * Which modules share a file. Left to itself the bundler makes a file of every set of modules that the same pages share,
 * and most are small: a browser that asks for a hundred of them is late because of the asking.
 */
import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

type Context = Rolldown.ChunkingContext;

const web = fileURLToPath(new URL('../../web/', import.meta.url));
/** Behind the landing page; what they have in common is wanted whatever is opened first. */
const pages = [`${web}app/main-pages.tsx`, `${web}app/pages/editor-page.tsx`];
/** What the editor loads by itself as soon as it is shown. */
const opening = [
  'app/notices.tsx',
  'app/out-of-space.ts',
  'app/pages/given-files.tsx',
  'app/pages/project-rail.tsx',
  'editor/folder-copies.ts',
  'features/export/compatibility-banner.tsx',
  'features/export/export-card.tsx',
  'features/keyboard-help/key-translator.tsx',
  'features/save-state/save-state.tsx',
  'features/scene-board/scene-board.tsx',
  'sync/background.ts',
  'sync/free-unwanted.ts',
].map((file) => `${web}${file}`);

/** Characters of source, before they are made small: what more than one page shares is large enough for a file of its own. */
const LARGE = 24_000;

/**
 * One file for what the landing page needs, one for what the pages behind it have in common, one for the small things that
 * the editor's first parts share, and one for those of everything that is opened later.
 */
export function codeSplitting(): Rolldown.CodeSplittingOptions {
  let files: ReadonlyMap<string, string> | null = null;
  return {
    groups: [
      { name: 'landing', tags: ['$initial'], priority: 2 },
      {
        name: (id, context) => {
          files ??= sharedFiles(context);
          return files.get(id) ?? null;
        },
        debugName: 'shared',
        priority: 1,
      },
    ],
  };
}

/** The name of the file for each module that shares one. Whatever such a module imports is in its file, or in one before it. */
function sharedFiles(context: Context): Map<string, string> {
  // One that isn't there would leave nothing in common, and everything in small files.
  for (const part of [...pages, ...opening])
    if (context.getModuleInfo(part) === null) throw new Error(`Nothing is at ${part}.`);
  const files = new Map<string, string>();
  const [first, ...others] = pages.map((page) => withImports(page, context));
  for (const id of first ?? []) if (others.every((other) => other.has(id))) files.set(id, 'common');
  const small = smallShared(context, files);
  for (const page of pages) for (const id of withImports(page, context)) if (small.has(id)) files.set(id, 'common');
  for (const part of opening)
    for (const id of withImports(part, context)) if (small.has(id) && !files.has(id)) files.set(id, 'opening');
  for (const id of small) if (!files.has(id)) files.set(id, 'shared');
  return files;
}

/** Modules that several parts share and that would be a small file, as would be all that they import. */
function smallShared(context: Context, taken: ReadonlyMap<string, string>): Set<string> {
  const usedBy = new Map<string, string[]>();
  for (const part of lazyParts(context))
    for (const id of withImports(part, context)) usedBy.set(id, [...(usedBy.get(id) ?? []), part]);
  const setOf = (id: string): string => usedBy.get(id)?.join('\n') ?? '';
  const lengths = new Map<string, number>();
  for (const id of usedBy.keys())
    if (!taken.has(id))
      lengths.set(setOf(id), (lengths.get(setOf(id)) ?? 0) + (context.getModuleInfo(id)?.code?.length ?? 0));
  const isSmall = (id: string): boolean => taken.has(id) || (lengths.get(setOf(id)) ?? 0) < LARGE;
  const isShared = (id: string): boolean => (usedBy.get(id)?.length ?? 0) > 1;
  const small = [...usedBy.keys()].filter((id) => !taken.has(id) && isShared(id));
  return new Set(small.filter((id) => [...withImports(id, context)].every(isSmall)));
}

/** Everything that is imported by a call, wherever it is. */
function lazyParts(context: Context): Set<string> {
  const parts = new Set<string>();
  const seen = new Set<string>();
  const look = (id: string): void => {
    if (seen.has(id)) return;
    seen.add(id);
    const info = context.getModuleInfo(id);
    for (const lazy of info?.dynamicallyImportedIds ?? []) parts.add(lazy);
    for (const next of [...(info?.importedIds ?? []), ...(info?.dynamicallyImportedIds ?? [])]) look(next);
  };
  for (const page of pages) look(page);
  return parts;
}

/** A module and everything that it imports statically. */
function withImports(id: string, context: Context, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found;
  found.add(id);
  for (const imported of context.getModuleInfo(id)?.importedIds ?? []) withImports(imported, context, found);
  return found;
}
