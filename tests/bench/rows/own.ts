/** Our own engine, one row for each method of bench-page.ts. */
import type { BenchRow } from './row.ts';

const PAGE = '/tests/bench/index.html';

export const ownRows: BenchRow[] = [
  {
    name: 'own-untouched',
    title: 'Storyreel, untouched, into OPFS',
    run: ({ measurePage }) => measurePage(PAGE, 'untouched'),
  },
  {
    name: 'own-reference',
    title: 'Storyreel, untouched, by reference',
    run: ({ measurePage }) => measurePage(PAGE, 'untouched-by-reference'),
  },
  {
    name: 'own-untouched-cold',
    title: 'Storyreel, cold, into OPFS',
    run: ({ measurePage }) => measurePage(PAGE, 'untouched-cold'),
  },
  {
    name: 'own-reference-cold',
    title: 'Storyreel, cold, by reference',
    run: ({ measurePage }) => measurePage(PAGE, 'untouched-by-reference-cold'),
  },
  {
    name: 'own-ends-cut',
    title: 'Storyreel, 1 s cut off every end',
    run: ({ measurePage }) => measurePage(PAGE, 'ends-cut'),
  },
  {
    name: 'own-text-some',
    title: 'Storyreel, text on 1 scene of 5',
    run: ({ measurePage }) => measurePage(PAGE, 'text-on-some'),
  },
  {
    name: 'own-text-all',
    title: 'Storyreel, text on every scene',
    run: ({ measurePage }) => measurePage(PAGE, 'text-everywhere'),
  },
  {
    name: 'own-encode',
    title: 'Storyreel, all encoded, no text',
    run: ({ measurePage }) => measurePage(PAGE, 'encoded-everywhere'),
  },
  {
    name: 'own-ten-pieces',
    title: 'Storyreel, 10 pieces of music',
    run: ({ measurePage }) => measurePage(PAGE, 'ten-pieces'),
  },
];
