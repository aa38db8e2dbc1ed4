/**
 * Own files on their way to a real server: two tabs and another device send the same ones by the page's own loop and calls, the
 * line breaks at random bytes of whatever they send or hear, and servers are killed in between.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rpc } from '#api/rpc.ts';
import { completeUpload, listOwnFiles, startUpload } from '#api/uploads.ts';
import { addOwnFile } from '#data/tables/own-files.ts';
import { openFileDatabase } from '#edge-api/db/open-file.ts';
import { openDiskStore } from '#edge-api/providers/media-store/disk.ts';
import { HOLD_MS } from '#edge-api/services/held-store.ts';
import { tidyUp } from '#edge-api/services/housekeeping.ts';
import { createLog } from '#edge-api/log.ts';
import type { OwnFile } from '#shared/entities/own-file.ts';
import { madeSound, sha256Of, type MadeFile } from '#tests/helpers/own-files.ts';
import { limits } from '#shared/limits.ts';
import { SEND_LIMIT_MS, type Timer } from '#sync/timer.ts';
import { runUploads, type UploadCalls } from '#sync/uploads.ts';
import { signIn, type TestUser } from '#tests/api/harness.ts';
import { freePort } from '#scripts/free-port.mjs';
import { openCuttingProxy, type CuttingProxy } from '#tests/helpers/cutting-proxy.ts';
import { bundleServer, type ServerBundle } from '#tests/helpers/kill/bundle-server.ts';
import type { ServerProcess } from '#tests/helpers/kill/server-process.ts';
import { openStage, type Stage } from '#tests/helpers/kill/stage.ts';
import { randomFrom } from '#tests/helpers/seeded-random.ts';
import { testDevice, type TestDevice } from './test-device.ts';
import { SEED } from '#tests/helpers/test-values.ts';

/** `npm run test:long` asks for 200. */
const CUTS = Number(process.env['TEST_UPLOAD_CUTS'] ?? 6);
/** Every so many cuts, the server dies as well. */
const CUTS_PER_KILL = 4;
const PART = limits.uploadPartBytes;

let stage: Stage;
let bundle: ServerBundle;
let proxy: CuttingProxy;
let server: ServerProcess;
let devices: TestDevice[];
beforeEach(async () => {
  [stage, bundle, proxy] = await Promise.all([openStage(), bundleServer(), openCuttingProxy()]);
  devices = [await testDevice(undefined, 1), await testDevice(undefined, 2)];
  await startServer();
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await server.end('SIGKILL');
  await proxy.close();
  for (const device of devices) await device.close();
  await stage.close();
  await bundle.remove();
});

async function startServer(): Promise<void> {
  const port = await freePort();
  server = stage.start(bundle.server, { PORT: String(port), PUBLIC_URL: proxy.url, STORAGE_LIMIT_MB: '100000' });
  await server.ready;
  proxy.leadTo(port);
}

/** Three to four parts. */
function soundFrom(random: () => number, number: number): MadeFile {
  const bytes = new Uint8Array(Math.floor((2.1 + random()) * PART));
  for (let at = 0; at < bytes.length; at += 4_096) bytes[at] = Math.floor(random() * 256);
  return madeSound(bytes, { name: `Song ${number}.mp3`, createdAt: number });
}

/** The page's own calls reach the server over the line that breaks. */
async function signInOnPage(): Promise<TestUser> {
  const reach = globalThis.fetch;
  let cookie: string | null = null;
  const onPage = (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    if (cookie !== null) headers.set('Cookie', cookie);
    headers.set('Origin', proxy.url);
    return reach(new URL(path, proxy.url), { redirect: 'manual', ...init, headers });
  };
  vi.stubGlobal('fetch', onPage);
  const user = await signIn(onPage, proxy.url, 'Ines');
  cookie = user.cookie;
  return user;
}

/** Retries soon. What a call or a part may take is longer than any test. */
const hasty: Timer = {
  after: (ms, work) => {
    const timer = setTimeout(work, ms < 60_000 && ms !== SEND_LIMIT_MS ? 5 : 3_600_000);
    return () => clearTimeout(timer);
  },
};

/** Parts that were sent once more by somebody whom the server had told that it has them. */
const resent: string[] = [];

function callsThatCount(): UploadCalls {
  const told = new Map<string, readonly number[]>();
  return {
    list: listOwnFiles,
    complete: completeUpload,
    start: async (file, signal) => {
      const reply = await startUpload(file, signal);
      if (reply.upload !== null) told.set(reply.upload.id, reply.upload.received);
      return reply;
    },
    putPart: async (id, number, bytes, signal) => {
      if (told.get(id)?.includes(number) === true) resent.push(`${id} ${number}`);
      // The page sends it by a request that tells how it moves, which only browsers have.
      const init = { body: bytes, headers: { 'Content-Type': 'application/octet-stream' }, signal };
      await rpc.api.uploads[':id'].parts[':n'].$put({ param: { id, n: String(number) } }, { init });
    },
  };
}

test(
  `files arrive whole over a line that is cut ${CUTS} times, and are stored once (seed ${SEED})`,
  { timeout: 120_000 + CUTS * 10_000 },
  async () => {
    const random = randomFrom(SEED);
    const user = await signInOnPage();
    const sounds = new Map<string, MadeFile>();
    const failures: unknown[] = [];
    const stop = new AbortController();
    const [first, second] = devices as [TestDevice, TestDevice];
    const add = async (): Promise<void> => {
      const sound = soundFrom(random, sounds.size + 1);
      sounds.set(sound.file.sha256, sound);
      for (const { db } of devices) await addOwnFile(db, user.id, sound.file);
    };
    const unsent = async (): Promise<string[]> => {
      const rows = await Promise.all(devices.map(({ db }) => db.ownFiles.toArray()));
      expect(rows.flat().filter(({ state }) => state === 'refused')).toEqual([]);
      return rows.flat().flatMap(({ state, sha256 }) => (state === 'sent' ? [] : sha256));
    };
    await add();
    // Two tabs that both take themselves for the one that sends, and another device.
    for (const { db } of [first, first, second])
      runUploads(
        {
          ...{ db, calls: callsThatCount(), timer: hasty, dice: () => 0, onSent: () => undefined },
          store: { read: async (sha256) => new File([sounds.get(sha256)?.bytes ?? ''], sha256) },
          onFailed: (error) => void failures.push(error),
        },
        user.id,
        stop.signal,
      );
    let midway = 0;
    let kills = 0;
    try {
      for (let cuts = 1; cuts <= CUTS; cuts += 1) {
        // A lost answer leaves more to tell apart than a lost request.
        const isAnswer = random() < 0.3;
        const cut = isAnswer
          ? proxy.cutAfter(1 + Math.floor(random() * 2_000), 'answered')
          : proxy.cutAfter(1 + Math.floor(random() * 8 * PART), 'sent');
        let isCut = false;
        void cut.then(() => (isCut = true));
        while (!isCut) {
          // There is always something to cut.
          if ((await unsent()).length === 0) await add();
          await Promise.race([cut, new Promise((resolve) => setTimeout(resolve, 20))]);
        }
        const parts = await stage.rows('select count(*) as n from upload_parts');
        if (Number(parts[0]?.['n']) > 0) midway += 1;
        if (cuts % CUTS_PER_KILL !== 0) continue;
        await server.end('SIGKILL');
        kills += 1;
        await startServer();
      }
      proxy.letThrough();
      await expect.poll(unsent, { timeout: 60_000 }).toEqual([]);
    } finally {
      stop.abort();
    }
    expect(failures.map(String).filter((failure) => !isOfALineThatBroke(failure))).toEqual([]);
    expect(resent).toEqual([]);
    expect(midway).toBeGreaterThan(0);
    for (const { file } of sounds.values()) {
      const back = new Uint8Array(await (await user.fetch(`/api/media/${file.sha256}`)).arrayBuffer());
      expect(sha256Of(back)).toBe(file.sha256);
    }
    const hashes = Array.from(sounds.keys()).toSorted();
    expect((await user.json<OwnFile[]>('/api/own-files')).map(({ sha256 }) => sha256).toSorted()).toEqual(hashes);
    expect(await stage.rows('select id from uploads')).toEqual([]);
    await server.end('SIGTERM');
    expect(await storedAfterAnHour()).toEqual(hashes);
    console.info(`${sounds.size} files, ${CUTS} cuts, ${midway} of them with parts there, ${kills} kills.`);
  },
);

/** A server that is being killed may answer a last time, and another device may have completed what this one sends. */
function isOfALineThatBroke(failure: string): boolean {
  return /OfflineError|^Error: 404|^ApiError: 404/.test(failure);
}

/** Every file that is left once nobody can hold any more. */
async function storedAfterAnHour(): Promise<string[]> {
  const folder = join(stage.dataDir, 'media');
  const now = (): number => Date.now() + HOLD_MS + 60_000;
  const db = await openFileDatabase(`file:${join(stage.dataDir, 'storyreel.db')}`);
  try {
    await tidyUp({ db, mediaStore: await openDiskStore(folder, now), now, log: createLog(() => undefined, now) });
  } finally {
    db.close();
  }
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) => (entry.isFile() ? entry.name : [])).toSorted();
}
