/** What the Movie Concept card says. */
import { plural } from '#shared/words/format.ts';

export const conceptWords = {
  title: 'Movie Concept',
  facts: ({ model, ratio, length }: { model: string; ratio: string; length: string }) =>
    `${model} · ${ratio} · target ${length}`,
  edit: 'Edit description',
  improve: 'Improve Prompt',
  improving: 'Improving…',
  field: 'Project description',
  blank: 'A project needs a description.',
  save: 'Save',
  updated: { title: 'Project updated', description: 'Your changes have been saved' },
  updateFailed: 'Error updating project',
  improved: { title: 'Description improved', description: 'AI has enhanced your prompt with Veo best practices' },
  improveFailed: 'Error improving description',
  complete: ({ complete, total }: { complete: number; total: number }) =>
    `${complete} / ${plural(total, { one: '# scene', other: '# scenes' })}`,
  generating: ({ count }: { count: number }) => `${count} generating`,
  failed: ({ count }: { count: number }) => `${count} failed`,
} as const;
