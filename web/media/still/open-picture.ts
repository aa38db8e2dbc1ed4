/** Opens a picture as large as its clip needs it, upright by what its camera noted. */
import { largestSize } from '#shared/movie/still-box.ts';
import { isAnimated } from '#shared/own-files/animated.ts';
import { SNIFFED_BYTES, sniffContainer } from '#shared/own-files/sniff.ts';
import { readFileContent } from '../import/read-file.ts';
import type { StillRequest } from './protocol.ts';

/** The picture is the caller's to close. @throws UnusableFile */
export async function openPicture(
  file: Blob,
  { name, settings, width, height }: Pick<StillRequest, 'name' | 'settings' | 'width' | 'height'>,
): Promise<{ picture: ImageBitmap; isAnimated: boolean }> {
  const { content } = await readFileContent(file, name, ['picture']);
  const whole = await createImageBitmap(new Blob([file], { type: content.type }));
  const size = largestSize(whole, { width, height }, settings);
  const head = new Uint8Array(await file.slice(0, SNIFFED_BYTES).arrayBuffer());
  const container = sniffContainer(head);
  const moves = container !== null && isAnimated(head, container);
  if (size.width === whole.width && size.height === whole.height) return { picture: whole, isAnimated: moves };
  try {
    const resized = { resizeWidth: size.width, resizeHeight: size.height, resizeQuality: 'high' } as const;
    return { picture: await createImageBitmap(whole, resized), isAnimated: moves };
  } finally {
    whole.close();
  }
}
