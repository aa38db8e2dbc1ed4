/** What the bench prints. Only ratios inside one run mean anything, because machines and their load differ. */
import { cpus, loadavg, totalmem } from 'node:os';
import type { Measure } from './rows/row.ts';

export type Measured = { name: string; title: string; movieSeconds: number; measure: Measure };

/** Rows that the others are compared with, where they were run. */
const REFERENCES = [
  ...['ffmpeg-copy', 'ffmpeg-veryfast', 'ffmpeg-1080p', 'mediabunny-samples', 'mediabunny-canvas'],
  ...['webav-encode', 'ffmpeg-ten-pieces', 'ffmpeg-waveform', 'import-copy'],
];

export function machineLine(): string {
  const processors = cpus();
  const load = loadavg().map((value) => value.toFixed(1));
  return `${processors.length} × ${processors[0]?.model.trim() ?? 'processor'}, ${megabytes(totalmem())}, load ${load.join(' ')}`;
}

export function headLine(): string {
  const columns = ['seconds', 'checked', '  CPU s', '× realtime', 'peak above base', 'without check', '    file'];
  return ['what'.padEnd(34), ...columns].join('  ');
}

export function rowLine({ title, movieSeconds, measure }: Measured): string {
  return [
    title.padEnd(34),
    measure.seconds.toFixed(3).padStart(7),
    (measure.checkedSeconds?.toFixed(3) ?? '-').padStart(7),
    measure.processorSeconds.toFixed(1).padStart(7),
    (movieSeconds / measure.seconds).toFixed(1).padStart(10),
    megabytes(measure.peakBytes).padStart(15),
    megabytes(measure.copiedPeakBytes ?? measure.peakBytes).padStart(13),
    megabytes(measure.sizeBytes).padStart(8),
    measure.note,
  ].join('  ');
}

/** For every row, how many times as fast as each reference it is. */
export function ratioLines(rows: readonly Measured[]): string[] {
  const references = rows.filter(({ name }) => REFERENCES.includes(name));
  if (references.length === 0 || rows.length < 2) return [];
  const width = Math.max(...references.map(({ name }) => name.length));
  const cellsOf = (cells: readonly string[]): string => cells.map((cell) => cell.padStart(width)).join('  ');
  return [
    `${'times as fast as'.padEnd(34)}  ${cellsOf(references.map(({ name }) => name))}`,
    ...rows.map(
      ({ title, measure }) =>
        `${title.padEnd(34)}  ${cellsOf(references.map((reference) => (reference.measure.seconds / measure.seconds).toFixed(2)))}`,
    ),
  ];
}

/** Of what is taken in: how fast beside a plain copy of as many bytes, and how much more memory for the larger file. */
export function importLines(rows: readonly Measured[]): string[] {
  const of = (name: string): Measure | null => rows.find((row) => row.name === name)?.measure ?? null;
  const speeds = ['', '-quarter'].flatMap((suffix) => {
    const [own, copy] = [of(`import${suffix}`), of(`import-copy${suffix}`)];
    if (own === null || copy === null) return [];
    const speed = copy.seconds / own.seconds / (copy.sizeBytes / own.sizeBytes);
    return [`Taking in ${megabytes(own.sizeBytes)}: ${speed.toFixed(2)} times the MB/s of a plain copy`];
  });
  const [large, small] = [of('import'), of('import-quarter')];
  if (large === null || small === null) return speeds;
  const [size, memory] = [large.sizeBytes / small.sizeBytes, large.peakBytes / small.peakBytes];
  return [...speeds, `A file ${size.toFixed(1)} times as large: ${memory.toFixed(2)} times the memory`];
}

function megabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(0)} MB`;
}
