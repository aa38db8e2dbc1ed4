/** Whether the preview is made by the functions of the export here, or by two `<video>` elements. */
import { missingInterfaces } from '#media/failures.ts';

/** Whether this browser has what the preview's worker is made of. */
export function canPreviewAll(): boolean {
  return (
    missingInterfaces(['VideoDecoder', 'AudioDecoder']).length === 0 &&
    'AudioContext' in globalThis &&
    'transferControlToOffscreen' in HTMLCanvasElement.prototype
  );
}
