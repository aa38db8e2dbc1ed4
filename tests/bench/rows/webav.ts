/** WebAV stands in a folder of its own with its own packages: scripts/bench.mjs installs them. */
import type { BenchRow } from './row.ts';

const PAGE = '/tests/bench/webav/index.html';

export const webavRows: BenchRow[] = [
  { name: 'webav-copy', title: 'WebAV fastConcatMP4', run: ({ measurePage }) => measurePage(PAGE, 'copy') },
  { name: 'webav-encode', title: 'WebAV Combinator', run: ({ measurePage }) => measurePage(PAGE, 'encode') },
];
