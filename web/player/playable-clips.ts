/**
 * URLs of clips for the decks: one for each clip, shared by everyone who wants it and revoked when the last one gives
 * it back. If a clip's index would mislead a browser, a new one is put in front of the stored bytes.
 */
import type { PlanClip } from '#shared/movie/movie-plan.ts';
import { blobSource, type ByteSource } from '#shared/mp4/byte-source.ts';
import { playbackFile, type PlaybackFile } from '#shared/mp4/playback-file.ts';
import { ClipMissingError } from './playback-failure.ts';

export type PlayableClip = {
  url: string;
  /** RFC 6381 or a sample entry's type; null if the file doesn't say. */
  codec: string | null;
  /** Its index can't be read. A browser may still play part of it. */
  isDamaged: boolean;
};

export type ClipLease = {
  /** @throws ClipMissingError when the file is neither on this device nor on the server */
  clip: Promise<PlayableClip>;
  /** Call it once. The URL is valid until then. */
  giveBack(): void;
};

export type PlayableClips = {
  borrow(clip: PlanClip): ClipLease;
  /** The file as it is, from this device or whole from the server. @throws ClipMissingError */
  file(clip: Pick<PlanClip, 'sha256' | 'url'>): Promise<Blob>;
  /** The file on this device; null when it isn't here. */
  local(clip: PlanClip): Promise<Blob | null>;
};

export type ClipFiles = {
  /** The file on this device; null when it isn't here. */
  read(sha256: string): Promise<Blob | null>;
  /** A part of a file on the server. */
  readRange(url: string, start: number, end: number): Promise<Uint8Array<ArrayBuffer>>;
  /** The whole file. */
  load(url: string): Promise<Blob>;
};

export function createPlayableClips(files: ClipFiles): PlayableClips {
  const lent = new Map<string, { clip: Promise<PlayableClip>; holders: number }>();
  return {
    local: ({ sha256 }) => files.read(sha256),
    async file(clip) {
      try {
        return (await files.read(clip.sha256)) ?? (await files.load(clip.url));
      } catch (error) {
        throw new ClipMissingError(error);
      }
    },
    borrow(clip) {
      const key = clip.sha256;
      const entry = lent.get(key) ?? { clip: open(files, clip), holders: 0 };
      entry.holders += 1;
      lent.set(key, entry);
      return {
        clip: entry.clip,
        giveBack() {
          entry.holders -= 1;
          if (entry.holders > 0) return;
          lent.delete(key);
          entry.clip.then(({ url }) => url.startsWith('blob:') && URL.revokeObjectURL(url), ignoreMissing);
        },
      };
    },
  };
}

/** The borrower already knows. */
function ignoreMissing(): void {}

async function open(files: ClipFiles, clip: PlanClip): Promise<PlayableClip> {
  try {
    const stored = await files.read(clip.sha256);
    return stored === null ? await openRemote(files, clip) : await openBlob(stored);
  } catch (error) {
    throw new ClipMissingError(error);
  }
}

async function openBlob(blob: Blob): Promise<PlayableClip> {
  const { file, isDamaged } = await readForPlayback(blobSource(blob));
  const { codec, amended } = file;
  const played = amended === null ? blob : amendedBlob(blob, amended);
  return { url: URL.createObjectURL(played), codec, isDamaged };
}

/** Refers to ranges of the clip's file: no media bytes are copied. */
function amendedBlob(blob: Blob, { head, from, to }: NonNullable<PlaybackFile['amended']>): Blob {
  return new Blob([head, blob.slice(from, to)], { type: 'video/mp4' });
}

/**
 * Browsers stream from the server by the file's own index. The few clips for which that would fail are downloaded
 * whole: they are a few megabytes, and nothing can be put in front of a stream.
 */
async function openRemote(files: ClipFiles, { url, sizeBytes }: PlanClip): Promise<PlayableClip> {
  if (sizeBytes === 0) return await openBlob(await files.load(url));
  const { file, isDamaged } = await readForPlayback({
    sizeBytes,
    read: (start, end) => files.readRange(url, start, end),
  });
  return file.amended === null ? { url, codec: file.codec, isDamaged } : await openBlob(await files.load(url));
}

async function readForPlayback(source: ByteSource): Promise<{ file: PlaybackFile; isDamaged: boolean }> {
  try {
    return { file: await playbackFile(source), isDamaged: false };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { file: { codec: null, amended: null }, isDamaged: true };
  }
}
