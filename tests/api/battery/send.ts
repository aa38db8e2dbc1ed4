/** From a call and its valid request to what is sent, with whatever a test wants otherwise. */
import type { PlantingApi } from '../harness.ts';
import type { Operation } from './operations.ts';
import type { ValidRequest } from './requests.ts';

export type Sent = {
  /** Instead of those of the valid request. */
  params?: Record<string, string>;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  fields?: Record<string, unknown>;
  /** The body as it is, whatever the fields say; null sends none. */
  body?: BodyInit | null;
  contentType?: string;
  /** null sends none. */
  cookie?: string | null;
  /** undefined sends the server's own. */
  origin?: string | null | undefined;
};

/** Sends a call's valid request, changed as told. */
export function sendTo(
  api: Pick<PlantingApi, 'fetch' | 'config'>,
  operation: Operation,
  valid: ValidRequest,
  sent: Sent = {},
): Promise<Response> {
  const headers = new Headers({ ...valid.headers, ...sent.headers });
  const hasFields = (sent.fields ?? valid.fields) !== undefined;
  const contentType = sent.contentType ?? (hasFields ? operation.body?.contentType : undefined);
  if (contentType !== undefined) headers.set('Content-Type', contentType);
  const origin = sent.origin === undefined ? api.config.publicUrl : sent.origin;
  if (origin !== null) headers.set('Origin', origin);
  if (typeof sent.cookie === 'string') headers.set('Cookie', sent.cookie);
  const body = sent.body === undefined ? encodedBody(operation, valid, sent) : sent.body;
  return api.fetch(pathOf(operation, valid, sent), {
    method: operation.method,
    headers,
    ...(body === null || operation.method === 'GET' ? {} : { body, duplex: 'half' }),
  });
}

/** A call's path with its parameters filled in and its query. */
export function pathOf(operation: Operation, valid: ValidRequest, sent: Pick<Sent, 'params' | 'query'> = {}): string {
  const params = sent.params ?? valid.params ?? {};
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
  const query = new URLSearchParams(sent.query ?? valid.query ?? {}).toString();
  return query === '' ? path : `${path}?${query}`;
}

function encodedBody(operation: Operation, valid: ValidRequest, sent: Sent): BodyInit | null {
  if (valid.bytes !== undefined) return valid.bytes;
  const fields = sent.fields ?? valid.fields;
  if (fields === undefined) return null;
  return operation.body?.contentType === 'application/json'
    ? JSON.stringify(fields)
    : new URLSearchParams(fields as Record<string, string>).toString();
}
