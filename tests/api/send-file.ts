/** Files of a person's own, sent in parts as a page does. */
import { createHash, randomBytes } from 'node:crypto';
import type { StartUploadReply } from '#shared/api/uploads.ts';
import { limits } from '#shared/limits.ts';
import type { TestUser } from './harness.ts';

export type Bytes = Uint8Array<ArrayBuffer>;

const PART = limits.uploadPartBytes;
export const SOUND = { codec: 'mp3', sampleRate: 48_000, channels: 2, durationSeconds: 60 };

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Sound of any length that is an MP3 by its first bytes. */
export function mp3Of(sizeBytes: number): Bytes {
  const bytes = new Uint8Array(randomBytes(sizeBytes));
  bytes.set([0xff, 0xfb, 0x90, 0x64]);
  return bytes;
}

/** The bytes of a part, which are numbered from 1. */
export const partOf = (bytes: Bytes, number: number): Bytes => bytes.slice((number - 1) * PART, number * PART);

/** @param more what it is, where it's no sound */
export function startUpload(user: TestUser, bytes: Bytes, more: object = {}): Promise<Response> {
  const file = { sha256: hashOf(bytes), sizeBytes: bytes.length, kind: 'sound', name: 'Song.mp3' };
  return user.fetch('/api/uploads', { method: 'POST', json: { ...file, facts: { sound: SOUND }, ...more } });
}

/** @returns its id, empty where the person has the file */
export async function uploadId(user: TestUser, bytes: Bytes, more: object = {}): Promise<string> {
  const { upload }: StartUploadReply = await (await startUpload(user, bytes, more)).json();
  return upload?.id ?? '';
}

export function putPart(user: TestUser, id: string, number: number, body: BodyInit): Promise<Response> {
  return user.fetch(`/api/uploads/${id}/parts/${number}`, {
    ...{ method: 'PUT', body, headers: { 'Content-Type': 'application/octet-stream' } },
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
  });
}

export const completeUpload = (user: TestUser, id: string): Promise<Response> =>
  user.fetch(`/api/uploads/${id}/complete`, { method: 'POST' });

/** All of it. @returns what the last call answers */
export async function sendFile(user: TestUser, bytes: Bytes, more: object = {}): Promise<Response> {
  const id = await uploadId(user, bytes, more);
  for (let number = 1; (number - 1) * PART < bytes.length; number++)
    await putPart(user, id, number, partOf(bytes, number));
  return completeUpload(user, id);
}
