/** Builders of own files: every fact has a plain value, and a test names only what it is about. */
import { createHash } from 'node:crypto';
import type { OwnFileRow } from '#data/tables/rows.ts';
import type { OwnFile, OwnFileKind } from '#shared/entities/own-file.ts';
import { makeClip } from './clips/make-clip.ts';
import { oneSecondFacts } from './clips/one-second-facts.ts';
import { jpegOf } from './pictures.ts';
import { projectRow, testHash } from './rows.ts';

type Of<K extends OwnFileKind> = Extract<OwnFile, { kind: K }>;

/** A file and what it is made of. */
export type MadeFile = { file: OwnFile; bytes: Uint8Array<ArrayBuffer> };

const plain: { [K in OwnFileKind]: Pick<Of<K>, 'name' | 'type' | 'facts'> } = {
  clip: { name: 'Beach.mp4', type: 'video/mp4', facts: oneSecondFacts },
  picture: { name: 'Tram.jpg', type: 'image/jpeg', facts: { width: 16, height: 9 } },
  sound: {
    name: 'Song.mp3',
    type: 'audio/mpeg',
    facts: { codec: 'mp3', sampleRate: 48_000, channels: 2, durationSeconds: 60 },
  },
};

export function ownFile<K extends OwnFileKind>(kind: K, fields: Partial<Of<K>> = {}): Of<K> {
  const common = { sha256: testHash(70), sizeBytes: 20, createdAt: 1 };
  return { ...common, ...plain[kind], ...fields, kind } as unknown as Of<K>;
}

/** As a device keeps it. */
export function ownFileRow(file: OwnFile, fields: Partial<OwnFileRow> = {}): OwnFileRow {
  const known = { userId: projectRow().userId, sha256: file.sha256, file };
  return { ...known, state: 'waiting', sentBytes: 0, sentence: null, ...fields };
}

/** The file that these bytes are. */
export function madeOf(kind: OwnFileKind, bytes: Uint8Array<ArrayBuffer>, fields: Partial<OwnFile> = {}): MadeFile {
  return { bytes, file: ownFile(kind, { sizeBytes: bytes.length, sha256: sha256Of(bytes), ...fields }) };
}

export function sha256Of(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** A clip of a second, each with its number in its picture. */
export async function madeClip(sceneNumber = 1, fields: Partial<OwnFile> = {}): Promise<MadeFile> {
  return madeOf('clip', new Uint8Array(await makeClip({ seconds: 1, size: '360p', sceneNumber })), fields);
}

/** @param words make it different from others */
export function madePicture(words: string): MadeFile {
  return madeOf('picture', jpegOf(words), { name: `${words}.jpg` });
}

/** Bytes that begin as an MP3 does. */
export function madeSound(bytes: Uint8Array<ArrayBuffer>, fields: Partial<OwnFile> = {}): MadeFile {
  bytes.set([0xff, 0xfb, 0x90, 0x64]);
  return madeOf('sound', bytes, fields);
}
