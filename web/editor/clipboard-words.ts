/** What pasting is called, and why something can’t be pasted; loaded with the clipboard. */
import { limits } from '#shared/limits.ts';
import { plural } from '#shared/words/format.ts';

export const pasteWords = {
  pasteScenes: ({ count }: { count: number }) => `Paste ${plural(count, { one: '# scene', other: '# scenes' })}`,
  pasteTexts: ({ count }: { count: number }) => `Paste ${plural(count, { one: '# text', other: '# texts' })}`,
  tooManyScenes: `A project can have up to ${limits.scenesPerProject} scenes. Delete some first.`,
  tooManyTexts: `A scene can have up to ${limits.overlaysPerScene} texts. Delete one first.`,
} as const;
