// The Files API: look at, download, delete and upload a file.

import { z } from 'zod';
import { orderedFault } from './faults.ts';
import { markerNamed } from './markers.ts';
import { json, type Reply } from './reply.ts';
import type { FakeRequest } from './request.ts';
import { countUp, type FakeState } from './state.ts';
import { describeFile, type StoredFile } from './stored-file.ts';
import { errorReply, invalid } from './wire-errors.ts';

const uploadStart = z.object({
  file: z
    .object({ mimeType: z.string().optional(), displayName: z.string().optional(), sizeBytes: z.string().optional() })
    .optional(),
});

const HTML = '<!doctype html><html><body>This is no video.</body></html>';
const TRUNCATED_SHARE = 0.6;

/** GET files/{id} */
export async function getFile(state: FakeState, request: FakeRequest): Promise<Reply> {
  const file = findFile(state, request);
  if (file === null) return noSuchFile(request.params[0] ?? '');
  const fault = fileFault(state, file, 'file');
  if (fault !== null) return fault;
  const description = await describeFile(state, file);
  if (file.processingLooks > 0) file.processingLooks -= 1;
  return json(description);
}

/** GET files/{id}:download?alt=media */
export async function downloadFile(state: FakeState, request: FakeRequest): Promise<Reply> {
  const id = request.params[0] ?? '';
  const file = findFile(state, request);
  if (file === null) return noSuchFile(id);
  if (request.url.searchParams.get('alt') !== 'media') return invalid('google', 'Downloads need alt=media.');
  const fault = fileFault(state, file, 'download');
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

/** The bytes of a file, spoilt if the prompt asked for it. */
export async function fileBytes(state: FakeState, file: StoredFile): Promise<Reply> {
  const answer = { kind: 'bytes', status: 200, contentType: file.mimeType } as const;
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

/** DELETE files/{id} */
export function deleteFile(state: FakeState, request: FakeRequest): Reply {
  const file = findFile(state, request);
  if (file === null) return noSuchFile(request.params[0] ?? '');
  state.files.delete(file.id);
  return json({});
}

/** POST /upload/…/files: the first of the two steps. */
export function startUpload(state: FakeState, request: FakeRequest): Reply {
  const { headers } = request;
  const sent = uploadStart.safeParse(request.body ?? {});
  const mimeType = headers['x-goog-upload-header-content-type'];
  const isStart = headers['x-goog-upload-protocol'] === 'resumable' && headers['x-goog-upload-command'] === 'start';
  if (!sent.success || !isStart || mimeType === undefined)
    return invalid('google', 'The upload was not started as a resumable one.');
  const id = `up${countUp(state, 'uploads')}`;
  state.uploads.set(id, {
    id,
    key: request.key,
    mimeType: sent.data.file?.mimeType ?? mimeType,
    displayName: sent.data.file?.displayName ?? '',
    source: 'UPLOADED',
    createdAt: new Date().toISOString(),
    processingLooks: 0,
    markers: [],
    bytes: async () => new Uint8Array(),
  });
  const url = `${state.baseUrl}/upload/v1beta/files?upload_id=${id}&upload_protocol=resumable`;
  return json({}, 200, { 'x-goog-upload-url': url, 'x-goog-upload-status': 'active' });
}

/** POST to the address that the first step named. Parts add up until one says finalize. */
export async function continueUpload(state: FakeState, request: FakeRequest): Promise<Reply> {
  const file = state.uploads.get(request.url.searchParams.get('upload_id') ?? '');
  if (file === undefined) return invalid('google', 'Unknown upload.');
  const before = await file.bytes();
  const offset = Number(request.headers['x-goog-upload-offset'] ?? Number.NaN);
  if (offset !== before.length) return invalid('google', `Expected offset ${before.length}.`);
  const whole = Buffer.concat([before, request.bytes]);
  file.bytes = async () => whole;
  const commands = (request.headers['x-goog-upload-command'] ?? '').split(',').map((word) => word.trim());
  if (!commands.includes('finalize')) return json({}, 200, { 'x-goog-upload-status': 'active' });
  state.uploads.delete(file.id);
  state.files.set(file.id, file);
  return json({ file: await describeFile(state, file) }, 200, { 'x-goog-upload-status': 'final' });
}

function findFile(state: FakeState, request: FakeRequest): StoredFile | null {
  const file = state.files.get(request.params[0] ?? '');
  return file === undefined || file.key !== request.key ? null : file;
}

function noSuchFile(id: string): Reply {
  const message = `You do not have permission to access the File ${id} or it may not exist.`;
  return errorReply('google', { httpStatus: 403, status: 'PERMISSION_DENIED', message });
}

function fileFault(state: FakeState, file: StoredFile, scope: 'file' | 'download'): Reply | null {
  const expired = markerNamed(file.markers, 'expired-file');
  if (expired !== null) {
    const httpStatus = Number(expired.value ?? '404');
    const status = httpStatus === 403 ? 'PERMISSION_DENIED' : 'NOT_FOUND';
    return errorReply('google', { httpStatus, status, message: `The File ${file.id} has expired.` });
  }
  return orderedFault({
    scope,
    family: 'google',
    model: '',
    markers: file.markers,
    isFirst: (words) => countUp(state, `${words} | ${file.id}`) === 1,
  });
}
