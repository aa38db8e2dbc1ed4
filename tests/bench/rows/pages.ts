/** Rows that are a method of a page, and those that measure the built app. What makes no movie has its figures in the note. */
import { measureMany } from '../many/measure-many.ts';
import { measureTimeline } from '../timeline/measure-timeline.ts';
import type { BenchRow } from './row.ts';

type PageRow = readonly [name: string, title: string, method: string];

/** One row for each method of a page. */
export function pageRows(page: string, rows: readonly PageRow[], { isAskedFor = false } = {}): BenchRow[] {
  return rows.map(([name, title, method]) => ({
    ...{ name, title, isAskedFor },
    run: ({ measurePage }) => measurePage(`/tests/bench/${page}`, method),
  }));
}

export const ownRows = pageRows('index.html', [
  ['own-untouched', 'Storyreel, untouched, into OPFS', 'untouched'],
  ['own-reference', 'Storyreel, untouched, by reference', 'untouched-by-reference'],
  ['own-untouched-cold', 'Storyreel, cold, into OPFS', 'untouched-cold'],
  ['own-reference-cold', 'Storyreel, cold, by reference', 'untouched-by-reference-cold'],
  ['own-ends-cut', 'Storyreel, 1 s cut off every end', 'ends-cut'],
  ['own-text-some', 'Storyreel, text on 1 scene of 5', 'text-on-some'],
  ['own-text-all', 'Storyreel, text on every scene', 'text-everywhere'],
  ['own-encode', 'Storyreel, all encoded, no text', 'encoded-everywhere'],
  ['own-ten-pieces', 'Storyreel, 10 pieces of music', 'ten-pieces'],
]);

/** WebAV stands in a folder of its own with its own packages: scripts/bench.mjs installs them. */
export const otherRows: BenchRow[] = [
  ...pageRows('mediabunny.html', [
    ['mediabunny-samples', 'mediabunny, samples handed on', 'samples'],
    ['mediabunny-canvas', 'mediabunny, over a canvas', 'canvas'],
  ]),
  ...pageRows('webav/index.html', [
    ['webav-copy', 'WebAV fastConcatMP4', 'copy'],
    ['webav-encode', 'WebAV Combinator', 'encode'],
  ]),
];

export const appRows: BenchRow[] = [
  ...pageRows('preview.html', [['preview', 'Storyreel’s preview', 'preview']]),
  ...pageRows('preview.html', [['preview-long', 'Storyreel’s preview, ten minutes', 'long']], { isAskedFor: true }),
  { name: 'timeline', title: 'Storyreel’s timeline, 150 scenes', run: measureTimeline },
  { name: 'many-projects', title: 'Storyreel opened from its cache, 500 projects', run: measureMany },
];
