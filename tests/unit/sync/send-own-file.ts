import { changeUpload } from '#data/tables/own-files.ts';
import { startUploadReply } from '#shared/api/uploads.ts';
import type { OwnFile } from '#shared/entities/own-file.ts';
import type { TestUser } from '#tests/api/harness.ts';
import type { RealDevice } from './real-device.ts';

/** Uploads a file, as the device does in its own time. */
export async function sendOwnFile(
  { db }: RealDevice,
  user: TestUser,
  { sha256, sizeBytes, name, kind }: OwnFile,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const json = { sha256, sizeBytes, kind, name };
  const { upload } = startUploadReply.parse(await user.json('/api/uploads', { method: 'POST', json }));
  const headers = { 'Content-Type': 'application/octet-stream' };
  await user.fetch(`/api/uploads/${upload?.id}/parts/1`, { method: 'PUT', body: bytes, headers });
  await user.json(`/api/uploads/${upload?.id}/complete`, { method: 'POST' });
  await changeUpload(db, { userId: user.id, sha256 }, { state: 'sent' });
}
