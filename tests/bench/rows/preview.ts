/** Our own player. It makes no file: its figures are in the note. */
import type { BenchRow } from './row.ts';

export const previewRows: BenchRow[] = [
  {
    name: 'preview',
    title: 'Storyreel’s preview',
    run: ({ measurePage }) => measurePage('/tests/bench/preview.html', 'preview'),
  },
  {
    name: 'preview-long',
    title: 'Storyreel’s preview, ten minutes',
    isAskedFor: true,
    run: ({ measurePage }) => measurePage('/tests/bench/preview.html', 'long'),
  },
];
