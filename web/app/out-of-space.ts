/** Says that this browser runs out of room, once each for as long as the page is open, and where to make room. */
import { db } from '#data/db.ts';
import { isLittle, readRoom } from '#data/room.ts';
import { readCurrentUserId } from '#data/tables/users.ts';
import { formatBytes } from '#shared/words/format.ts';
import { showToast } from '#ui/toasts.ts';
import { storageWords } from '#features/storage/words.ts';

const LOOK_EVERY_MS = 60_000;
const PAGE = '/settings/storage';

// In a tab of its own: this one may be exporting.
const action = { label: storageWords.openStorage, onSelect: () => void window.open(PAGE, '_blank') };
const told = { full: false, little: false };

/** Clips no longer fit on this device. What the person wrote isn't touched. */
export function tellOutOfSpace(): void {
  if (told.full) return;
  told.full = true;
  showToast({ ...storageWords.outOfSpace, tone: 'destructive', action });
}

/** Looks now and every minute until there was little to say. Nothing to a guest, who keeps nothing here. */
export function followRoom(onCrash: (error: unknown) => void): void {
  const timer = setInterval(() => void look().catch(onCrash), LOOK_EVERY_MS);
  const look = async (): Promise<void> => {
    // The Storage page says it at length.
    if (document.visibilityState !== 'visible' || location.pathname === PAGE) return;
    if ((await readCurrentUserId(db)) === null) return;
    const room = await readRoom();
    if (room === null || !isLittle(room) || told.little || told.full) return;
    told.little = true;
    clearInterval(timer);
    showToast({ ...storageWords.little({ left: formatBytes(room.freeBytes) }), tone: 'destructive', action });
  };
  void look().catch(onCrash);
}
