/** Somebody who uses the server or the Worker that is measured. */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { startUploadReply } from '#shared/api/uploads.ts';
import type { ModelId } from '#shared/catalogue/models.ts';
import type { OwnFileKind } from '#shared/entities/own-file.ts';

type Init = { method?: string; json?: unknown; bytes?: Uint8Array<ArrayBuffer>; headers?: Record<string, string> };
export type Send = (path: string, init?: Init) => Promise<Response>;

const idOf = z.object({ id: z.string() });
const sceneStates = z.array(
  z.object({ id: z.string(), status: z.string(), sha256: z.string().nullable(), duration: z.number() }),
);

/** @returns what sends their calls, waits where they are too many, and throws where one is refused; and their session */
export async function signIn(origin: string): Promise<{ send: Send; cookie: string }> {
  const reply = await fetch(`${origin}/api/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Origin: origin },
    body: new URLSearchParams({ email: 'ada@example.test', firstName: 'Ada', lastName: 'Bench' }),
  });
  const cookie = reply.headers.get('set-cookie')?.split(';')[0] ?? '';
  const send: Send = async (path, init = {}) => {
    const { method = 'GET', json, bytes, headers = {} } = init;
    const type = json === undefined ? {} : { 'Content-Type': 'application/json' };
    const answer = await fetch(`${origin}${path}`, {
      method,
      headers: { Cookie: cookie, Origin: origin, ...type, ...headers },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      ...(bytes === undefined ? {} : { body: bytes }),
    });
    if (answer.status === 429) {
      await pause(1_000 * Number(answer.headers.get('retry-after') ?? 1));
      return send(path, init);
    }
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  return { send, cookie };
}

/** @returns the path of a project with so many scenes */
export async function newProject(
  send: Send,
  scenes: number,
  description: string,
  model: ModelId = 'omni',
): Promise<string> {
  const project = {
    ...{ title: 'Bench', description: 'A keeper sees a light at sea and rows out into the storm.', genres: ['drama'] },
    ...{ targetLength: 30, model, aspectRatio: '16:9' },
  };
  const { id } = idOf.parse(await (await send('/api/projects', { method: 'POST', json: project })).json());
  for (let n = 1; n <= scenes; n++)
    await send(`/api/projects/${id}/scenes`, {
      method: 'POST',
      json: { title: `Scene ${n}`, description, duration: 4 },
    });
  return `/api/projects/${id}`;
}

export async function scenesOf(send: Send, project: string): Promise<z.infer<typeof sceneStates>> {
  return sceneStates.parse(await (await send(`${project}/scenes`)).json());
}

type Upload = { id: string; partBytes: number; partCount: number };

/** @param sha256 of the whole file */
export async function beginUpload(
  send: Send,
  file: { sha256: string; sizeBytes: number; kind: OwnFileKind; facts?: unknown },
): Promise<Upload> {
  const json = { name: 'Bench', ...file };
  const { upload } = startUploadReply.parse(await (await send('/api/uploads', { method: 'POST', json })).json());
  if (upload === null) throw new Error('The file is there already.');
  return upload;
}

export async function sendPart(send: Send, { id }: Upload, number: number, bytes: Uint8Array<ArrayBuffer>) {
  const headers = { 'Content-Type': 'application/octet-stream' };
  await send(`/api/uploads/${id}/parts/${number}`, { method: 'PUT', bytes, headers });
}

/** Brings a file that nobody has yet. @returns its hash */
export async function uploadFile(
  send: Send,
  bytes: Uint8Array<ArrayBuffer>,
  file: { kind: OwnFileKind; facts?: unknown },
): Promise<string> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const upload = await beginUpload(send, { sha256, sizeBytes: bytes.byteLength, ...file });
  for (let n = 1; n <= upload.partCount; n++)
    await sendPart(send, upload, n, bytes.slice((n - 1) * upload.partBytes, n * upload.partBytes));
  await send(`/api/uploads/${upload.id}/complete`, { method: 'POST' });
  return sha256;
}
