/** What an own file is and says of itself. Its bytes decide; what a browser told counts only where nothing here can read it. */
import type { ToldFacts } from '#shared/api/uploads.ts';
import type { MediaFacts } from '#shared/entities/media-facts.ts';
import type { OwnFile, OwnFileKind, OwnFileType } from '#shared/entities/own-file.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import type { ByteSource } from '#shared/mp4/byte-source.ts';
import { pictureSize } from '#shared/own-files/picture-size.ts';
import { containerName, SNIFFED_BYTES, sniffContainer, typeAs, type ContainerId } from '#shared/own-files/sniff.ts';
import { ownFileWords as words } from '#shared/own-files/words.ts';
import { Mp4Error, parseMp4Facts } from './parse-mp4-facts.ts';

/** The header of a picture comes after its profiles and its camera's notes. */
const PICTURE_HEAD_BYTES = 1_000_000;

type Announced = { name: string; kind: OwnFileKind; facts: ToldFacts | null };
type Known =
  | Pick<Extract<OwnFile, { kind: 'clip' }>, 'kind' | 'type' | 'facts'>
  | Pick<Extract<OwnFile, { kind: 'picture' }>, 'kind' | 'type' | 'facts'>
  | Pick<Extract<OwnFile, { kind: 'sound' }>, 'kind' | 'type' | 'facts'>;

/** @throws AppError `invalid_input` with a sentence that names the file */
export async function readOwnFile(source: ByteSource, announced: Announced): Promise<Known> {
  const { name, kind } = announced;
  const head = await source.read(0, Math.min(source.sizeBytes, SNIFFED_BYTES));
  const container = sniffContainer(head);
  if (container === null) throw new AppError('invalid_input', words.unknownType({ name }));
  const type = typeAs(container, kind);
  if (type === null)
    throw new AppError('invalid_input', words.otherKind({ name, type: containerName(container), kind }));
  return known(source, announced, { container, type });
}

async function known(
  source: ByteSource,
  { name, kind, facts: told }: Announced,
  { container, type }: { container: ContainerId; type: OwnFileType },
): Promise<Known> {
  const damaged = (): AppError => new AppError('invalid_input', words.damaged({ name, kind }));
  if (kind === 'picture') return { kind, type, facts: await pictureFacts(source, name, told?.picture) };
  if (kind === 'clip') {
    const facts = (await mp4Facts(source, container)) ?? told?.clip;
    if (facts === undefined) throw damaged();
    return { kind, type, facts };
  }
  if (told?.sound === undefined) throw damaged();
  return { kind, type, facts: told.sound };
}

/** Null for what is no MP4 or MOV, or one that this server can't read: then the browser's word counts. */
async function mp4Facts(source: ByteSource, container: ContainerId): Promise<MediaFacts | null> {
  if (container !== 'mp4' && container !== 'mov') return null;
  try {
    return await parseMp4Facts(source);
  } catch (error) {
    if (error instanceof Mp4Error) return null;
    throw error;
  }
}

async function pictureFacts(source: ByteSource, name: string, told: ToldFacts['picture']) {
  const size = pictureSize(await source.read(0, Math.min(source.sizeBytes, PICTURE_HEAD_BYTES)));
  if (size === null) throw new AppError('invalid_input', words.damaged({ name, kind: 'picture' }));
  if (Math.max(size.width, size.height) > limits.ownPictureSide)
    throw new AppError('invalid_input', words.tooManyPixels({ name, ...size, limit: limits.ownPictureSide }));
  // A camera that was held upright stores its picture lying, and says so in its notes.
  const isTurned = told?.width === size.height && told.height === size.width;
  return isTurned ? told : size;
}
