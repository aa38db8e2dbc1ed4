/** The movie's music and voice-overs that are open. Their files come from the page, when they are first needed. */
import { openNamedSound, type SoundFile } from '../sound/open-sound-file.ts';

export type AudioShelf = {
  /** Null for a file that can't be had, or has no sound that can be read. It stays the shelf's. */
  open(sha256: string): Promise<SoundFile | null>;
  /** The page's answer. */
  bring(sha256: string, file: Blob | null): void;
  /** Closes what a plan doesn't have. */
  keep(wanted: ReadonlySet<string>): void;
};

type Entry = { file: Promise<SoundFile | null>; bring: (blob: Blob | null) => void };

export function createAudioShelf(onWanted: (sha256: string) => void): AudioShelf {
  const entries = new Map<string, Entry>();
  const create = (sha256: string): Entry => {
    let bring: Entry['bring'] = () => {};
    const brought = new Promise<Blob | null>((resolve) => (bring = resolve));
    const open = async (): Promise<SoundFile | null> => {
      const blob = await brought;
      const file = blob === null ? null : await openNamedSound(blob, sha256).catch(() => null);
      // It may be there when it is needed again.
      if (blob === null && entries.get(sha256) === entry) entries.delete(sha256);
      return file;
    };
    const entry: Entry = { file: open(), bring };
    entries.set(sha256, entry);
    onWanted(sha256);
    return entry;
  };
  return {
    open: (sha256) => (entries.get(sha256) ?? create(sha256)).file,
    bring: (sha256, file) => entries.get(sha256)?.bring(file),
    keep(wanted) {
      for (const [sha256, { file, bring }] of entries) {
        if (wanted.has(sha256)) continue;
        entries.delete(sha256);
        bring(null);
        void file.then((sound) => sound?.close());
      }
    },
  };
}
