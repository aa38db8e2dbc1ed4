/**
 * Measures exports in real Chromium beside ffmpeg on the same clips, all in one run: only ratios inside a run mean
 * anything, because machines and their load differ.
 */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { ffmpeg } from '#tests/helpers/clips/run-ffmpeg.ts';
import { benchClips } from './make-bench-clips.ts';
import type { BenchRun } from './bench-page.ts';
import { renderersBytes, watchRenderers } from './process-memory.ts';

const SIZES = {
  '720p': { width: 1280, height: 720, format: 'mp4', label: '720p' },
  '1080p': { width: 1920, height: 1080, format: 'mp4', label: '1080p' },
} as const;

export type BenchOptions = {
  origin: string;
  sceneCount: number;
  sizes: readonly (keyof typeof SIZES)[];
  print(line: string): void;
};

type Row = {
  what: string;
  seconds: number;
  movieSeconds: number;
  peakBytes: number | null;
  sizeBytes: number | null;
  note: string;
};

export async function runBench({ origin, sceneCount, sizes, print }: BenchOptions): Promise<void> {
  const clips = await benchClips(sceneCount);
  const executablePath =
    process.env.CHROMIUM_PATH ?? (existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : undefined);
  const server = await chromium.launchServer({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
  const pid = server.process().pid;
  if (pid === undefined) throw new Error('Chromium has no process');
  const watch = watchRenderers(pid);
  try {
    const browser = await chromium.connect(server.wsEndpoint());
    const page = await browser.newPage();
    await page.goto(`${origin}/tests/bench/index.html`);
    await page.waitForFunction(() => 'bench' in window);
    await page.evaluate(
      (urls) => window.bench.load(urls),
      clips.map((path) => `/@fs${path}`),
    );
    const base = await renderersBytes(pid);
    print(`Clips: ${sceneCount} of 8 s, 720p. Chromium ${browser.version()}; renderer before: ${megabytes(base)}.`);
    const rows: Row[] = [];
    // A first export loads the worker, the encoder and the fonts; it is not counted.
    await page.evaluate((options) => window.bench.run(options), {
      target: SIZES['720p'],
      hasText: true,
      sceneCount: 1,
    });
    for (const size of sizes) {
      for (const hasText of [false, true]) {
        watch.takePeak();
        const run = await page.evaluate((options) => window.bench.run(options), {
          target: SIZES[size],
          hasText,
          sceneCount,
        });
        rows.push({
          what: `browser, ${size}, ${hasText ? 'text on every scene' : 'no text'}`,
          ...run,
          peakBytes: watch.takePeak(),
          note: phases(run),
        });
        print(line(rows.at(-1)));
      }
      rows.push(await native(clips, size));
      print(line(rows.at(-1)));
    }
    print('');
    for (const size of sizes)
      printRatios(
        rows.filter(({ what }) => what.includes(size)),
        size,
        print,
      );
    await browser.close();
  } finally {
    watch.stop();
    await server.close();
  }
}

/** The same work by ffmpeg: decode, join, scale, encode, with its sound copied. */
async function native(clips: readonly string[], size: keyof typeof SIZES): Promise<Row> {
  const { width, height } = SIZES[size];
  const out = join(tmpdir(), `storyreel-bench-${process.pid}.mp4`);
  const joined = clips.map((_, index) => `[${index}:v][${index}:a]`).join('');
  const filter = `${joined}concat=n=${clips.length}:v=1:a=1[j][a];[j]scale=${width}:${height}:flags=bilinear[v]`;
  const startedMs = performance.now();
  try {
    await ffmpeg([
      ...clips.flatMap((path) => ['-i', path]),
      '-filter_complex',
      filter,
      '-map',
      '[v]',
      '-map',
      '[a]',
      '-c:v',
      'libx264',
      '-preset',
      'veryfast',
      '-c:a',
      'aac',
      '-movflags',
      '+faststart',
      out,
    ]);
    const seconds = (performance.now() - startedMs) / 1000;
    return {
      what: `ffmpeg libx264 veryfast, ${size}`,
      seconds,
      movieSeconds: clips.length * 8,
      peakBytes: null,
      sizeBytes: null,
      note: '',
    };
  } finally {
    await rm(out, { force: true });
  }
}

function printRatios(rows: readonly Row[], size: string, print: (line: string) => void): void {
  const [plain, text, ffmpegRow] = rows;
  if (plain === undefined || text === undefined || ffmpegRow === undefined) return;
  print(
    `${size}: browser is ${(ffmpegRow.seconds / plain.seconds).toFixed(2)}x ffmpeg's speed without text, ${(ffmpegRow.seconds / text.seconds).toFixed(2)}x with; text costs ${((text.seconds / plain.seconds - 1) * 100).toFixed(0)} %.`,
  );
}

function line(row: Row | undefined): string {
  if (row === undefined) return '';
  const cells = [
    row.what.padEnd(42),
    `${row.seconds.toFixed(2)} s`.padStart(9),
    `${(row.movieSeconds / row.seconds).toFixed(1)}x realtime`.padStart(15),
  ];
  if (row.peakBytes !== null) cells.push(`peak ${megabytes(row.peakBytes)}`);
  if (row.sizeBytes !== null) cells.push(`file ${megabytes(row.sizeBytes)}`);
  return [...cells, row.note].join('  ');
}

function phases({ perPhaseMs }: BenchRun): string {
  return ['preparing', 'encoding', 'checking']
    .map((phase) => `${phase} ${((perPhaseMs[phase] ?? 0) / 1000).toFixed(2)}`)
    .join(', ');
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1_000_000)} MB`;
}
