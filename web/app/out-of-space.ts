import { showToast } from '#ui/toasts.ts';
import { storageWords } from '#features/storage/words.ts';

/** Says that clips no longer fit on this device, and where to make room. What the person wrote isn't touched. */
export function tellOutOfSpace(): void {
  showToast({
    ...storageWords.outOfSpace,
    tone: 'destructive',
    // In a tab of its own: this one may be exporting.
    action: { label: storageWords.openStorage, onSelect: () => void window.open('/settings/storage', '_blank') },
  });
}
