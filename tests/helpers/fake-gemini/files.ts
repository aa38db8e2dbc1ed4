// The Files API, and the second origin to which a redirected download leads.

import type { IncomingMessage } from 'node:http';
import { orderedFault } from './faults.ts';
import { markerNamed } from './markers.ts';
import { json, type Reply } from './reply.ts';
import type { FakeRequest } from './request.ts';
import { countUp, type FakeState } from './state.ts';
import type { StoredFile } from './video-job.ts';
import { errorReply, invalid } from './wire-errors.ts';

const HTML = '<!doctype html><html><body>This is no video.</body></html>';
const TRUNCATED_SHARE = 0.6;

/** GET files/{id}:download?alt=media */
export async function downloadFile(state: FakeState, request: FakeRequest): Promise<Reply> {
  const id = request.params[0] ?? '';
  const file = state.files.get(id);
  if (file === undefined || file.key !== request.key) {
    const message = `You do not have permission to access the File ${id} or it may not exist.`;
    return errorReply('google', { httpStatus: 403, status: 'PERMISSION_DENIED', message });
  }
  if (request.url.searchParams.get('alt') !== 'media') return invalid('google', 'Downloads need alt=media.');
  const fault = fileFault(state, file);
  if (fault !== null) return fault;
  if (file.processingLooks > 0) {
    file.processingLooks -= 1;
    const message = `The File ${id} is not in an ACTIVE state and usage is not allowed.`;
    return errorReply('google', { httpStatus: 400, status: 'FAILED_PRECONDITION', message });
  }
  if (markerNamed(file.markers, 'redirect') !== null) {
    return { kind: 'redirect', status: 302, location: `${state.redirectUrl}/download/${id}` };
  }
  return fileBytes(state, file);
}

/** Serves the file and writes down whether the key came along; with the key it answers 400. */
export async function redirectedDownload(state: FakeState, message: IncomingMessage): Promise<Reply> {
  const url = new URL(message.url ?? '/', state.redirectUrl);
  const { headers } = message;
  const hadKey =
    headers['x-goog-api-key'] !== undefined || headers.authorization !== undefined || url.searchParams.has('key');
  state.redirects.push({ path: url.pathname, hadKey });
  if (hadKey) return json({ error: { code: 400, message: 'A credential was sent to a foreign host.' } }, 400);
  const file = state.files.get(/^\/download\/([^/]+)$/.exec(url.pathname)?.[1] ?? '');
  return file === undefined ? json({ error: { code: 404, message: 'Not Found' } }, 404) : await fileBytes(state, file);
}

/** The bytes of a file, spoilt if the prompt asked for it. */
async function fileBytes(state: FakeState, file: StoredFile): Promise<Reply> {
  const answer = { kind: 'bytes', status: 200, contentType: 'video/mp4' } as const;
  if (markerNamed(file.markers, 'not-a-video') !== null) return { ...answer, bytes: Buffer.from(HTML) };
  const bytes = await file.bytes();
  const part = Math.floor(bytes.length * TRUNCATED_SHARE);
  if (markerNamed(file.markers, 'truncated') !== null) return { ...answer, bytes: bytes.subarray(0, part) };
  const cut = markerNamed(file.markers, 'cut-download');
  if (cut !== null && (!cut.isOnce || countUp(state, `${cut.literal} | ${file.id}`) === 1)) {
    return { ...answer, bytes, cutAfterBytes: part };
  }
  return { ...answer, bytes };
}

function fileFault(state: FakeState, file: StoredFile): Reply | null {
  const expired = markerNamed(file.markers, 'expired-file');
  if (expired !== null) {
    const httpStatus = Number(expired.value ?? '404');
    const status = httpStatus === 403 ? 'PERMISSION_DENIED' : 'NOT_FOUND';
    return errorReply('google', { httpStatus, status, message: `The File ${file.id} has expired.` });
  }
  return orderedFault({
    scope: 'download',
    family: 'google',
    model: '',
    markers: file.markers,
    isFirst: (words) => countUp(state, `${words} | ${file.id}`) === 1,
  });
}
