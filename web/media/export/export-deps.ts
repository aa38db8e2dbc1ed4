/** What an export is given, so that it can be run and tried anywhere. */
import type { FontSet } from '../compositor/overlay-fonts.ts';
import type { MediaLocation, OpfsPath } from '../probe/locate.ts';
import type { SeenPictures } from './check/clip-pictures.ts';
import type { OutputFile, WrittenOf } from './write/output-file.ts';
import type { SegmentStore } from './segments/segment-store.ts';

/** What an export touches outside itself. */
export type ExportDeps = {
  openSource(location: MediaLocation, sceneNumber?: number): Promise<Blob>;
  createOutput(path: OpfsPath, of?: WrittenOf): Promise<OutputFile>;
  segments: SegmentStore;
  /** Gives the room of scrub copies back; left out where there are none. */
  clearScrubCopies?(): Promise<unknown>;
  /** Pictures of clips that were looked at in the life of this worker; left out where there are none. */
  seenPictures?: SeenPictures;
  /** Bytes that may still be stored; null where the browser does not say. */
  freeBytes(): Promise<number | null>;
  /** How many programs this machine runs at the same time, as the browser says it. */
  processors: number;
  /** Milliseconds that only rise. */
  now(): number;
  fonts: FontSet;
  /** Of the browser, for the receipt. */
  userAgent: string;
};
