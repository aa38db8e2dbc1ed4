/** A bucket behind S3's API, which refuses what real ones refuse: no length, bytes of another hash, a signature that isn't one. */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { signedS3Headers } from '#edge-api/providers/media-store/s3-signature.ts';

export type S3Objects = {
  get(key: string): Promise<Uint8Array | null>;
  put(key: string, bytes: Uint8Array<ArrayBuffer>): Promise<unknown>;
};

export type FakeS3 = {
  bucket: { url: string; keyId: string; secret: string; region: string };
  /** What was asked, as `PUT <key>`. */
  calls: string[];
  /** Answers 503 to the next so many calls. */
  fail(count: number): void;
  close(): Promise<void>;
};

const CREDENTIALS = { keyId: 'a-key', secret: 'a-secret', region: 'auto' };

/** In memory, unless the objects are kept elsewhere. The caller closes it. */
export async function startFakeS3(objects: S3Objects = inMemory()): Promise<FakeS3> {
  const calls: string[] = [];
  let failures = 0;
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const body = Buffer.concat(chunks);
      const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
      const method = request.method ?? '';
      const key = url.pathname.replace(/^\/media\//, '');
      calls.push(`${method} ${key}`);
      const answer = (status: number, bytes: Uint8Array = Buffer.alloc(0)): void => {
        response.writeHead(status, { 'Content-Length': bytes.byteLength });
        response.end(method === 'HEAD' ? undefined : bytes);
      };
      if (failures > 0) {
        failures--;
        return answer(503);
      }
      const bodySha256 = String(request.headers['x-amz-content-sha256']);
      const time = String(request.headers['x-amz-date']).replace(
        /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/,
        '$1-$2-$3T$4:$5:$6Z',
      );
      const wanted = signedS3Headers({ method, url, headers: {}, bodySha256 }, CREDENTIALS, Date.parse(time));
      if (request.headers.authorization !== wanted['authorization']) return answer(403);
      if (method === 'PUT') {
        if (request.headers['content-length'] === undefined) return answer(411);
        if (createHash('sha256').update(body).digest('hex') !== bodySha256) return answer(400);
        await objects.put(key, new Uint8Array(body));
        return answer(200);
      }
      const found = await objects.get(key);
      if (found === null) return answer(404);
      answer(200, found);
    })().catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
  return {
    bucket: { url: `http://127.0.0.1:${address.port}/media`, ...CREDENTIALS },
    calls,
    fail: (count) => (failures = count),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function inMemory(): S3Objects {
  const kept = new Map<string, Uint8Array>();
  return { get: async (key) => kept.get(key) ?? null, put: async (key, bytes) => kept.set(key, bytes) };
}
