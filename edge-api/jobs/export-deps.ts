/** What workers that write movies need from their host. */
import type { Log } from '#edge-api/log.ts';
import type { ExportDesk } from '#edge-api/providers/export-desk/port.ts';
import type { MovieWriter } from '#edge-api/providers/movie-writer/port.ts';
import type { Workbench } from '#edge-api/providers/workbench/port.ts';
import type { CachedCheck } from '#edge-api/services/export-check.ts';

export type ExportWorkDeps = {
  desk: ExportDesk;
  movieWriter: MovieWriter;
  checkWriter: CachedCheck;
  workbench: Workbench;
  /** Movies at once. */
  atOnce: number;
  now(): number;
  randomBytes(count: number): Uint8Array<ArrayBuffer>;
  log: Log;
};

/** What a turn at an export works with. */
export type ExportContext = ExportWorkDeps & {
  /** The name of the lease holder. */
  leaseBy: string;
  /** Fires when the server stops: what is begun is given back. */
  stopping: AbortSignal;
};
