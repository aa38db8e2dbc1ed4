import { useEffect, useState } from 'react';
import { ensurePreviewFonts } from '#player/preview-fonts.ts';

/** Whether the overlay family is loaded: boxes are measured again then. */
export function usePreviewFonts(): boolean {
  const [areLoaded, setLoaded] = useState(false);
  useEffect(() => {
    let isGone = false;
    ensurePreviewFonts().then(
      () => !isGone && setLoaded(true),
      // The text is then drawn and measured in one of the browser’s own fonts.
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, []);
  return areLoaded;
}
