/** Files of a bucket that is reached by S3's API from anywhere, as R2's is. For moving media; servers have other ways. */
import { setTimeout as pause } from 'node:timers/promises';
import { BlobMissingError } from './port.ts';
import { signedS3Headers, type S3Credentials } from './s3-signature.ts';

export type S3Bucket = S3Credentials & {
  /** Of the bucket, without a slash at the end. */
  url: string;
};

export type S3Files = {
  /** Null when there is no such file. */
  size(sha256: string): Promise<number | null>;
  /** Bytes that the store refuses unless they have this hash. @param open called anew for each try */
  put(sha256: string, sizeBytes: number, open: () => ReadableStream<Uint8Array>): Promise<void>;
  /** @throws BlobMissingError */
  read(sha256: string): Promise<ReadableStream<Uint8Array>>;
};

const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const TRIES = 5;
const SHORTEST_PAUSE_MS = 200;
const LONGEST_MS = 60 * 60_000;

export function s3Files({ url, ...credentials }: S3Bucket, now: () => number): S3Files {
  const ask = async (
    method: 'GET' | 'HEAD' | 'PUT',
    sha256: string,
    body: { sizeBytes: number; open: () => ReadableStream<Uint8Array> } | null = null,
  ): Promise<Response> => {
    for (let tries = 1; ; tries++) {
      const address = new URL(`${url}/${sha256}`);
      const bodySha256 = body === null ? EMPTY_SHA256 : sha256;
      const headers = signedS3Headers({ method, url: address, headers: {}, bodySha256 }, credentials, now());
      const send: RequestInit & { duplex: 'half' } = {
        method,
        headers: body === null ? headers : { ...headers, 'content-length': String(body.sizeBytes) },
        body: body === null ? null : body.open(),
        duplex: 'half',
        signal: AbortSignal.timeout(LONGEST_MS),
      };
      const reply = await fetch(address, send).catch((error: unknown) => {
        if (tries === TRIES) throw error;
        return null;
      });
      if (reply !== null && (reply.ok || reply.status === 404)) return reply;
      const text = reply === null ? '' : `${reply.status}: ${(await reply.text()).slice(0, 300)}`;
      // What is refused for good is refused again.
      const isPassing = reply === null || reply.status >= 500 || reply.status === 429;
      if (!isPassing || tries === TRIES) throw new Error(`The bucket answered ${text}`);
      await pause(SHORTEST_PAUSE_MS * 2 ** tries);
    }
  };
  return {
    size: async (sha256) => {
      const reply = await ask('HEAD', sha256);
      return reply.status === 404 ? null : Number(reply.headers.get('content-length'));
    },
    put: async (sha256, sizeBytes, open) => {
      const reply = await ask('PUT', sha256, { sizeBytes, open });
      await reply.body?.cancel();
      if (!reply.ok) throw new Error(`There is no such bucket: ${url}`);
    },
    read: async (sha256) => {
      const reply = await ask('GET', sha256);
      if (reply.status === 404 || reply.body === null) throw new BlobMissingError(sha256);
      return reply.body;
    },
  };
}
