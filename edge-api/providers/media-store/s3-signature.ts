/** Signs requests to a store that speaks S3, as R2 does (AWS Signature Version 4, with the hash of the body in the signature). */
import { createHash, createHmac } from 'node:crypto';

export type S3Credentials = { keyId: string; secret: string; region: string };

export type S3Request = {
  method: string;
  url: URL;
  headers: Readonly<Record<string, string>>;
  /** The SHA-256 of the body. */
  bodySha256: string;
};

/** The request's headers with its signature among them. */
export function signedS3Headers(
  { method, url, headers, bodySha256 }: S3Request,
  { keyId, secret, region }: S3Credentials,
  nowMs: number,
): Record<string, string> {
  const time = new Date(nowMs).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const day = time.slice(0, 8);
  const all: Record<string, string> = {
    ...headers,
    host: url.host,
    'x-amz-content-sha256': bodySha256,
    'x-amz-date': time,
  };
  const names = Object.keys(all).toSorted();
  const signedNames = names.join(';');
  const query = Array.from(url.searchParams)
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .toSorted()
    .join('&');
  const lines = names.map((name) => `${name}:${all[name]?.trim() ?? ''}\n`).join('');
  const request = [method, url.pathname, query, lines, signedNames, bodySha256].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', time, scope, createHash('sha256').update(request).digest('hex')].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(
    (from, part) => createHmac('sha256', from).update(part).digest(),
    `AWS4${secret}`,
  );
  const signature = createHmac('sha256', key).update(text).digest('hex');
  const { host: _, ...sent } = all;
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${keyId}/${scope},SignedHeaders=${signedNames},Signature=${signature}`,
  };
}

function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}
