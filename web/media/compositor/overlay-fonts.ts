/** Makes the bundled family known to a worker's canvas. */
import { OVERLAY_FONT_FAMILY, OVERLAY_FONT_WEIGHT } from '#shared/movie/overlay-layout.ts';

/** Where faces are added: `self.fonts` of a worker, `document.fonts` of a page. */
export type FontSet = Pick<FontFaceSet, 'add' | 'delete'>;

/** Loads every file as a face of the overlay family. The returned function takes them out again. */
export async function loadOverlayFonts(files: readonly ArrayBuffer[], fonts: FontSet): Promise<() => void> {
  const faces = files.map((file) => new FontFace(OVERLAY_FONT_FAMILY, file, { weight: String(OVERLAY_FONT_WEIGHT) }));
  await Promise.all(faces.map((face) => face.load()));
  for (const face of faces) fonts.add(face);
  return () => {
    for (const face of faces) fonts.delete(face);
  };
}
