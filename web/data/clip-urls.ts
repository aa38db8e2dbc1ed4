/** Object URLs of clips, one for each file however many want it, revoked when the last has given it back. */
import type { ClipStore } from './clip-store.ts';
import { clipStore } from './page-clip-store.ts';

export type UrlLease = {
  /** Null when the file is not on this device. */
  url: Promise<string | null>;
  /** Call it once. The address is good until then. */
  giveBack(): void;
};

export type ClipUrls = { borrow(sha256: string): UrlLease };

export function createClipUrls(store: Pick<ClipStore, 'read'>): ClipUrls {
  const lent = new Map<string, { url: Promise<string | null>; holders: number }>();
  return {
    borrow(sha256) {
      const entry = lent.get(sha256) ?? {
        url: store.read(sha256).then((file) => file && URL.createObjectURL(file)),
        holders: 0,
      };
      entry.holders += 1;
      lent.set(sha256, entry);
      return {
        url: entry.url,
        giveBack() {
          entry.holders -= 1;
          if (entry.holders > 0) return;
          lent.delete(sha256);
          void entry.url.then((url) => url !== null && URL.revokeObjectURL(url));
        },
      };
    },
  };
}

export const clipUrls = createClipUrls(clipStore);
