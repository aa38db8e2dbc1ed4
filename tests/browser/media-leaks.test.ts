/** However an export ends, no codec, picture or half-written file of it stays open. */
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { ExportInput, ExportOptions, ExportProgress } from '#media/worker/client.ts';
import type { ExportDeps } from '#media/export/export-deps.ts';
import { exportOnPage, hastyClock, memorySegments } from './export-on-page.ts';
import { clip, inputOf, overlay, P360, planOf } from './media-movie.ts';

type Codec = { state: CodecState };

/** All that was made since the test began. */
let made: { codecs: Codec[]; pictures: VideoFrame[]; writers: Set<string>; isOutputOpen: boolean };
let input: ExportInput;

beforeAll(async () => {
  const small = { seconds: 4, size: '360p' } as const;
  const { plan, sources } = await planOf([
    {
      file: await clip({ ...small, sceneNumber: 71 }),
      number: 71,
      overlays: [overlay('Text', 1, 4)],
      transition: { kind: 'crossfade', seconds: 0.5, sound: true },
    },
    { file: await clip({ ...small, sceneNumber: 72 }), number: 72, inFrame: 20, gainDb: -6 },
  ]);
  input = inputOf(plan, sources, P360);
});

beforeEach(() => {
  made = { codecs: [], pictures: [], writers: new Set(), isOutputOpen: false };
  const [RealDecoder, RealEncoder, RealFrame] = [VideoDecoder, VideoEncoder, VideoFrame];
  vi.stubGlobal(
    'VideoDecoder',
    class extends RealDecoder {
      constructor({ output, error }: VideoDecoderInit) {
        super({
          error,
          output(frame) {
            made.pictures.push(frame);
            output(frame);
          },
        });
        made.codecs.push(this);
      }
    },
  );
  vi.stubGlobal(
    'VideoEncoder',
    class extends RealEncoder {
      constructor(init: VideoEncoderInit) {
        super(init);
        made.codecs.push(this);
      }
    },
  );
  vi.stubGlobal(
    'VideoFrame',
    class extends RealFrame {
      constructor(...args: ConstructorParameters<typeof VideoFrame>) {
        super(...args);
        made.pictures.push(this);
      }
    },
  );
});

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Exports with everything counted. @param room bytes that segments may take */
async function exported(options: ExportOptions = {}, room = Number.POSITIVE_INFINITY): Promise<void> {
  const store = memorySegments();
  let used = 0;
  const createOutput: ExportDeps['createOutput'] = async () => {
    made.isOutputOpen = true;
    const parts = new Map<number, Uint8Array<ArrayBuffer> | Blob>();
    return {
      write: async (data, at) => void parts.set(at, data instanceof Blob ? data : data.slice()),
      finish: async () => new Blob([...parts].toSorted(([a], [b]) => a - b).map(([, part]) => part)),
      discard: async () => void (made.isOutputOpen = false),
    };
  };
  const write: ExportDeps['segments']['write'] = async (key) => {
    const writer = await store.write(key);
    made.writers.add(key);
    return {
      add(packet) {
        used += packet.length;
        if (used > room) throw new DOMException('no room', 'QuotaExceededError');
        writer.add(packet);
      },
      async finish(index) {
        made.writers.delete(key);
        return await writer.finish(index);
      },
      discard: async () => void made.writers.delete(key),
    };
  };
  await exportOnPage(input, { createOutput, segments: { ...store, write }, now: hastyClock() }, options);
}

function expectNothingOpen(): void {
  expect(made.codecs.filter(({ state }) => state !== 'closed')).toEqual([]);
  // A picture that was closed has no form any more.
  expect(made.pictures.filter(({ format, codedWidth }) => format !== null || codedWidth !== 0)).toEqual([]);
  expect([...made.writers]).toEqual([]);
}

test('at its end', async () => {
  await exported();
  expectNothingOpen();
  expect(made.codecs.length).toBeGreaterThan(3);
  expect(made.pictures.length).toBeGreaterThan(200);
});

test.each<[string, (progress: ExportProgress) => boolean]>([
  ['before anything is encoded', ({ phase }) => phase === 'preparing'],
  ['when encoding begins', ({ phase }) => phase === 'encoding'],
  ['in mid-scene', ({ framesDone }) => framesDone >= 20],
  ['behind the crossfade', ({ sceneNumber }) => sceneNumber === 72],
  ['when the sound begins', ({ phase }) => phase === 'sound'],
  ['when packets are joined', ({ phase }) => phase === 'joining'],
  ['when the movie is checked', ({ phase }) => phase === 'checking'],
])('cancelled %s', async (_, isMoment) => {
  const controller = new AbortController();
  const onProgress = (progress: ExportProgress): void => {
    if (isMoment(progress)) controller.abort();
  };
  await expect(exported({ onProgress, signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' });
  expectNothingOpen();
  expect(made.isOutputOpen).toBe(false);
});

test('out of room in mid-scene', async () => {
  await expect(exported({}, 5000)).rejects.toMatchObject({ code: 'quota-exceeded' });
  expectNothingOpen();
  expect(made.isOutputOpen).toBe(false);
});
