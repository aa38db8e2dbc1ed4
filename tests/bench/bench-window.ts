/** What every page of the bench offers: clips are fetched once into OPFS, as the app does, and made into one movie there. */
import type { PlanClip, PlanScene } from '#shared/movie/movie-plan.ts';

export type PageRun = {
  /** Until the file can be read. */
  seconds: number;
  /** Until it has also been checked; null where nobody does. */
  checkedSeconds: number | null;
  sizeBytes: number;
  note: string;
};

export type BenchPage = {
  load(urls: string[]): Promise<void>;
  /** Makes a movie of the first clips by one of the page's methods, and removes it again. Encoders are asked for `bitrateBps`. */
  run(method: string, clipCount: number, bitrateBps: number): Promise<PageRun>;
};

declare global {
  interface Window {
    bench: BenchPage;
    /** To be called when a movie's file can be read, if something follows. */
    fileIsReadable(): Promise<void>;
  }
}

/** What all encoders are asked for, where it can be chosen. The rate of bits is that of our own engine for the same clips. */
export const BENCH_VIDEO = { width: 1280, height: 720, fps: 24 };
/** To which the server's export brings the same clips: at their own size it would copy them. */
export const ENLARGED = { width: 1920, height: 1080 };

/** Stores the files under `clip-0.mp4`, `clip-1.mp4`, … */
export async function storeClips(urls: readonly string[]): Promise<void> {
  const directory = await clipDirectory();
  for (const [index, url] of urls.entries()) {
    const file = await directory.getFileHandle(clipName(index), { create: true });
    const { body, ok } = await fetch(url);
    if (!ok || body === null) throw new Error(`${url} cannot be fetched`);
    await body.pipeTo(await file.createWritable());
  }
}

export function clipName(index: number): string {
  return `clip-${index}.mp4`;
}

export async function readClips(count: number): Promise<File[]> {
  const directory = await clipDirectory();
  const files = Array.from({ length: count }, async (_, index) =>
    (await directory.getFileHandle(clipName(index))).getFile(),
  );
  return await Promise.all(files);
}

/** Times `write`, which gets a new file in OPFS and has closed it when it is done. The file is removed afterwards. */
export async function timeWriting(write: (file: FileSystemFileHandle) => Promise<void>, note = ''): Promise<PageRun> {
  const root = await navigator.storage.getDirectory();
  const name = `${crypto.randomUUID()}.mp4`;
  const file = await root.getFileHandle(name, { create: true });
  const startedMs = performance.now();
  await write(file);
  const seconds = (performance.now() - startedMs) / 1000;
  const { size: sizeBytes } = await file.getFile();
  await root.removeEntry(name);
  return { seconds, checkedSeconds: null, sizeBytes, note };
}

async function clipDirectory(): Promise<FileSystemDirectoryHandle> {
  return await (await navigator.storage.getDirectory()).getDirectoryHandle('clips', { create: true });
}

/** All of a clip as a scene, from a frame of the movie on. */
export function wholeScene(index: number, clip: Omit<PlanClip, 'sha256' | 'url'>, startFrame = 0): PlanScene {
  const sha256 = clipName(index);
  const { frameCount } = clip;
  return {
    ...{ sceneId: sha256, sceneNumber: index + 1, title: sha256, clip: { ...clip, sha256, url: '' } },
    ...{ inFrame: 0, outFrame: frameCount, startFrame, frameCount, overlays: [], transition: null },
    ...{ gainDb: 0, muted: false, fadeInSeconds: 0, fadeOutSeconds: 0 },
  };
}
