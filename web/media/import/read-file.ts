/** What a file is that a person brings: by its bytes, and by what this browser can make of them. */
import { ownFileKinds, type OwnFile, type OwnFileKind } from '#shared/entities/own-file.ts';
import type { MediaFacts } from '#shared/entities/media-facts.ts';
import { limits } from '#shared/limits.ts';
import { ownFileBytes } from '#shared/own-files/limits.ts';
import { blobSource } from '#shared/mp4/byte-source.ts';
import { readMp4Index } from '#shared/mp4/read-index.ts';
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
import { MediaFailure } from '../failures.ts';
import { openClip, type OpenClip } from '../probe/open-clip.ts';
import { openSoundFile } from '../sound/open-sound-file.ts';
import { canDecodeSound, soundConfig } from '../sound/sound-decoding.ts';
import { codecOfHead, codecWordOf, pictureTrackOf } from './foreign-codec.ts';

export type FileContent =
  | Pick<Extract<OwnFile, { kind: 'clip' }>, 'kind' | 'type' | 'facts'>
  | Pick<Extract<OwnFile, { kind: 'picture' }>, 'kind' | 'type' | 'facts'>
  | Pick<Extract<OwnFile, { kind: 'sound' }>, 'kind' | 'type' | 'facts'>;

/** `note` says what of the file is not used here; null where all of it is. */
export type ReadFile = { content: FileContent; note: string | null };

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
): Promise<ReadFile> {
  if (file.size === 0) throw new UnusableFile(words.empty({ name }));
  const head = await bytesOf(file, SNIFFED_BYTES);
  const container = sniffContainer(head);
  if (container === null) throw new UnusableFile(words.unknownType({ name }));
  const likely = likelyKind(container);
  if (likely === null) throw new UnusableFile(words.notTaken({ name, type: containerName(container) }));
  const [wanted = likely] = kinds;
  const otherKind = (found = likely): UnusableFile => {
    const type = containerName(container);
    const isSound = found === 'sound' && wanted === 'clip';
    return new UnusableFile(
      isSound ? words.soundForClip({ name, type }) : words.otherKind({ name, type, kind: wanted }),
    );
  };
  if (kinds.every((kind) => typeAs(container, kind) === null)) throw otherKind();
  requireSize(file, name, likely);
  if (likely === 'picture') return { content: await pictureContent(file, name, container), note: null };
  const clip = likely === 'clip' ? await openPictureOf(file, { name, container, kinds, otherKind }) : null;
  try {
    const content =
      clip === null ? await soundContent(file, { name, container, head }) : await clipContent(clip, name, container);
    if (!kinds.includes(content.kind)) throw otherKind(content.kind);
    requireSize(file, name, content.kind);
    return { content, note: clip === null ? null : await soundNote(clip, name) };
  } finally {
    clip?.close();
  }
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

type Asked = { name: string; container: ContainerId; kinds: readonly OwnFileKind[]; otherKind: () => UnusableFile };

/** Null for a file that has sound alone. The caller closes the clip. */
async function openPictureOf(file: Blob, { name, container, kinds, otherKind }: Asked): Promise<OpenClip | null> {
  if (typeAs(container, 'clip') === null) return null;
  try {
    const clip = await openClip(file);
    if (kinds.includes('clip')) return clip;
    clip.close();
  } catch (error) {
    if (error instanceof MediaFailure && error.code === 'source-missing')
      throw new UnusableFile(words.unreadable({ name }));
    const picture = await pictureTrackOf(file).catch(() => null);
    // What no track can be read of fails again as sound, which says so.
    if (picture === null || picture.kind === 'none') return null;
    if (!kinds.includes('clip')) throw otherKind();
    if (picture.kind === 'foreign')
      throw new UnusableFile(words.undecodable({ name, codec: picture.codec, kind: 'clip' }));
    throw new UnusableFile(words.damaged({ name, kind: 'clip' }));
  }
  throw otherKind();
}

async function clipContent(clip: OpenClip, name: string, container: ContainerId): Promise<FileContent> {
  const type = typeAs(container, 'clip');
  const { video, audio } = clip.facts;
  if (type === null || ('VideoDecoder' in globalThis && !(await canDecode(clip))))
    throw new UnusableFile(words.undecodable({ name, codec: codecName(video.codec) ?? video.codec, kind: 'clip' }));
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
}

/** Said when the clip is taken in, or its silence would only be told by the export. */
async function soundNote(clip: OpenClip, name: string): Promise<string | null> {
  if (clip.facts.audio === null || !('AudioDecoder' in globalThis)) return null;
  const { audio } = await clip.tracks();
  if (audio === null || (await canDecodeSound(audio))) return null;
  return words.silentClip({ name, codec: await codecWordOf(audio) });
}

type SoundAsked = { name: string; container: ContainerId; head: Uint8Array };

async function soundContent(file: Blob, { name, container, head }: SoundAsked): Promise<FileContent> {
  const type = typeAs(container, 'sound');
  const undecodable = (codec: string): UnusableFile =>
    new UnusableFile(words.undecodable({ name, codec, kind: 'sound' }));
  const foreign = codecOfHead(head, container);
  const sound = await openSoundFile(file).catch(() => {
    if (foreign !== null) throw undecodable(foreign);
    throw new UnusableFile(words.damaged({ name, kind: type === null ? 'clip' : 'sound' }));
  });
  if (sound === null || type === null) {
    sound?.close();
    if (foreign !== null) throw undecodable(foreign);
    const isDamaged = isIndexed(container) && !(await hasIndex(file));
    throw new UnusableFile(
      isDamaged ? words.damaged({ name, kind: type === null ? 'clip' : 'sound' }) : words.noTracks({ name }),
    );
  }
  try {
    const { track, durationSeconds } = sound;
    if (!(durationSeconds > 0)) throw new UnusableFile(words.damaged({ name, kind: 'sound' }));
    if (durationSeconds < limits.audioMinSeconds)
      throw new UnusableFile(words.tooShort({ name, seconds: limits.audioMinSeconds }));
    if (!(await canDecodeSound(track))) throw undecodable(await codecWordOf(track));
    const codec = (await soundConfig(track))?.codec ?? (await track.getCodec()) ?? words.unknownCodec;
    const facts = { codec, sampleRate: track.sampleRate, channels: track.numberOfChannels, durationSeconds };
    return { kind: 'sound', type, facts };
  } finally {
    sound.close();
  }
}

const isIndexed = (container: ContainerId): boolean => ['mp4', 'mov', 'm4a'].includes(container);

/** Where it comes last, a file that was cut off lacks it, and seems to have no tracks. */
async function hasIndex(file: Blob): Promise<boolean> {
  const index = await readMp4Index(blobSource(file)).catch(() => null);
  return index !== null;
}

async function bytesOf(file: Blob, count: number): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(0, count).arrayBuffer());
}
