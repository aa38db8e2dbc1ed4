/** What the Movie Concept card says. */
import { improveWords } from '#shared/words/clip-words.ts';
import { failureTitles } from '#shared/words/product-words.ts';
import { sceneCountText } from '#widgets/words.ts';

export const conceptWords = {
  title: 'Movie Concept',
  facts: ({ model, ratio, length }: { model: string; ratio: string; length: string }) =>
    `${model} · ${ratio} · target ${length}`,
  edit: 'Edit description',
  improve: improveWords.button,
  improving: 'Improving…',
  field: 'Project description',
  blank: 'A project needs a description.',
  save: 'Save',
  updated: { title: 'Project updated', description: 'Your changes have been saved' },
  updateFailed: failureTitles.updateProject,
  improved: improveWords.done,
  unchanged: improveWords.unchanged,
  improveFailed: improveWords.failed,
  complete: ({ complete, total }: { complete: number; total: number }) => `${complete} / ${sceneCountText(total)}`,
  generating: ({ count }: { count: number }) => `${count} generating`,
  queued: ({ count }: { count: number }) => `${count} queued`,
  failed: ({ count }: { count: number }) => `${count} failed`,
} as const;
