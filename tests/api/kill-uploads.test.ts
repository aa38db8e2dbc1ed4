/** Servers that are killed while two devices of one person send the same files: nothing is lost, and nothing is stored twice. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startUploadReply } from '#shared/api/uploads.ts';
import { limits } from '#shared/limits.ts';
import { partRange } from '#shared/own-files/limits.ts';
import { bundleServer, type ServerBundle } from '#tests/helpers/kill/bundle-server.ts';
import { openStage, type Stage } from '#tests/helpers/kill/stage.ts';
import { randomFrom } from '#tests/helpers/seeded-random.ts';
import { SEED } from '#tests/helpers/test-values.ts';
import { sendOver, signIn } from './harness.ts';

/** `npm run test:long` asks for 200. */
const KILLS = Number(process.env['TEST_KILLS_UPLOADS'] ?? 6);
/** In which a server dies: a file takes some 200 ms here. */
const LONGEST_LIFE_MS = 500;
const FACTS = { sound: { codec: 'mp3', sampleRate: 48_000, channels: 2, durationSeconds: 60 } };

let bundle: ServerBundle;
let stage: Stage;
beforeAll(async () => {
  bundle = await bundleServer();
});
afterAll(() => bundle.remove());
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage.close());

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

type Sent = {
  bytes: Uint8Array<ArrayBuffer>;
  sha256: string;
  /** Parts that a server said it has. */
  told: Set<number>;
  isComplete: boolean;
};

/** Sound of one to three parts, by its first bytes. */
function soundFrom(random: () => number): Sent {
  const bytes = new Uint8Array(1 + Math.floor(random() * 2.5 * limits.uploadPartBytes));
  // Enough of it is random for a hash of its own.
  for (let at = 0; at < Math.min(bytes.length, 64); at += 1) bytes[at] = Math.floor(random() * 256);
  bytes.fill(Math.floor(random() * 256), 64);
  bytes.set([0xff, 0xfb, 0x90, 0x64]);
  return { bytes, sha256: hashOf(bytes), told: new Set(), isComplete: false };
}

test(
  `two devices go on where a killed server left off, ${KILLS} times, seed ${SEED}`,
  { timeout: 120_000 + KILLS * 20_000 },
  async () => {
    const random = randomFrom(SEED);
    const environment = { STORAGE_LIMIT_MB: '100000' };
    const files = Array.from({ length: 4 }, () => soundFrom(random));
    let cookie = '';
    const call = (url: string, method: string, path: string, body?: BodyInit): Promise<Response> =>
      fetch(url + path, {
        method,
        headers: {
          ...{ Cookie: cookie, Origin: url },
          'Content-Type': typeof body === 'string' ? 'application/json' : 'application/octet-stream',
        },
        ...(body !== undefined && { body }),
      });
    const begin = async (url: string, { sha256, bytes }: Sent) => {
      const json = { sha256, sizeBytes: bytes.length, kind: 'sound', name: 'Song.mp3', facts: FACTS };
      return startUploadReply.parse(await (await call(url, 'POST', '/api/uploads', JSON.stringify(json))).json());
    };
    /** Ends when all are sent, or by what a dying server throws. */
    const sendAll = async (url: string): Promise<void> => {
      for (const sent of files) {
        if (sent.isComplete) continue;
        const { file, upload } = await begin(url, sent);
        if (file !== null || upload === null) {
          sent.isComplete = true;
          continue;
        }
        for (let number = 1; number <= upload.partCount; number += 1) {
          const range = partRange(sent.bytes.length, number);
          if (range === null || upload.received.includes(number)) continue;
          const part = sent.bytes.slice(range.start, range.end);
          if ((await call(url, 'PUT', `/api/uploads/${upload.id}/parts/${number}`, part)).status === 204)
            sent.told.add(number);
        }
        const done = await call(url, 'POST', `/api/uploads/${upload.id}/complete`);
        // The other device may have been first.
        if (done.status === 200) sent.isComplete = true;
      }
    };
    /** What a server once said it has, and this one doesn't. */
    const lostAt = async (url: string): Promise<string[]> => {
      const lost: string[] = [];
      for (const sent of files) {
        if (sent.told.size === 0 && !sent.isComplete) continue;
        const { file, upload } = await begin(url, sent);
        if (file?.sha256 === sent.sha256) continue;
        if (sent.isComplete) lost.push(sent.sha256);
        lost.push(...[...sent.told].filter((number) => upload?.received.includes(number) !== true).map(String));
      }
      return lost;
    };

    let killed = 0;
    let between = 0;
    for (;;) {
      const server = stage.start(bundle.server, environment);
      try {
        const url = await server.ready;
        if (cookie === '') ({ cookie } = await signIn(sendOver(url), url, 'Ada'));
        expect(await lostAt(url)).toEqual([]);
        const sending = Promise.allSettled([sendAll(url), sendAll(url)]);
        if (killed >= KILLS) {
          await sending;
          if (files.every(({ isComplete }) => isComplete)) {
            await requireOnce(url);
            break;
          }
          continue;
        }
        await pause(random() * LONGEST_LIFE_MS);
        await server.end('SIGKILL');
        await sending;
        killed += 1;
        if (files.some(({ isComplete, told }) => !isComplete && told.size > 0)) between += 1;
        // There is always something to interrupt.
        while (killed < KILLS && files.filter(({ isComplete }) => !isComplete).length < 4)
          files.push(soundFrom(random));
      } finally {
        await server.end('SIGKILL');
      }
    }
    console.info(`${files.length} files, ${killed} kills, ${between} of them between the parts of a file.`);

    async function requireOnce(url: string): Promise<void> {
      expect(await lostAt(url)).toEqual([]);
      for (const { sha256, bytes } of files) {
        const reply = await call(url, 'GET', `/api/media/${sha256}`);
        expect([reply.status, hashOf(new Uint8Array(await reply.arrayBuffer()))]).toEqual([200, hashOf(bytes)]);
      }
      const rows = await stage.rows('select sha256, count(*) as n from own_files group by sha256');
      expect(rows.map(({ n }) => n)).toEqual(files.map(() => 1));
      expect(await stage.rows('select id from uploads')).toEqual([]);
      const entries = await readdir(join(stage.dataDir, 'media'), { recursive: true, withFileTypes: true });
      const stored = entries.filter((entry) => entry.isFile() && /^[0-9a-f]{64}$/.test(entry.name));
      expect(stored.length).toBeGreaterThanOrEqual(files.length);
      expect(new Set(stored.map(({ name }) => name)).size).toBe(stored.length);
      for (const { parentPath, name } of stored) expect(hashOf(await readFile(join(parentPath, name)))).toBe(name);
    }
  },
);
