// A request as the fake saw it, and the names of what can be asked.

import type { IncomingMessage } from 'node:http';
import type { HeaderMap } from './reply.ts';

/** What a request asks for, whichever API version it names. */
export type Operation =
  | 'models.generateContent'
  | 'models.list'
  | 'models.get'
  | 'interactions.create'
  | 'interactions.get'
  | 'interactions.cancel'
  | 'files.download'
  | 'veo.create'
  | 'operations.get'
  | 'unknown';

/** One request as logged. */
export interface LoggedRequest {
  operation: Operation;
  method: string;
  /** Without the query string. */
  path: string;
  query: Record<string, string>;
  /** Names in lower case. */
  headers: HeaderMap;
  /** Parsed if it was JSON, else undefined. */
  body: unknown;
  /** Status of the answer; 0 while none was sent, and for a dropped connection. */
  status: number;
}

/** What a handler gets to see. */
export interface FakeRequest {
  operation: Operation;
  method: string;
  url: URL;
  headers: HeaderMap;
  body: unknown;
  bytes: Uint8Array;
  /** The credential, or '' where none is needed. */
  key: string;
  /** The parts of the path that its pattern captured. */
  params: readonly string[];
}

/** Reads the whole body. */
export async function bodyOf(message: IncomingMessage): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

/** Header names in lower case, repeated headers joined by a comma. */
export function headersOf(message: IncomingMessage): HeaderMap {
  const headers: HeaderMap = {};
  for (const [name, value] of Object.entries(message.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return headers;
}

/** The body as JSON, or undefined if it isn't. */
export function parsedJson(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return undefined;
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return undefined;
  }
}
