/** Loads the overlay font into the page, once, when the first text is drawn. */
import { theSources, type FontFile } from '#data/sources.ts';
import { loadOverlayFonts } from '#media/compositor/overlay-fonts.ts';

let loading: Promise<void> | null = null;

/** The files, for a worker that draws text. */
export async function readPreviewFonts(): Promise<FontFile[]> {
  return await theSources().loadOverlayFonts();
}

/** Resolves when text can be drawn in the overlay font. After a failure, the next call tries again. */
export function ensurePreviewFonts(): Promise<void> {
  loading ??= load().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function load(): Promise<void> {
  await loadOverlayFonts(await readPreviewFonts(), document.fonts);
}
