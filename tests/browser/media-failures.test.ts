/** What can go wrong with an export, what is told of it, and that nothing is left behind. */
import { expect, test, vi } from 'vitest';
import {
  exportCapability,
  MediaFailure,
  readFrame,
  readFrames,
  startExport,
  type ExportInput,
  type ExportProgress,
} from '#media/worker/client.ts';
import type { ExportDeps } from '#media/export/export-deps.ts';
import { createOpfsOutput } from '#media/export/write/output-file.ts';
import { clipSummary } from '#tests/helpers/clips/clip-summary.ts';
import { exportOnPage } from './export-on-page.ts';
import { clip, converted, inputOf, openOutput, overlay, P1080, P360, P720, planOf } from './media-movie.ts';
import { directoryOf, storedFile } from './opfs.ts';

async function failureOf(call: Promise<unknown>): Promise<MediaFailure> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof MediaFailure)) throw new Error(`Expected a failure, not ${String(error)}`);
  return error;
}

const small = (sceneNumber = 1): Promise<Blob> => clip({ seconds: 4, sceneNumber, size: '360p' });

/** A movie of one small clip, which is encoded at 720p and copied at 360p. */
async function oneScene(number = 1, target = P720): Promise<ExportInput> {
  const { plan, sources } = await planOf([{ file: await small(number), number }]);
  return inputOf(plan, sources, target);
}

const hashIn = ({ plan }: Pick<ExportInput, 'plan'>, index = 0): string => plan.scenes[index]?.clip.sha256 ?? '';

async function isGone(input: ExportInput): Promise<void> {
  await expect(openOutput(input)).rejects.toMatchObject({ name: 'NotFoundError' });
}

/** An output in memory that has room for so many bytes, and holds none of them in the end. */
function outputWithRoom(bytes: number): { createOutput: ExportDeps['createOutput']; discarded: () => boolean } {
  let used = 0;
  let isDiscarded = false;
  return {
    createOutput: async () => ({
      async write(data) {
        used += data instanceof Blob ? data.size : data.byteLength;
        if (used > bytes) throw new DOMException('no room', 'QuotaExceededError');
      },
      finish: async () => new Blob(),
      discard: async () => void (isDiscarded = true),
    }),
    discarded: () => isDiscarded,
  };
}

test('a cancel is an AbortError, comes long before the end, and leaves no file', async () => {
  const { plan, sources } = await planOf([{ file: await clip({ seconds: 8, sceneNumber: 91 }), number: 91 }]);
  const input = inputOf(plan, sources, P1080);
  const controller = new AbortController();
  let mostFrames = 0;
  const onProgress = ({ framesDone }: ExportProgress): void => {
    mostFrames = framesDone;
    if (framesDone >= 10) controller.abort();
  };
  await expect(startExport(input, { signal: controller.signal, onProgress })).rejects.toMatchObject({
    name: 'AbortError',
  });
  expect(mostFrames).toBeGreaterThanOrEqual(10);
  expect(mostFrames).toBeLessThan(plan.frameCount / 2);
  await isGone(input);
});

test('a call that was cancelled before it began does nothing', async () => {
  await expect(startExport(await oneScene(), { signal: AbortSignal.abort() })).rejects.toMatchObject({
    name: 'AbortError',
  });
});

test('progress rises to the last frame, through every phase', async () => {
  // A clip that no other test has: what was encoded of it before would not be encoded again.
  const { plan, sources } = await planOf([{ file: await clip({ seconds: 4, sceneNumber: 92 }), number: 92 }]);
  const seen: ExportProgress[] = [];
  await startExport(inputOf(plan, sources, P1080), { onProgress: (progress) => seen.push(progress) });
  const frames = seen.filter(({ phase }) => phase === 'encoding').map(({ framesDone }) => framesDone);
  expect(frames).toEqual(frames.toSorted((a, b) => a - b));
  expect(new Set(seen.map(({ phase }) => phase))).toEqual(
    new Set(['preparing', 'encoding', 'sound', 'joining', 'checking']),
  );
  expect(seen.at(-1)?.framesDone).toBe(plan.frameCount);
});

test('a full disk in mid-export is told with the room that is needed, and the file is removed', async () => {
  const { plan, sources } = await planOf([{ file: await clip({ seconds: 4, sceneNumber: 1 }), number: 1 }]);
  const { createOutput, discarded } = outputWithRoom(10_000);
  const failure = await failureOf(exportOnPage(inputOf(plan, sources, P720), { createOutput }));
  expect(failure.code).toBe('quota-exceeded');
  expect(failure.facts.neededBytes).toBeGreaterThan(10_000);
  expect(failure.message).toMatch(/MB needed, less than 1 MB free/);
  expect(discarded()).toBe(true);
});

test('a disk that runs full although the browser promised more is told with what went in', async () => {
  const { plan, sources } = await planOf([{ file: await clip({ seconds: 8, sceneNumber: 94 }), number: 94 }]);
  let went = 0;
  const createOutput: ExportDeps['createOutput'] = async () => ({
    async write(data) {
      const bytes = data instanceof Blob ? data.size : data.byteLength;
      if (went + bytes > 50_000) throw new DOMException('no room', 'QuotaExceededError');
      went += bytes;
    },
    finish: async () => new Blob(),
    discard: async () => undefined,
  });
  // In pieces, as a movie that is encoded throughout is written.
  const call = exportOnPage(inputOf(plan, sources, P1080), { createOutput, freeBytes: async () => 9_000_000_000 });
  const failure = await failureOf(call);
  expect(failure.code).toBe('quota-exceeded');
  expect(failure.facts.freeBytes).toBeGreaterThanOrEqual(went);
  expect(failure.facts.freeBytes).toBeLessThan(failure.facts.neededBytes ?? 0);
  expect(failure.message).toMatch(/\d MB needed, (?:\d+|less than 1) MB free/);
});

test('too little room is told before anything is written', async () => {
  const { createOutput } = outputWithRoom(0);
  const failure = await failureOf(exportOnPage(await oneScene(), { createOutput, freeBytes: async () => 5_000 }));
  expect(failure).toMatchObject({ code: 'quota-exceeded', facts: { freeBytes: 5_000 } });
  expect(failure.message).toContain('less than 1 MB free');
});

test('a file that lost its pictures on the way does not pass the check and is removed', async () => {
  const { createOutput, discarded } = outputWithRoom(Number.POSITIVE_INFINITY);
  const failure = await failureOf(exportOnPage(await oneScene(), { createOutput }));
  expect(failure.code).toBe('verification-failed');
  expect(discarded()).toBe(true);
});

test('a file that cannot be taken back does not hide what went wrong', async () => {
  const lost = outputWithRoom(Number.POSITIVE_INFINITY);
  const createOutput: ExportDeps['createOutput'] = async (path) => ({
    ...(await lost.createOutput(path)),
    discard: async () => {
      throw new DOMException('held', 'NoModificationAllowedError');
    },
  });
  expect((await failureOf(exportOnPage(await oneScene(), { createOutput }))).code).toBe('verification-failed');
});

test.each(['notVideo', 'truncated'] as const)('a clip that is %s is named by its scene', async (broken) => {
  const input = await oneScene(7);
  const blob = await clip({ seconds: 4, sceneNumber: 7, size: '360p', broken });
  const spoiled = { ...input, sources: { [hashIn(input)]: { kind: 'blob' as const, blob } } };
  const failure = await failureOf(startExport(spoiled));
  expect(failure).toMatchObject({ code: 'source-unreadable', facts: { sceneNumber: 7 } });
  await isGone(input);
});

test('a clip whose header promises more than there is plays what there is', async () => {
  const facts = await clipSummary(
    await clip({ seconds: 4, sceneNumber: 1, size: '360p', broken: 'wrongLengthHeader' }),
  );
  expect(facts).toMatchObject({ frameCount: 96, fps: { num: 24, den: 1 } });
});

test('a clip that is not on this device is named by its scene', async () => {
  const input = await oneScene(3);
  const gone = { kind: 'opfs' as const, path: { directories: ['nowhere'], name: 'gone.mp4' } };
  for (const sources of [{ [hashIn(input)]: gone }, {}])
    expect(await failureOf(startExport({ ...input, sources }))).toMatchObject({
      code: 'source-missing',
      facts: { sceneNumber: 3 },
    });
});

test('a clip that this browser cannot decode is named before anything is encoded', async () => {
  const hevc = await converted({ seconds: 4, sceneNumber: 9, size: '360p' }, ['-c:v', 'libx265', '-tag:v', 'hvc1']);
  // A browser with a decoder for it in hardware would have nothing to say.
  const { plan, sources } = await planOf([
    { file: await small(), number: 1, overlays: [overlay('Text', 0, 4)] },
    { file: hevc, number: 9, outFrame: 10 },
  ]);
  const facts = { sceneNumber: 9, codec: expect.stringMatching(/^hev1|^hvc1/) };
  const told = { code: 'unsupported-source', facts };
  expect(await exportCapability({ plan, sources, target: P360 })).toMatchObject({ can: false, ...told });
  const seen: ExportProgress[] = [];
  const onProgress = (progress: ExportProgress): void => void seen.push(progress);
  expect(await failureOf(startExport(inputOf(plan, sources, P360), { onProgress }))).toMatchObject(told);
  expect(seen.map(({ phase }) => phase)).toEqual(['preparing']);
});

test('a movie without scenes is refused', async () => {
  const input = await oneScene();
  const empty = { ...input, plan: { ...input.plan, scenes: [], frameCount: 0 } };
  expect(await failureOf(startExport(empty))).toMatchObject({ code: 'empty-movie' });
});

test('what the browser can write is asked of the exact size', async () => {
  const { plan, sources } = await oneScene();
  expect(await exportCapability({ plan, sources, target: P1080 })).toMatchObject({ can: true });
  const huge = { width: 16_384, height: 16_384, format: 'mp4', label: 'huge' } as const;
  expect(await exportCapability({ plan, sources, target: huge })).toMatchObject({
    can: false,
    code: 'unsupported-encoder',
    facts: { width: 16_384 },
  });
});

test('what was asked and taken back does not spoil what is asked next', async () => {
  const { plan, sources } = await oneScene();
  for (const ms of [0, 20, 60, 120, 240]) {
    const controller = new AbortController();
    const asked = exportCapability({ plan, sources, target: P1080 }, controller.signal);
    setTimeout(() => controller.abort(), ms);
    const failure = await asked.then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.name : error),
    );
    expect([null, 'AbortError']).toContain(failure);
    expect(await exportCapability({ plan, sources, target: P1080 })).toMatchObject({ can: true });
  }
});

test('a clip’s pictures are read', async () => {
  const file = await clip({ seconds: 4, sceneNumber: 1 });
  const poster = await createImageBitmap(await readFrame(file, 500, 640));
  expect([poster.width, poster.height]).toEqual([640, 360]);
  const strip: number[] = [];
  await readFrames(file, [48, 0, 24, 95], 160, (frame, picture) => {
    expect(picture.type).toBe('image/webp');
    strip.push(frame);
  });
  expect(strip).toEqual([0, 24, 48, 95]);
});

/** A clip in the origin's own file system, as the clip store keeps it. */
async function stored(file: Blob, name: string) {
  const directory = await directoryOf('vanishing');
  await storedFile(directory, name, file);
  return {
    location: { kind: 'opfs' as const, path: { directories: ['vanishing'], name } },
    remove: () => directory.removeEntry(name),
  };
}

test('a clip that is taken away while it is encoded is missing, and not called broken', async () => {
  const file = await clip({ seconds: 8, sceneNumber: 93 });
  const { plan } = await planOf([{ file, number: 93 }]);
  const { location, remove } = await stored(file, 'encoded');
  const input = inputOf(plan, { [hashIn({ plan })]: location }, P1080);
  const removals: Promise<void>[] = [];
  const onProgress = ({ framesDone }: ExportProgress): void => {
    if (framesDone > 5 && removals.length === 0) removals.push(remove());
  };
  expect((await failureOf(startExport(input, { onProgress }))).code).toBe('source-missing');
  await Promise.all(removals);
});

test('a clip that is taken away while the movie is joined is named by its scene', async () => {
  const files = await Promise.all([5, 9].map(async (number) => ({ file: await small(number), number })));
  const { plan } = await planOf(files);
  const clips = await Promise.all(files.map(({ file, number }) => stored(file, `${number}.mp4`)));
  const sources = Object.fromEntries(clips.map(({ location }, index) => [hashIn({ plan }, index), location]));
  const createOutput: ExportDeps['createOutput'] = async (path) => {
    await clips[1]?.remove();
    return await createOpfsOutput(path);
  };
  const failure = await failureOf(exportOnPage(inputOf(plan, sources, P360), { createOutput }));
  expect(failure).toMatchObject({ code: 'source-missing', facts: { sceneNumber: 9 } });
  expect(failure.message).toContain('The clip of scene 9 isn’t on this device');
});

test('a worker that hangs is ended soon after a cancel', async () => {
  await withStuckWorker(async (input) => {
    const controller = new AbortController();
    const call = startExport(input, { signal: controller.signal });
    controller.abort();
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  });
});

test.each([
  ['an export', startExport],
  ['a plan', exportCapability],
] as const)('a worker that tells nothing for three minutes is given up: %s', async (_, ask) => {
  await withStuckWorker(async (input) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      let hasEnded = false;
      const call = failureOf(ask(input)).finally(() => (hasEnded = true));
      await vi.advanceTimersByTimeAsync(170_000);
      expect(hasEnded).toBe(false);
      await vi.advanceTimersByTimeAsync(10_000);
      expect((await call).code).toBe('worker-lost');
    } finally {
      vi.useRealTimers();
    }
  });
});

/** Lets exports run in a worker that never answers. */
async function withStuckWorker(run: (input: ExportInput) => Promise<void>): Promise<void> {
  const RealWorker = Worker;
  const stuck = URL.createObjectURL(new Blob(['onmessage = () => { for (;;); }'], { type: 'text/javascript' }));
  const input = await smallInput();
  // Takes the worker that is left over from a question about a plan, which would answer.
  await startExport(input);
  vi.stubGlobal(
    'Worker',
    class extends RealWorker {
      constructor() {
        super(stuck);
      }
    },
  );
  try {
    await run({ ...input, jobId: crypto.randomUUID() });
  } finally {
    vi.unstubAllGlobals();
    URL.revokeObjectURL(stuck);
  }
}

/** Exports on the page, and cancels when a phase begins. @returns the phases that were told */
async function cancelledIn(
  phase: ExportProgress['phase'],
  input: ExportInput,
  createOutput: ExportDeps['createOutput'],
): Promise<string[]> {
  const controller = new AbortController();
  const phases: string[] = [];
  const onProgress = (progress: ExportProgress): void => {
    phases.push(progress.phase);
    if (progress.phase === phase) controller.abort();
  };
  const call = exportOnPage(input, { createOutput }, { onProgress, signal: controller.signal });
  await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  return phases;
}

/** Two small scenes with sound to encode. */
async function smallInput(): Promise<ExportInput> {
  const scenes = [
    { file: await small(1), number: 1, gainDb: -6 },
    { file: await small(2), number: 2 },
  ];
  const { plan, sources } = await planOf(scenes);
  return inputOf(plan, sources, P360);
}

test('a cancel while the packets are joined takes the begun file back', async () => {
  const { createOutput, discarded } = outputWithRoom(Number.POSITIVE_INFINITY);
  const phases = await cancelledIn('joining', await smallInput(), createOutput);
  expect(phases.at(-1)).toBe('joining');
  expect(discarded()).toBe(true);
});

test('a cancel while the finished movie is checked removes its file', async () => {
  const input = await smallInput();
  let isWritten = false;
  const phases = await cancelledIn('checking', input, async (path) => {
    const file = await createOpfsOutput(path);
    return {
      ...file,
      async finish() {
        const blob = await file.finish();
        isWritten = (await openOutput(input)).size > 0;
        return blob;
      },
    };
  });
  expect(phases.at(-1)).toBe('checking');
  expect(isWritten).toBe(true);
  await isGone(input);
});
