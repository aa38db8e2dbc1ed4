/** What is said of changes that the server doesn't take. */
import { editWords } from '#editor/words.ts';
import { capitalized, plural } from '#shared/words/format.ts';
import { uiWords } from '#ui/words.ts';

export const problemWords = {
  /** "Volume: −6 dB" */
  value: ({ field, value }: { field: string; value: string }) => `${capitalized(field)}: ${value}`,
  noText: 'Removed text',
  title: 'Unsaved changes',
  lead: 'These changes couldn’t be saved on the server. They’re kept on this device.',
  deletedElsewhere: 'This scene was deleted on another device.',
  projectDeletedElsewhere:
    'This project was deleted on another device. What you edited here since is only on this device.',
  projectMissing:
    'The server doesn’t have this project: it was deleted more than 30 days ago, or the server lost it. What you see of it is only on this device.',
  stuck: ({ sentence }: { sentence: string }) =>
    `The server fails each time it gets this change: ${sentence} Storyreel keeps trying. Only later changes that build on it wait.`,
  none: 'All resolved.',
  restore: editWords.restoreScene,
  retry: uiWords.retry,
  tryNow: 'Try now',
  keepAsNew: 'Keep as a new project',
  keptAsNew: 'Kept as a new project',
  keptWithout: ({ count }: { count: number }) =>
    plural(count, {
      one: '# scene has no clip, because its file isn’t on this device.',
      other: '# scenes have no clip, because their files aren’t on this device.',
    }),
  keptSilent: ({ count }: { count: number }) =>
    plural(count, {
      one: 'One piece of music or voice-over isn’t on this device.',
      other: '# pieces of music or voice-over aren’t on this device.',
    }),
  keptUnseen: ({ count }: { count: number }) =>
    plural(count, {
      one: 'The picture of one character isn’t on this device.',
      other: 'The pictures of # characters aren’t on this device.',
    }),
  discard: 'Discard change',
  discardProject: 'Discard project',
  failed: 'Couldn’t update the change',
} as const;
