/** What large things take of the isolate's memory: each once as V8 leaves it, and once with its garbage collected at every look. */
import { createHash, randomFillSync, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { LocalEdge } from '#scripts/edge/local-edge.mjs';
import { limits } from '#shared/limits.ts';
import type { FakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { jpegOf } from '#tests/helpers/pictures.ts';
import type { Inspector } from '../inspector.ts';
import { beginUpload, newProject, scenesOf, sendPart, uploadFile, type Send } from './bench-person.ts';
import { megabytes, peakOf, until } from './measure.ts';

type Stage = {
  edge: LocalEdge;
  gemini: FakeGemini;
  inspector: Inspector;
  send: Send;
  print(line: string): void;
};
/** Each row prepares itself, and gives the work that is looked at. */
type Row = { what: string; prepare(stage: Stage): Promise<() => Promise<unknown>> };

const DELIVERIES = 3;
const MESSAGES_OF_ONE = 4;
export const CLIPS_AT_ONCE = DELIVERIES * MESSAGES_OF_ONE;
const FRAMES = 8;
/** As large as a clip may be, but for what is left of the last megabyte. */
export const LARGE_CLIP_BYTES = 99 * 1024 * 1024;
const REFERENCES_BYTES = limits.referencePictureBytes * limits.referencePictures;
const SETTLING_MS = 3_000;
const DELIVERED_EACH_MS = 250;
const castOf = z.object({ characterReferences: z.array(z.object({ id: z.string() })) });
const personOf = z.object({ id: z.string() });

export async function memoryRows(stage: Stage): Promise<void> {
  for (const row of rows) {
    const peaks: string[] = [];
    for (const isCollected of [false, true]) {
      const { inspector } = stage;
      const run = await row.prepare(stage);
      const beforeBytes = await inspector.heldBytes();
      const peakBytes = await peakOf(isCollected ? inspector.heldBytes : inspector.heapBytes, run);
      const garbage = isCollected ? 'without garbage' : 'with garbage';
      peaks.push(`${garbage}: before ${megabytes(beforeBytes)}, at most ${megabytes(peakBytes)}`);
    }
    stage.print(`${row.what.padEnd(60)} ${peaks.join('; ')}`);
  }
}

const rows: readonly Row[] = [
  {
    what: 'the sample project opened',
    prepare:
      async ({ send }) =>
      () =>
        send('/api/sample-project', { method: 'POST', json: {} }),
  },
  {
    what: `${FRAMES} frames of ${megabytes(limits.frameBytes)} sent at once`,
    prepare: async ({ send }) => {
      const project = await newProject(send, 1, 'A small one.');
      await make(send, project);
      const [scene] = await scenesOf(send, project);
      return () =>
        Promise.all(
          Array.from({ length: FRAMES }, (_, n) =>
            send(`/api/media/${scene?.sha256}/frames/${n % 2 === 0 ? 'first' : 'last'}`, {
              method: 'PUT',
              bytes: pictureOf(limits.frameBytes),
            }),
          ),
        );
    },
  },
  ...[1, 4, 8].map((count): Row => ({
    what: `${count} part${count === 1 ? '' : 's'} of uploads, of ${megabytes(limits.uploadPartBytes)} each, at once`,
    prepare: async ({ send }) => {
      const uploads = await Promise.all(
        Array.from({ length: count }, async () => {
          const bytes = pictureOf(limits.uploadPartBytes);
          const sha256 = createHash('sha256').update(bytes).digest('hex');
          return { bytes, upload: await beginUpload(send, { sha256, sizeBytes: bytes.byteLength, kind: 'picture' }) };
        }),
      );
      return () => Promise.all(uploads.map(({ bytes, upload }) => sendPart(send, upload, 1, bytes)));
    },
  })),
  {
    what: `a character shown by a picture of ${megabytes(limits.referencePictureBytes)}`,
    prepare: async ({ send }) => {
      const project = await newProject(send, 1, 'A quiet one.');
      const json = { maxCharacters: 1 };
      const made = await send(`${project}/generate-character-references`, { method: 'POST', json });
      const [character] = castOf.parse(await made.json()).characterReferences;
      return () =>
        send(`${project}/characters/${character?.id}/picture`, {
          method: 'PUT',
          bytes: pictureOf(limits.referencePictureBytes),
          headers: { 'Content-Type': 'image/jpeg' },
        });
    },
  },
  ...[1, 4].map((count): Row => ({
    what: `${count} request${count === 1 ? '' : 's'} for a clip with reference pictures of ${megabytes(REFERENCES_BYTES)}`,
    prepare: async ({ send, gemini }) => {
      const project = await newProject(send, count, 'Slow. [[slow:3]]');
      const each = Math.floor(REFERENCES_BYTES / limits.referencePictures);
      for (const { id } of await scenesOf(send, project)) {
        const referencePictures = [];
        for (let n = 0; n < limits.referencePictures; n++)
          referencePictures.push({
            picture: await uploadFile(send, pictureOf(each), { kind: 'picture' }),
            shows: 'the keeper',
          });
        await send(`/api/scenes/${id}`, { method: 'PATCH', json: { referencePictures } });
      }
      return async () => {
        const before = gemini.jobs.length;
        await send(`${project}/generate-videos`, { method: 'POST' });
        await until(() => gemini.jobs.length >= before + count);
        await send(`${project}/cancel-generation`, { method: 'POST' });
        await pause(SETTLING_MS);
      };
    },
  })),
  ...[1, MESSAGES_OF_ONE].map((count): Row => ({
    what: `${count} clip${count === 1 ? '' : 's'} of ${megabytes(LARGE_CLIP_BYTES)} from the provider to the bucket`,
    prepare: async ({ send }) => {
      const project = await newProject(send, count, 'A large one.');
      return () => make(send, project);
    },
  })),
  {
    what: `${CLIPS_AT_ONCE} such clips, by ${DELIVERIES} deliveries at once beside the queue’s own`,
    prepare: async ({ send, edge }) => {
      const project = await newProject(send, CLIPS_AT_ONCE, 'A large one.');
      const { id: userId } = personOf.parse(await (await send('/api/auth/user')).json());
      const deliver = async (): Promise<void> => {
        const worker = await edge.miniflare.getWorker();
        const body = { dueMs: Date.now(), jobId: null, of: { userId, quotaMark: null } };
        const message = () => ({ id: randomUUID(), timestamp: new Date(), attempts: 1, body });
        await worker.queue('storyreel-jobs', Array.from({ length: MESSAGES_OF_ONE }, message));
      };
      return async () => {
        const state = { isOver: false };
        const delivering = Array.from({ length: DELIVERIES }, async () => {
          while (!state.isOver) {
            await deliver();
            await pause(DELIVERED_EACH_MS);
          }
        });
        await make(send, project).finally(() => (state.isOver = true));
        await Promise.all(delivering);
      };
    },
  },
];

async function make(send: Send, project: string): Promise<void> {
  await send(`${project}/generate-videos`, { method: 'POST' });
  await until(async () => (await scenesOf(send, project)).every(({ status }) => status !== 'generating'));
  const states = (await scenesOf(send, project)).map(({ status }) => status);
  if (states.some((status) => status !== 'complete')) throw new Error(`Not every clip was made: ${states.join(', ')}`);
}

/** A picture as long as asked that no other has, and that nothing can decode. */
function pictureOf(sizeBytes: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(sizeBytes);
  randomFillSync(bytes);
  bytes.set(jpegOf());
  return bytes;
}
