/** Own files on their way to the API, by the calls that a page makes. */
import { apiErrorOf } from '#api/errors.ts';
import { changeUpload } from '#data/tables/own-files.ts';
import { ownFileReply, ownFilesReply, startUploadReply } from '#shared/api/uploads.ts';
import type { UploadCalls } from '#sync/uploads.ts';
import type { TestUser } from '#tests/api/harness.ts';
import type { MadeFile } from '#tests/helpers/own-files.ts';
import type { RealDevice } from './real-device.ts';

/** @param pass what becomes of each call on its way */
export function uploadCallsOf(
  user: TestUser,
  pass: (ask: () => Promise<unknown>) => Promise<unknown> = (ask) => ask(),
): UploadCalls {
  const ask = (path: string, init: Parameters<TestUser['fetch']>[1] = {}): Promise<unknown> =>
    pass(async () => {
      const reply = await user.fetch(path, init);
      if (!reply.ok) throw await apiErrorOf(reply);
      return reply.status === 204 ? null : reply.json();
    });
  return {
    start: async ({ sha256, sizeBytes, kind, name, facts }) => {
      const json = { sha256, sizeBytes, kind, name, facts: { [kind]: facts } };
      return startUploadReply.parse(await ask('/api/uploads', { method: 'POST', json }));
    },
    putPart: async (id, number, body) => {
      const headers = { 'Content-Type': 'application/octet-stream' };
      await ask(`/api/uploads/${id}/parts/${number}`, { method: 'PUT', body, headers });
    },
    complete: async (id) => ownFileReply.parse(await ask(`/api/uploads/${id}/complete`, { method: 'POST' })),
    list: async () => ownFilesReply.parse(await ask('/api/own-files')),
  };
}

/** Uploads a file, as the device does in its own time. */
export async function sendOwnFile({ db }: RealDevice, user: TestUser, { file, bytes }: MadeFile): Promise<void> {
  const { start, putPart, complete } = uploadCallsOf(user);
  const { signal } = new AbortController();
  const { upload } = await start(file, signal);
  await putPart(upload?.id ?? '', 1, new Blob([bytes]), signal, () => undefined);
  await complete(upload?.id ?? '', signal);
  await changeUpload(db, { userId: user.id, sha256: file.sha256 }, { state: 'sent' });
}
