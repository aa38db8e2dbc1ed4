/** A device with very many projects. It makes no file: its figures are in the note. */
import { measureMany } from '../many/measure-many.ts';
import type { BenchRow } from './row.ts';

export const manyRows: BenchRow[] = [
  { name: 'many-projects', title: 'Storyreel opened from its cache, 500 projects', run: measureMany },
];
