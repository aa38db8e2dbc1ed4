/** Our own engine, one row for each method of bench-page.ts. */
import type { BenchRow } from './row.ts';

const PAGE = '/tests/bench/index.html';

export const ownRows: BenchRow[] = [
  { name: 'own-full', title: 'Storyreel, full encode', run: ({ measurePage }) => measurePage(PAGE, 'full') },
  {
    name: 'own-text',
    title: 'Storyreel, text on every scene',
    run: ({ measurePage }) => measurePage(PAGE, 'text-everywhere'),
  },
];
