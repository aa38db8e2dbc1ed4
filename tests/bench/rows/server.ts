/** The server's export, in this process: ffmpeg where it encodes, and nothing but our own joining where it doesn't. */
import { ENLARGED } from '../bench-window.ts';
import { ownProcessorSeconds, watchProcess } from '../process-memory.ts';
import { serverMovie, type ServerMovie } from '#tests/helpers/server-movie.ts';
import { rm } from 'node:fs/promises';
import type { ExportTarget } from '#shared/export-plan/export-target.ts';
import type { WritingProgress } from '#edge-api/providers/movie-writer/port.ts';
import type { BenchRow, Measure } from './row.ts';

const UNTOUCHED: ExportTarget = { width: 1280, height: 720, format: 'mp4', label: '720p' };
const ENCODED: ExportTarget = { ...ENLARGED, format: 'mp4', label: '1080p' };

export const serverRows: BenchRow[] = [
  {
    name: 'server-plan',
    title: 'Server, untouched, planned alone',
    run: ({ clips }) => measureServer(clips, { target: UNTOUCHED, until: 'joining' }),
  },
  {
    name: 'server-untouched',
    title: 'Server, untouched',
    run: ({ clips }) => measureServer(clips, { target: UNTOUCHED, until: 'checking' }),
  },
  {
    name: 'server-encode',
    title: 'Server, all encoded, to 1080p',
    run: ({ clips }) => measureServer(clips, { target: ENCODED, until: 'checking' }),
  },
];

type Asked = {
  target: ExportTarget;
  /** The phase whose beginning ends what is timed: hashing and checking come behind, and ffmpeg does neither. */
  until: WritingProgress['phase'];
};

/** Untouched movies are written without ffmpeg: that it is there must make no difference to their time. */
async function measureServer(clips: readonly string[], { target, until }: Asked): Promise<Measure> {
  const specs = clips.map((path, index) => ({ path, number: index + 1 }));
  const watch = watchProcess(process.pid);
  const spentBefore = ownProcessorSeconds();
  let [reachedMs, spent] = [0, 0];
  const note = (step: WritingProgress): void => {
    if (step.phase !== until || reachedMs !== 0) return;
    [reachedMs, spent] = [performance.now(), ownProcessorSeconds() - spentBefore];
  };
  let movie: ServerMovie | null = null;
  try {
    movie = await serverMovie(specs, target, { onProgress: note, ...(target === UNTOUCHED ? { program: null } : {}) });
    const endedMs = performance.now();
    return {
      seconds: (reachedMs - movie.startedMs) / 1000,
      checkedSeconds: (endedMs - movie.startedMs) / 1000,
      processorSeconds: spent,
      peakBytes: watch.peak(),
      copiedPeakBytes: null,
      sizeBytes: movie.written.sizeBytes,
      note: 'in this process, and ffmpeg',
    };
  } finally {
    watch.stop();
    if (movie !== null) await rm(movie.folder, { recursive: true, force: true });
  }
}
