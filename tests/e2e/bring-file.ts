/** Files of a person's own that are on the server as if another device had added them. */
import { createHash } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import type { StartUploadReply } from '#shared/api/uploads.ts';
import { wavRate, wavSeconds } from '#tests/helpers/wav.ts';

type BroughtFile = { name: string; kind: 'clip' | 'picture' | 'sound'; bytes: Buffer; facts?: object };

/** In one part. Resolves to its hash. */
export async function bringFile(page: Page, url: string, { bytes, ...about }: BroughtFile): Promise<string> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const headers = { Origin: url };
  const data = { ...about, sha256, sizeBytes: bytes.length };
  const started = await page.request.post(`${url}/api/uploads`, { data, headers });
  expect(started.ok(), await started.text()).toBe(true);
  const { upload }: StartUploadReply = await started.json();
  const path = `${url}/api/uploads/${upload?.id}`;
  const part = { data: bytes, headers: { ...headers, 'Content-Type': 'application/octet-stream' } };
  expect((await page.request.put(`${path}/parts/1`, part)).ok()).toBe(true);
  expect((await page.request.post(`${path}/complete`, { headers })).ok()).toBe(true);
  return sha256;
}

/** A WAV file of one channel. Resolves to its hash. */
export async function bringSound(page: Page, url: string, name: string, bytes: Buffer): Promise<string> {
  const sound = { codec: 'pcm-s16', sampleRate: wavRate(bytes), channels: 1, durationSeconds: wavSeconds(bytes) };
  return bringFile(page, url, { name, kind: 'sound', bytes, facts: { sound } });
}
