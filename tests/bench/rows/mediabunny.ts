import type { BenchRow } from './row.ts';

const PAGE = '/tests/bench/mediabunny.html';

export const mediabunnyRows: BenchRow[] = [
  {
    name: 'mediabunny-samples',
    title: 'mediabunny, samples handed on',
    run: ({ measurePage }) => measurePage(PAGE, 'samples'),
  },
  {
    name: 'mediabunny-canvas',
    title: 'mediabunny, over a canvas',
    run: ({ measurePage }) => measurePage(PAGE, 'canvas'),
  },
];
