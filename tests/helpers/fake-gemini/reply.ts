// What a handler of the fake decides to answer, as plain data, and how that becomes HTTP.

import type { ServerResponse } from 'node:http';

/** Header names in lower case, values as sent. */
export type HeaderMap = Record<string, string>;

/** One answer. `drop` closes the socket without a byte. */
export type Reply =
  | { kind: 'json'; status: number; body: unknown; headers?: HeaderMap }
  | { kind: 'text'; status: number; contentType: string; text: string }
  | {
      kind: 'bytes';
      status: number;
      contentType: string;
      bytes: Uint8Array;
      /** Close the socket after this many bytes, although Content-Length announced them all. */
      cutAfterBytes?: number;
      /** Announce no length and send the bytes so many times. */
      chunks?: number;
    }
  | { kind: 'redirect'; status: 302 | 307; location: string }
  | { kind: 'drop' };

/** A JSON answer, 200 unless told otherwise. */
export function json(body: unknown, status = 200, headers: HeaderMap = {}): Reply {
  return { kind: 'json', status, body, headers };
}

/** Closes the connection without an answer, as a broken network does. */
export function drop(): Reply {
  return { kind: 'drop' };
}

/** Sends the reply and tells the status that went out; 0 if the socket was closed instead. */
export function sendReply(response: ServerResponse, reply: Reply): number {
  switch (reply.kind) {
    case 'json':
      response.writeHead(reply.status, { 'content-type': 'application/json; charset=UTF-8', ...reply.headers });
      response.end(JSON.stringify(reply.body));
      return reply.status;
    case 'text':
      response.writeHead(reply.status, { 'content-type': reply.contentType });
      response.end(reply.text);
      return reply.status;
    case 'redirect':
      response.writeHead(reply.status, { location: reply.location });
      response.end();
      return reply.status;
    case 'bytes':
      if (reply.chunks !== undefined) return sendChunks(response, reply, reply.chunks);
      response.writeHead(reply.status, { 'content-type': reply.contentType, 'content-length': reply.bytes.length });
      if (reply.cutAfterBytes === undefined) {
        response.end(reply.bytes);
      } else {
        response.write(reply.bytes.subarray(0, reply.cutAfterBytes), () => response.destroy());
      }
      return reply.status;
    case 'drop':
      response.destroy();
      return 0;
  }
}

/** Waits for a reader that is slow, and stops for one that has gone. */
function sendChunks(response: ServerResponse, reply: Extract<Reply, { kind: 'bytes' }>, chunks: number): number {
  let left = chunks;
  const send = (): void => {
    while (left > 0 && !response.destroyed) {
      left -= 1;
      if (!response.write(reply.bytes)) return void response.once('drain', send);
    }
    response.end();
  };
  response.writeHead(reply.status, { 'content-type': reply.contentType });
  send();
  return reply.status;
}
