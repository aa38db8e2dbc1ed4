/** The lanes of a movie of 150 scenes under a person's hands. It makes no file: its figures are in the note. */
import { measureTimeline } from '../timeline/measure-timeline.ts';
import type { BenchRow } from './row.ts';

export const timelineRows: BenchRow[] = [
  {
    name: 'timeline',
    title: 'Storyreel’s timeline, 150 scenes',
    run: measureTimeline,
  },
];
