/** What writing movies takes on this machine: the writer, the media store, and a folder to work in. */
import { access } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { openDiskStore } from '#edge-api/providers/media-store/disk.ts';
import type { MediaStore } from '#edge-api/providers/media-store/port.ts';
import { ffmpegMovies } from '#edge-api/providers/movie-writer/ffmpeg/writer.ts';
import type { MovieWriter } from '#edge-api/providers/movie-writer/port.ts';
import { fromDisk, openWorkbench } from '#edge-api/providers/workbench/disk.ts';
import type { Workbench } from '#edge-api/providers/workbench/port.ts';
import type { FrozenMovie } from '#edge-api/services/export-movie.ts';
import type { Programs } from './find-program.ts';

export type ExportStation = {
  mediaStore: MediaStore;
  /** The path of a stored file. @throws BlobMissingError */
  pathOf(sha256: string): Promise<string>;
  movieWriter: MovieWriter;
  workbench: Workbench;
  /** Movies at once; 0 for none in this process. */
  atOnce: number;
};

export async function openExportStation(
  {
    config,
    dataDir,
    ffmpeg,
  }: Pick<Programs, 'ffmpeg'> & { config: Pick<Config, 'exportConcurrency'>; dataDir: string },
  now: () => number,
): Promise<ExportStation> {
  const mediaStore = await openDiskStore(join(dataDir, 'media'), now);
  return {
    mediaStore,
    pathOf: mediaStore.pathOf,
    movieWriter: ffmpegMovies({ program: ffmpeg, fontFolder: await findAppFiles() }),
    workbench: await openWorkbench(join(dataDir, 'exporting'), () => fromDisk(mediaStore)),
    atOnce: config.exportConcurrency ?? availableParallelism(),
  };
}

const LONGEST_PLAN_MS = 20_000;

/** Whether a movie has parts that only ffmpeg can make. */
export function needsFfmpeg(
  { movieWriter, pathOf }: ExportStation,
  { plan, target }: Pick<FrozenMovie, 'plan' | 'target'>,
): Promise<boolean> {
  return movieWriter.needsFfmpeg({ plan, target, open: pathOf }, AbortSignal.timeout(LONGEST_PLAN_MS));
}

/** The web app's own files: as built, beside the server; as sources, in the folder that the build copies. */
export async function findAppFiles(): Promise<string> {
  const [built, sources] = [join(import.meta.dirname, '../../web'), join(import.meta.dirname, '../../public')];
  return access(join(built, 'fonts')).then(
    () => built,
    () => sources,
  );
}
