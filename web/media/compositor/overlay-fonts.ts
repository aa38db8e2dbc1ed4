/** Makes the bundled family known to a worker's canvas. */
import { z } from 'zod';
import { OVERLAY_FONT_FAMILY } from '#shared/movie/overlay-layout.ts';

/** A file of the overlay family (woff2), and the characters it is for, as CSS writes them. */
export const overlayFontSchema = z.object({
  data: z.instanceof(ArrayBuffer),
  weight: z.literal([600, 800]),
  unicodeRange: z.string(),
});
export type OverlayFont = z.infer<typeof overlayFontSchema>;

/** Where faces are added: `self.fonts` of a worker, `document.fonts` of a page. */
export type FontSet = Pick<FontFaceSet, 'add' | 'delete'>;

/** Loads every file as a face of the overlay family. The returned function takes them out again. */
export async function loadOverlayFonts(files: readonly OverlayFont[], fonts: FontSet): Promise<() => void> {
  const faces = files.map(
    ({ data, weight, unicodeRange }) =>
      new FontFace(OVERLAY_FONT_FAMILY, data, { weight: String(weight), unicodeRange }),
  );
  await Promise.all(faces.map((face) => face.load()));
  for (const face of faces) fonts.add(face);
  return () => {
    for (const face of faces) fonts.delete(face);
  };
}
