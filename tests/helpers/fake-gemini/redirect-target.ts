// The second origin: where a redirected download ends. A client must not bring its key here.

import type { IncomingMessage } from 'node:http';
import { fileBytes } from './files.ts';
import { json, type Reply } from './reply.ts';
import type { FakeState } from './state.ts';

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
