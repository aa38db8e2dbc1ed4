/**
 * Which modules share a file. Left to itself the bundler makes a file of every set of modules that the same pages share,
 * and most are small: a browser that asks for sixty of them is late because of the asking.
 */
import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

type Context = Rolldown.ChunkingContext;

const web = fileURLToPath(new URL('../../web/', import.meta.url));
/** Behind the landing page; what they have in common is wanted whatever is opened first. */
const pages = [`${web}app/main-pages.tsx`, `${web}app/pages/editor-page.tsx`];

/** One file for what the landing page needs, one for what the pages behind it have in common. */
export function codeSplitting(): Rolldown.CodeSplittingOptions {
  let common: ReadonlySet<string> | null = null;
  return {
    groups: [
      { name: 'landing', tags: ['$initial'], priority: 2 },
      {
        name: (id, context) => {
          common ??= commonModules(context);
          return common.has(id) ? 'common' : null;
        },
        debugName: 'common',
        priority: 1,
      },
    ],
  };
}

function commonModules(context: Context): Set<string> {
  // One that isn't there would leave nothing in common, and everything in small files.
  for (const page of pages) if (context.getModuleInfo(page) === null) throw new Error(`No page is at ${page}.`);
  const [first, ...others] = pages.map((page) => withImports(page, context));
  return new Set([...(first ?? [])].filter((id) => others.every((other) => other.has(id))));
}

/** A module and everything that it imports statically. */
function withImports(id: string, context: Context, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found;
  found.add(id);
  for (const imported of context.getModuleInfo(id)?.importedIds ?? []) withImports(imported, context, found);
  return found;
}
