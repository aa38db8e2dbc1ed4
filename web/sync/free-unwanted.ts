/** Frees what nothing on this device refers to, and what nobody came back for. */
import type { StoryreelDb } from '#data/db.ts';
import type { Device } from '#data/device.ts';
import { movieFiles } from '#data/movie-files.ts';
import { forgetUnwanted, unlessOpened } from '#data/unwanted.ts';
import { removeUnusedClips } from './clip-downloads.ts';
import { pageStore } from './page-deps.ts';

/** Waits for the next start while a page shows an opened file. */
export function freeUnwanted(db: StoryreelDb, { now }: Pick<Device, 'now'>): Promise<void> {
  return unlessOpened(async () => {
    await forgetUnwanted(db, movieFiles, now());
    await removeUnusedClips(db, pageStore);
  });
}
