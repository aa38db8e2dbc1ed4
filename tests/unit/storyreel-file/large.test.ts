/**
 * Projects of any size are saved, and checked to the last byte of their clips, in little memory: `npm run test:long` does it
 * with five gigabytes, which needs Zip64.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '#scripts/storyreel-file/command.ts';
import { zipOf } from '#editor/project-file.ts';
import { completeScene } from '#tests/helpers/rows.ts';
import { savedDocument } from '#tests/helpers/saved-project.ts';

const GIGABYTES = Number(process.env['TEST_FILE_GB'] ?? 0.3);
const PIECE_BYTES = 1 << 20;
const PIECES = 100;
const CLIP_BYTES = PIECES * PIECE_BYTES;
const MOST_EXTRA_BYTES = 200_000_000;

test(`a project of ${GIGABYTES} GB is saved and checked in little memory, and one wrong byte of it is found`, async () => {
  const count = Math.ceil((GIGABYTES * 1e9) / CLIP_BYTES);
  const hashes = Array.from({ length: count }, (_, clip) => hashOf(clip));
  const placeOf = new Map(hashes.map((sha256, clip) => [sha256, clip]));
  const document = savedDocument({
    scenes: hashes.map((sha256, clip) => completeScene(clip + 1, { sha256 })),
    files: hashes.map((sha256) => ({ kind: 'clip', sha256, sizeBytes: CLIP_BYTES })),
  });
  const memory = watchMemory();
  const folder = await mkdtemp(join(tmpdir(), 'storyreel-large-'));
  const path = join(folder, 'Large.storyreel');
  try {
    const streamOf = (sha256: string) => () => streamedClip(placeOf.get(sha256) ?? -1);
    const sizeBytes = await write(
      path,
      zipOf(document, (sha256) => ({ stream: streamOf(sha256) })),
    );
    expect(sizeBytes).toBeGreaterThan(GIGABYTES * 1e9);
    expect(await check(path)).toMatchObject({ code: 0, said: [expect.stringContaining(`is whole: ${count} scenes`)] });
    // In the last clip: what comes behind it is the list of the files.
    await spoil(path, sizeBytes - 2 * PIECE_BYTES);
    expect(await check(path)).toMatchObject({ code: 1, said: [expect.stringContaining(hashes.at(-1) ?? '')] });
    const mostBytes = memory.stop();
    console.log(`${(sizeBytes / 1e9).toFixed(2)} GB took ${Math.round(mostBytes / 1e6)} MB more at most`);
    expect(mostBytes).toBeLessThan(MOST_EXTRA_BYTES);
  } finally {
    memory.stop();
    await rm(folder, { recursive: true, force: true });
  }
}, 600_000);

/** No piece of any clip is like another. */
function pieceOf(clip: number, piece: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(PIECE_BYTES).fill((clip * 31 + piece * 7) % 256);
  new DataView(bytes.buffer).setUint32(0, clip * PIECES + piece);
  return bytes;
}

function hashOf(clip: number): string {
  const hash = createHash('sha256');
  for (let piece = 0; piece < PIECES; piece += 1) hash.update(pieceOf(clip, piece));
  return hash.digest('hex');
}

function streamedClip(clip: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  let piece = 0;
  return new ReadableStream({
    pull(controller) {
      if (piece < PIECES) controller.enqueue(pieceOf(clip, piece++));
      else controller.close();
    },
  });
}

/** Resolves to its size. */
async function write(path: string, pieces: AsyncIterable<Uint8Array>): Promise<number> {
  const file = await open(path, 'w');
  let sizeBytes = 0;
  try {
    for await (const piece of pieces) {
      await file.writeFile(piece);
      sizeBytes += piece.length;
    }
  } finally {
    await file.close();
  }
  return sizeBytes;
}

async function check(path: string): Promise<{ code: number; said: string[] }> {
  const said: string[] = [];
  const say = (line: string): void => void said.push(line);
  return { code: await run(['check', path], { log: say, error: say }), said };
}

async function spoil(path: string, at: number): Promise<void> {
  const file = await open(path, 'r+');
  try {
    const byte = new Uint8Array(1);
    await file.read(byte, 0, 1, at);
    byte[0] = (byte[0] ?? 0) ^ 1;
    await file.write(byte, 0, 1, at);
  } finally {
    await file.close();
  }
}

/** How much more this process takes than when it begins to be watched. */
function watchMemory(): { stop(): number } {
  const before = process.memoryUsage().rss;
  let most = before;
  const look = (): void => {
    most = Math.max(most, process.memoryUsage().rss);
  };
  const timer = setInterval(look, 20);
  return {
    stop() {
      look();
      clearInterval(timer);
      return most - before;
    },
  };
}
