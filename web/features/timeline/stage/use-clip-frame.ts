import { useEffect, useState } from 'react';
import { clipStore } from '#data/page-clip-store.ts';
import { readFrame } from '#media/worker/client.ts';
import type { PlanScene } from '#shared/movie/movie-plan.ts';

/** In pixels: sharp enough for half of the inspector on a dense screen. */
const FRAME_WIDTH = 320;

/** The address of a picture of a clip, for as long as it is shown; null until it is there, and where it can't be had. */
export function useClipFrame(scene: PlanScene | null, frame: number): string | null {
  const sha256 = scene?.clip.sha256;
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    let made: string | null = null;
    const read = async (): Promise<void> => {
      const file = sha256 === undefined ? null : await clipStore.read(sha256);
      if (file === null) return;
      const picture = await readFrame(file, frame, FRAME_WIDTH, { signal: controller.signal });
      if (controller.signal.aborted) return;
      made = URL.createObjectURL(picture);
      setUrl(made);
    };
    read().catch((error: unknown) => {
      if (!controller.signal.aborted) console.warn('A picture of a clip was not read.', error);
    });
    return () => {
      controller.abort();
      if (made !== null) URL.revokeObjectURL(made);
      setUrl(null);
    };
  }, [sha256, frame]);
  return url;
}
