// What a handler of the fake decides to answer, as plain data: one place turns it into HTTP.

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
