/** What somebody did here before signing in becomes theirs: the file that they opened, its clips, and movies made of it. */
import type { StoryreelDb } from '../db.ts';
import {
  NOBODY,
  forgetOpenedFile,
  moveKeptFile,
  readOpenedClips,
  readKeptFile,
  rememberOpenedClips,
} from '../tables/opened-file.ts';

/**
 * From the device's own database into the person's: first there, then away from here, so that a page that is closed in
 * between does it again. Clips that nothing refers to go along, and are removed with the person's own.
 */
export async function adoptNobodys(device: StoryreelDb, db: StoryreelDb): Promise<void> {
  // Earlier versions had everybody's rows there: those have gone to their people by the time that this one is open.
  await db.open();
  const [opened, openedClips, clips, movies] = await device.transaction(
    'r',
    [device.meta, device.clips, device.exports],
    () =>
      Promise.all([
        readKeptFile(device),
        readOpenedClips(device),
        device.clips.toArray(),
        device.exports.filter(({ userId }) => userId === NOBODY).toArray(),
      ]),
  );
  if (opened === null && openedClips.size + clips.length + movies.length === 0) return;
  await db.transaction('rw', [db.meta, db.clips, db.exports], async () => {
    await db.clips.bulkPut(clips);
    await db.exports.bulkPut(movies);
    if (openedClips.size > 0) await rememberOpenedClips(db, [...openedClips]);
    if (opened !== null) await moveKeptFile(db, opened);
  });
  await device.transaction('rw', [device.meta, device.clips, device.exports], async () => {
    await device.clips.bulkDelete(clips.map(({ sha256 }) => sha256));
    await device.exports.bulkDelete(movies.map(({ id }) => id));
    await forgetOpenedFile(device);
  });
}
