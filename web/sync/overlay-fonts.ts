/** The files of the overlay family, from the app's own origin; the service worker has them when the network is down. */
import { send } from '#api/client.ts';
import type { FontFile } from '#data/sources.ts';
import { overlayFontFiles } from '#shared/movie/overlay-font.ts';

/** @throws ApiError, OfflineError */
export async function loadOverlayFonts(): Promise<FontFile[]> {
  return Promise.all(
    overlayFontFiles.map(async ({ path, weight, unicodeRange }) => ({
      weight,
      data: await (await send({ path, headers: { Accept: 'font/woff2' } })).arrayBuffer(),
      unicodeRange,
    })),
  );
}
