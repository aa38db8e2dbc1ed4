/** What is said of files that a person has removed. */
import type { ToastInput } from './toasts.ts';

/** How many were removed, and why the server keeps the others: a project that this device hasn’t read may need them. */
export type RemovedFiles = { removed: number; refusals: readonly string[] };

type Words = { removed: (of: { count: number }) => string; removeFailed: string };

export function removedToast({ removed, refusals }: RemovedFiles, words: Words): ToastInput {
  const title = removed > 0 ? words.removed({ count: removed }) : words.removeFailed;
  return refusals.length === 0 ? { title } : { title, description: [...new Set(refusals)].join(' ') };
}
