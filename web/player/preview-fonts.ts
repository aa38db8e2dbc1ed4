/** Loads the overlay font into the page, once, when the first text is drawn. */
import { theSources, type FontFile } from '#data/sources.ts';
import { loadOverlayFonts } from '#media/compositor/overlay-fonts.ts';

let loading: Promise<void> | null = null;

/** The files, for a worker that draws text; none where they can't be had: the browser's own font draws it then. */
export async function fontsForWorker(): Promise<FontFile[]> {
  try {
    return await theSources().loadOverlayFonts();
  } catch {
    return [];
  }
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
  await loadOverlayFonts(await theSources().loadOverlayFonts(), document.fonts);
}
