/** Answers a file with its SHA-256 in lower-case hexadecimal, or with the error that reading it met. */
import { sha256 } from '@noble/hashes/sha2.js';
import { hexOf } from '#shared/bytes.ts';

declare const self: {
  onmessage: ((event: MessageEvent<Blob>) => void) | null;
  postMessage(answer: unknown): void;
};

const PIECE_BYTES = 4 << 20;

const answer = (found: unknown): void => self.postMessage(found);

self.onmessage = ({ data }) => void hashOf(data).then(answer, answer);

async function hashOf(file: Blob): Promise<string> {
  const hash = sha256.create();
  for (let at = 0; at < file.size; at += PIECE_BYTES)
    hash.update(new Uint8Array(await file.slice(at, at + PIECE_BYTES).arrayBuffer()));
  return hexOf(hash.digest());
}
