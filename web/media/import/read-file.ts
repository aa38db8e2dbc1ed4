/** What a file is that a person brings: by its bytes, and by what this browser can make of them. */
import { ownFileKinds, type OwnFile, type OwnFileKind } from '#shared/entities/own-file.ts';
import type { MediaFacts } from '#shared/entities/media-facts.ts';
import { limits } from '#shared/limits.ts';
import { ownFileBytes } from '#shared/own-files/limits.ts';
import { pictureSize } from '#shared/own-files/picture-size.ts';
import {
  containerName,
  likelyKind,
  SNIFFED_BYTES,
  sniffContainer,
  typeAs,
  type ContainerId,
} from '#shared/own-files/sniff.ts';
import { ownFileWords as words } from '#shared/own-files/words.ts';
import { codecName } from '#shared/words/codec-words.ts';
import { canDecode } from '../decode/can-decode.ts';
import { openClip } from '../probe/open-clip.ts';
import { openSoundFile } from '../sound/open-sound-file.ts';

export type FileContent =
  | Pick<Extract<OwnFile, { kind: 'clip' }>, 'kind' | 'type' | 'facts'>
  | Pick<Extract<OwnFile, { kind: 'picture' }>, 'kind' | 'type' | 'facts'>
  | Pick<Extract<OwnFile, { kind: 'sound' }>, 'kind' | 'type' | 'facts'>;

/** Why a file can't be used: a sentence that names it. */
export class UnusableFile extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'UnusableFile';
  }
}

/** Headers of pictures come after their profiles and their camera's notes. */
const PICTURE_HEAD_BYTES = 1_000_000;

/** @throws UnusableFile */
export async function readFileContent(
  file: Blob,
  name: string,
  kinds: readonly OwnFileKind[] = ownFileKinds,
): Promise<FileContent> {
  if (file.size === 0) throw new UnusableFile(words.empty({ name }));
  const container = sniffContainer(await bytesOf(file, SNIFFED_BYTES));
  if (container === null) throw new UnusableFile(words.unknownType({ name }));
  const likely = likelyKind(container);
  if (likely === null) throw new UnusableFile(words.notTaken({ name, type: containerName(container) }));
  const [wanted = likely] = kinds;
  const otherKind = (): UnusableFile =>
    new UnusableFile(words.otherKind({ name, type: containerName(container), kind: wanted }));
  if (kinds.every((kind) => typeAs(container, kind) === null)) throw otherKind();
  requireSize(file, name, likely);
  if (likely === 'picture') return pictureContent(file, name, container);
  const clip = likely === 'clip' ? await clipContent(file, name, container) : null;
  const content = clip ?? (await soundContent(file, name, container));
  if (!kinds.includes(content.kind)) throw otherKind();
  requireSize(file, name, content.kind);
  return content;
}

function requireSize(file: Blob, name: string, kind: OwnFile['kind']): void {
  const limitBytes = ownFileBytes[kind];
  if (file.size > limitBytes) throw new UnusableFile(words.tooLarge({ name, kind, sizeBytes: file.size, limitBytes }));
}

/** Decodes it once: what can't be shown is told now. */
async function pictureContent(file: Blob, name: string, container: ContainerId): Promise<FileContent> {
  const type = typeAs(container, 'picture');
  const size = pictureSize(await bytesOf(file, PICTURE_HEAD_BYTES));
  if (size === null || type === null) throw new UnusableFile(words.damaged({ name, kind: 'picture' }));
  if (Math.max(size.width, size.height) > limits.ownPictureSide)
    throw new UnusableFile(words.tooManyPixels({ name, ...size, limit: limits.ownPictureSide }));
  try {
    const picture = await createImageBitmap(new Blob([file], { type }));
    const facts = { width: picture.width, height: picture.height };
    picture.close();
    return { kind: 'picture', type, facts };
  } catch {
    throw new UnusableFile(words.undecodablePicture({ name, type: containerName(container) }));
  }
}

/** Null for a file that has sound alone. */
async function clipContent(file: Blob, name: string, container: ContainerId): Promise<FileContent | null> {
  const type = typeAs(container, 'clip');
  if (type === null) return null;
  let clip: Awaited<ReturnType<typeof openClip>>;
  try {
    clip = await openClip(file);
  } catch {
    // It may have no picture; what is damaged fails again as sound.
    return null;
  }
  try {
    const { video, audio } = clip.facts;
    if ('VideoDecoder' in globalThis && !(await canDecode(clip)))
      throw new UnusableFile(words.undecodable({ name, codec: codecName(video.codec) ?? video.codec }));
    const { num, den } = video.fps;
    // Before any of it is kept here or sent.
    if ((video.frameCount * den) / num > limits.ownClipSeconds)
      throw new UnusableFile(words.tooLong({ name, minutes: limits.ownClipSeconds / 60 }));
    const facts: MediaFacts = {
      video: {
        codec: video.codec,
        width: video.width,
        height: video.height,
        fps: { num, den },
        frameCount: video.frameCount,
        durationSeconds: (video.frameCount * den) / num,
      },
      audio: audio === null ? null : { codec: audio.codec, sampleRate: audio.sampleRate, channels: audio.channels },
    };
    return { kind: 'clip', type, facts };
  } finally {
    clip.close();
  }
}

async function soundContent(file: Blob, name: string, container: ContainerId): Promise<FileContent> {
  const type = typeAs(container, 'sound');
  const sound = await openSoundFile(file).catch(() => {
    throw new UnusableFile(words.damaged({ name, kind: type === null ? 'clip' : 'sound' }));
  });
  if (sound === null || type === null) {
    sound?.close();
    throw new UnusableFile(words.noTracks({ name }));
  }
  try {
    const { track, durationSeconds } = sound;
    if (!(durationSeconds > 0)) throw new UnusableFile(words.damaged({ name, kind: 'sound' }));
    const codec = (await track.getCodecParameterString()) ?? track.codec ?? 'unknown';
    if (!(await track.canDecode()))
      throw new UnusableFile(words.undecodable({ name, codec: codecName(codec) ?? codec }));
    const facts = { codec, sampleRate: track.sampleRate, channels: track.numberOfChannels, durationSeconds };
    return { kind: 'sound', type, facts };
  } finally {
    sound.close();
  }
}

async function bytesOf(file: Blob, count: number): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(0, count).arrayBuffer());
}
