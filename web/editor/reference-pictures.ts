/** Takes in pictures that a video model is to go by. */
import { readCurrentUserId } from '#data/tables/users.ts';
import { limits } from '#shared/limits.ts';
import { pictureSize } from '#shared/own-files/picture-size.ts';
import { ownFileWords } from '#shared/own-files/words.ts';
import { sniffContainer, typeAs, type ContainerId } from '#shared/own-files/sniff.ts';
import { pageDeps } from './enact.ts';
import { takeInFiles } from './own-files.ts';

/** What the models take, and at what quality other pictures become that. */
const CONTAINERS: readonly (ContainerId | null)[] = ['jpeg', 'png', 'webp'];
const QUALITIES = [0.92, 0.8, 0.6];
/** Headers of pictures come after their profiles and their camera's notes. */
const HEAD_BYTES = 1_000_000;

export type TakenPictures = { pictures: string[]; sentences: string[] };

/**
 * Makes files the person's own, each as small as the models want them. `sentences` says of the others why they aren't taken.
 * @throws MediaFailure for what is no file's fault, an AbortError
 */
export async function takeInReferences(files: readonly File[], signal: AbortSignal): Promise<TakenPictures> {
  const userId = (await readCurrentUserId(pageDeps.db)) ?? '';
  const fitting: File[] = [];
  const tooLarge: string[] = [];
  for (const file of files) {
    const picture = await pictureForModels(file);
    // What is no picture is told why when it is taken in.
    if (picture.size <= limits.referencePictureBytes || !picture.type.startsWith('image/')) fitting.push(picture);
    else tooLarge.push(ownFileWords.noReference(file));
  }
  const taken = await takeInFiles({ ...pageDeps, userId }, fitting, { kinds: ['picture'], signal });
  return { pictures: taken.files.map(({ sha256 }) => sha256), sentences: [...tooLarge, ...taken.sentences] };
}

/** A picture as models take it: no larger, and of a kind that they know. What can't be read comes back as it is. */
export async function pictureForModels(file: File): Promise<File> {
  return (await reduced(file)) ?? file;
}

/** Null for a picture that fits as it is, and for what can't be read: taking it in tells why. */
async function reduced(file: File): Promise<File | null> {
  try {
    const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
    const size = pictureSize(head);
    const container = sniffContainer(head);
    if (size === null || Math.max(size.width, size.height) > limits.ownPictureSide) return null;
    const share = Math.min(1, limits.referencePictureSide / Math.max(size.width, size.height));
    if (share === 1 && CONTAINERS.includes(container) && file.size <= limits.referencePictureBytes) return null;
    const type = container && typeAs(container, 'picture');
    const whole = await createImageBitmap(type === null ? file : file.slice(0, file.size, type));
    const canvas = new OffscreenCanvas(
      Math.max(1, Math.round(whole.width * share)),
      Math.max(1, Math.round(whole.height * share)),
    );
    const context = canvas.getContext('2d');
    if (context === null) return null;
    // What is see-through would come out black.
    context.fillStyle = '#FFFFFF';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(whole, 0, 0, canvas.width, canvas.height);
    whole.close();
    const name = `${file.name.replace(/\.\w+$/, '')}.jpg`;
    return new File([await asSmallJpeg(canvas)], name, { type: 'image/jpeg' });
  } catch {
    return null;
  }
}

/** Of the first quality at which it is small enough; else of the last. */
async function asSmallJpeg(canvas: OffscreenCanvas): Promise<Blob> {
  let blob = new Blob();
  for (const quality of QUALITIES) {
    blob = await canvas.convertToBlob({ type: 'image/jpeg', quality });
    if (blob.size <= limits.referencePictureBytes) break;
  }
  return blob;
}
