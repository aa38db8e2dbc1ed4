/** What deleting a project says before and after. */
import { plural } from '#shared/words/format.ts';
import { failureTitles } from '#shared/words/product-words.ts';

export const deleteProjectWords = {
  title: 'Delete this project?',
  lead: ({ title }: { title: string }) => `Deleting “${title}” also deletes:`,
  concept: 'The movie concept',
  scenes: ({ count }: { count: number }) =>
    plural(count, {
      one: '# scene with its clips, trims, and text',
      other: '# scenes with their clips, trims, and text',
    }),
  characters: 'The character references',
  exports: ({ count }: { count: number }) =>
    plural(count, { one: '# exported movie in this browser', other: '# exported movies in this browser' }),
  publicPage: 'Its page in the Showcase',
  generating: 'Clips that are generating now. You may still be charged for what the model has started.',
  end: 'You can’t undo this. Files you’ve downloaded stay on your device. The server hides the project right away and removes its clips after 30 days.',
  confirm: 'Delete Project',
  deleted: 'Project deleted',
  failed: failureTitles.deleteProject,
} as const;
