/** The clips of the movie that are open. Their files come from the page, when they are first needed. */
import type { ClipFailure } from './protocol.ts';
import { openClip, type OpenClip } from '../probe/open-clip.ts';

/** A clip can't be shown, and why; null where the page has no file of it, of which the page knows itself. */
export class ClipUnplayable extends Error {
  readonly sha256: string;
  readonly failure: ClipFailure | null;

  constructor(sha256: string, failure: ClipFailure | null, cause?: unknown) {
    super(sha256, { cause });
    this.name = 'ClipUnplayable';
    this.sha256 = sha256;
    this.failure = failure;
  }
}

export type ClipShelf = {
  /** Opens the clip when it is first asked for. It stays the shelf's. @throws ClipUnplayable */
  open(sha256: string): Promise<OpenClip>;
  /** The clip if it is open. */
  opened(sha256: string): OpenClip | null;
  /** The page's answer. */
  bring(sha256: string, file: Blob | null): void;
  /** Asks for the file again, the next time that it is needed. */
  forget(sha256: string): void;
  /** Closes the clips that a plan doesn't have. */
  keep(wanted: ReadonlySet<string>): void;
};

type Entry = { clip: Promise<OpenClip>; bring: (file: Blob | null) => void; opened: OpenClip | null };

export function createClipShelf(events: { onWanted(sha256: string): void; onOpened(sha256: string): void }): ClipShelf {
  const entries = new Map<string, Entry>();
  const create = (sha256: string): Entry => {
    let bring: Entry['bring'] = () => {};
    const file = new Promise<Blob | null>((resolve) => (bring = resolve));
    const open = async (): Promise<OpenClip> => {
      const blob = await file;
      if (blob === null) {
        // It may be there when it is needed again.
        if (entries.get(sha256) === entry) entries.delete(sha256);
        throw new ClipUnplayable(sha256, null);
      }
      try {
        entry.opened = await openClip(blob);
      } catch (error) {
        throw new ClipUnplayable(sha256, { kind: 'damaged' }, error);
      }
      events.onOpened(sha256);
      return entry.opened;
    };
    const entry: Entry = { clip: open(), bring, opened: null };
    // Whoever asked for it hears of it.
    entry.clip.catch(() => undefined);
    entries.set(sha256, entry);
    events.onWanted(sha256);
    return entry;
  };
  const forget = (sha256: string): void => {
    entries.get(sha256)?.clip.then(
      (clip) => clip.close(),
      () => undefined,
    );
    entries.delete(sha256);
  };
  return {
    open: (sha256) => (entries.get(sha256) ?? create(sha256)).clip,
    opened: (sha256) => entries.get(sha256)?.opened ?? null,
    bring: (sha256, file) => entries.get(sha256)?.bring(file),
    forget,
    keep(wanted) {
      for (const sha256 of entries.keys()) if (!wanted.has(sha256)) forget(sha256);
    },
  };
}
