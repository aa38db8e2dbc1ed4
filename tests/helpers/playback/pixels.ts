/** The pixels of pictures that a page has, and the markers in them. */
import { type FrameMarker, readMarker } from '../clips/marker.ts';

export function contextOf(width: number, height: number): OffscreenCanvasRenderingContext2D {
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('There is no 2d canvas');
  return context;
}

/** Red, green, blue and one more by turns. @param quality where the picture is scaled */
export function pixelsOf(
  picture: CanvasImageSource,
  width: number,
  height: number,
  quality: ImageSmoothingQuality = 'low',
): Uint8ClampedArray {
  const context = contextOf(width, height);
  context.imageSmoothingQuality = quality;
  context.drawImage(picture, 0, 0, width, height);
  return context.getImageData(0, 0, width, height).data;
}

/** What the marker of a picture's file says. */
export async function markerIn(file: Blob): Promise<FrameMarker | null> {
  const picture = await createImageBitmap(file);
  const { width, height } = picture;
  const marker = readMarker(pixelsOf(picture, width, height), width, height);
  picture.close();
  return marker;
}
