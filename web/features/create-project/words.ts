/** What the Create New Project dialog says. */
import { formatCount, plural } from '#shared/words/format.ts';
import { costText, improveWords, unreachableModel } from '#shared/words/clip-words.ts';
import { failureTitles } from '#shared/words/product-words.ts';
import { uiWords } from '#ui/words.ts';

export const createProjectWords = {
  heading: 'Create New Project',
  submit: 'Create Project',
  draft: 'We kept what you started.',
  startOver: 'Start over',
  titleMissing: 'Add a title to create the project.',
  descriptionMissing: 'Add a description to create the project.',
  noClipsYet: 'This doesn’t generate any clips yet.',
  created: { title: 'Project created', description: 'Generating AI scene breakdown...' },
  failed: failureTitles.createProject,
  title: 'Title',
} as const;

export const descriptionWords = {
  label: 'Description',
  placeholder: 'What happens, who’s in it, where it’s set, and how it should feel.',
  length: ({ length, limit }: { length: number; limit: number }) => `${formatCount(length)} / ${formatCount(limit)}`,
  undo: uiWords.undo,
  improve: improveWords.button,
  improved: improveWords.done,
  unchanged: improveWords.unchanged,
  failed: improveWords.failed,
} as const;

export const genreWords = {
  label: 'Genres',
  selected: ({ selected, limit }: { selected: number; limit: number }) => `${selected} of ${limit} genres selected`,
  remove: ({ genre }: { genre: string }) => `Remove ${genre}`,
  search: 'Search genres',
  list: 'Genres to choose from',
  noneFound: ({ query }: { query: string }) => `No other genres match “${query}”.`,
  full: ({ limit }: { limit: number }) =>
    `${plural(limit, { one: 'A project can have # genre.', other: 'A project can have up to # genres.' })} Remove one to choose another.`,
  suggested: 'Suggested',
  suggestHint: 'Suggestions from your description appear here.',
  suggestLater: ({ characters }: { characters: number }) =>
    `Suggestions appear once your description has ${plural(characters, { one: '# character', other: '# characters' })}.`,
  suggestions: 'Suggested genres',
  accept: 'Add suggested genres',
  dismiss: 'Dismiss suggested genres',
} as const;

export const modelWords = {
  label: 'Model',
  facts: ({ seconds, sizes }: { seconds: string; sizes: string }) => `${seconds}\u00A0s · ${sizes}`,
  unreachable: unreachableModel,
  ratio: 'Aspect ratio',
  ratios: { '16:9': 'Landscape', '9:16': 'Portrait' },
} as const;

export const lengthWords = {
  label: 'Target length',
  range: '30 seconds to 10 minutes',
  cost: costText,
  demo: 'You’re in the demo studio, so nothing is charged.',
} as const;
