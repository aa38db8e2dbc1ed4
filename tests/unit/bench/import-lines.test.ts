/** What the bench says of files that are taken in. */
import { expect, test } from 'vitest';
import { importLines, type Measured } from '#tests/bench/report.ts';

const row = (name: string, seconds: number, sizeBytes: number, peakBytes: number): Measured => ({
  ...{ name, title: name, movieSeconds: 8 },
  measure: {
    ...{ seconds, sizeBytes, peakBytes, checkedSeconds: null },
    ...{ processorSeconds: 1, copiedPeakBytes: null, note: '' },
  },
});

test('speed is told beside a copy of the same size, and memory beside the smaller file', () => {
  const quarter = 250 * 2 ** 20;
  const rows = [
    row('import-copy', 4, 4 * quarter, 10),
    row('import', 8, 4 * quarter, 120),
    row('import-copy-quarter', 1, quarter, 10),
    row('import-quarter', 2.5, quarter, 100),
  ];
  expect(importLines(rows)).toEqual([
    'Taking in 1000 MB: 0.50 times the MB/s of a plain copy',
    'Taking in 250 MB: 0.40 times the MB/s of a plain copy',
    'A file 4.0 times as large: 1.20 times the memory',
  ]);
  expect(importLines(rows.slice(1, 2))).toEqual([]);
});
