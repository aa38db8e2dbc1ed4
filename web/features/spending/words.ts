/** What the Spending page says, and the rail's lines about a project's money. */
import { formatCount, plural } from '#shared/words/format.ts';
import { costText } from '#shared/words/clip-words.ts';
import { pageNames, sceneNames } from '#shared/words/product-words.ts';
import { uiWords } from '#ui/words.ts';

export const pageWords = {
  title: pageNames.spending,
  subtitle: 'Every request to a model, at list price. Days are in UTC.',
  settings: 'Change the cap in Settings',
  loading: 'Loading spending',
  failed: { title: 'Couldn’t load your spending', text: 'Check your connection and try again.' },
  nothingKnown: {
    title: 'Unavailable offline',
    text: 'This browser hasn’t loaded your spending yet. It appears when you’re online.',
  },
  retry: uiWords.retry,
  asOf: ({ time }: { time: string }) => `You’re offline. This is what was known on ${time}.`,
  staleSince: ({ time }: { time: string }) => `Storyreel can’t reach the server. This is what was known on ${time}.`,
} as const;

export const rangeWords = {
  label: 'Period',
  names: { month: 'This month', '30': '30 days', '90': '90 days' },
} as const;

export const plotWords = {
  by: { label: 'Colored by', names: { project: 'Project', model: 'Model' } },
  title: 'By day',
  open: ({ amount }: { amount: string }) => `We don’t know yet whether ${amount} of this was charged.`,
  nothing: 'Nothing was spent in this period.',
  noProject: 'Deleted projects and ideas',
  rest: ({ count }: { count: number }) => `${formatCount(count)} others`,
  summary: ({ total, days }: { total: string; days: number }) =>
    `${total} in ${plural(days, { one: '# day', other: '# days' })}`,
  highest: ({ day, amount }: { day: string; amount: string }) => `Highest: ${amount} on ${day}`,
  bar: ({ day, amount }: { day: string; amount: string }) => `${day}: ${amount}`,
  spent: 'Spent',
  left: 'Left under your cap',
  noCap: 'No monthly cap',
} as const;

export const kindWords = {
  clip: { name: 'Clip', unknownModel: 'Clips, model not recorded' },
  portrait: { name: 'Portraits', unknownModel: 'Portraits, model not recorded' },
  text: { name: 'Text', unknownModel: 'Text, model not recorded' },
} as const;

export const stateWords = { charged: 'Charged', open: 'Unknown', released: 'Not charged' } as const;

export const ledgerWords = {
  title: 'Ledger',
  columns: { time: 'Time', what: 'What', model: 'Model', state: 'State', amount: 'Amount' },
  scene: sceneNames.numbered,
  more: 'Show more',
  empty: 'No requests to a model have cost anything yet.',
  moreFailed: 'Couldn’t load more of the ledger',
  openNote: '“Unknown” means the request is still running, or its answer was lost. It counts toward your cap.',
  released: ({ amount }: { amount: string }) => `${amount} reserved`,
} as const;

export const csvWords = {
  download: 'Download CSV',
  preparing: 'Preparing…',
  failed: 'Couldn’t download the ledger',
  fileName: ({ day }: { day: string }) => `storyreel-spending-${day}.csv`,
  columns: ['Time (UTC)', 'Project', 'What', 'Scene', 'Model', 'State', 'Reserved (USD)', 'Amount (USD)', 'Price list'],
} as const;

export const projectWords = {
  title: pageNames.spending,
  spent: 'Spent',
  open: 'In progress',
  rest: ({ scenes }: { scenes: string }) => `Estimate for ${scenes}`,
  about: costText,
  left: 'Left under your cap',
  unavailable: 'Unavailable offline',
  details: 'All spending',
} as const;
