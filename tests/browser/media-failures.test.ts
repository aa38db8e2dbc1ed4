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
import { exportMovie } from '#media/export/export-movie.ts';
import { createOpfsOutput } from '#media/export/write/output-file.ts';
import { blobAt } from '#media/probe/locate.ts';
import { clipSummary } from '#tests/helpers/clips/clip-summary.ts';
import { memorySegments } from './memory-segments.ts';
import { clip, converted, inputOf, openOutput, overlay, P1080, P720, planOf } from './media-movie.ts';

async function failureOf(call: Promise<unknown>): Promise<MediaFailure> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof MediaFailure)) throw new Error(`Expected a failure, not ${String(error)}`);
  return error;
}

async function small(sceneNumber = 1): Promise<Blob> {
  return await clip({ seconds: 4, sceneNumber, size: '360p' });
}

/** An output in memory that has room for so many bytes. */
function outputWithRoom(bytes: number): { deps: ExportDeps; discarded: () => boolean } {
  let used = 0;
  let isDiscarded = false;
  const deps: ExportDeps = {
    openSource: blobAt,
    createOutput: async () => ({
      async write(data) {
        used += data instanceof Blob ? data.size : data.byteLength;
        if (used > bytes) throw new DOMException('no room', 'QuotaExceededError');
      },
      finish: async () => new Blob(),
      discard: async () => {
        isDiscarded = true;
      },
    }),
    freeBytes: async () => null,
    processors: 4,
    now: () => performance.now(),
    fonts: document.fonts,
    segments: memorySegments(),
    userAgent: navigator.userAgent,
  };
  return { deps, discarded: () => isDiscarded };
}

test('a cancel is an AbortError, comes at once, and leaves no file', async () => {
  const { plan, sources } = await planOf([{ file: await clip({ seconds: 8, sceneNumber: 91 }), number: 91 }]);
  const input = inputOf(plan, sources, P1080);
  const controller = new AbortController();
  let cancelledMs = 0;
  const call = startExport(input, {
    signal: controller.signal,
    onProgress: ({ framesDone }) => {
      if (framesDone < 10 || controller.signal.aborted) return;
      cancelledMs = performance.now();
      controller.abort();
    },
  });
  await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  expect(cancelledMs).toBeGreaterThan(0);
  // 100 ms on a free machine; shared ones get some more.
  expect(performance.now() - cancelledMs).toBeLessThan(1000);
  await expect(openOutput(input)).rejects.toMatchObject({ name: 'NotFoundError' });
});

test('a call that was cancelled before it began does nothing', async () => {
  const { plan, sources } = await planOf([{ file: await small(), number: 1 }]);
  await expect(startExport(inputOf(plan, sources, P720), { signal: AbortSignal.abort() })).rejects.toMatchObject({
    name: 'AbortError',
  });
});

test('progress rises to the last frame and comes at most ten times a second', async () => {
  // A clip that no other test has: what was encoded of it before would not be encoded again.
  const { plan, sources } = await planOf([{ file: await clip({ seconds: 4, sceneNumber: 92 }), number: 92 }]);
  const seen: ExportProgress[] = [];
  await startExport(inputOf(plan, sources, P1080), { onProgress: (progress) => seen.push(progress) });
  const encoding = seen.filter(({ phase }) => phase === 'encoding');
  expect(encoding.map(({ framesDone }) => framesDone)).toEqual(
    encoding.map(({ framesDone }) => framesDone).toSorted((a, b) => a - b),
  );
  // The first of a phase comes at once; those within it keep their distance.
  const gaps = encoding.slice(2).map(({ elapsedMs }, index) => elapsedMs - (encoding[index + 1]?.elapsedMs ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(100);
  expect(new Set(seen.map(({ phase }) => phase))).toEqual(
    new Set(['preparing', 'encoding', 'sound', 'joining', 'checking']),
  );
  expect(seen.at(-1)?.framesDone).toBe(plan.frameCount);
});

test('a full disk in mid-export is told with the room that is needed, and the file is removed', async () => {
  const { plan, sources } = await planOf([{ file: await clip({ seconds: 4, sceneNumber: 1 }), number: 1 }]);
  const { deps, discarded } = outputWithRoom(10_000);
  const failure = await failureOf(
    exportMovie(inputOf(plan, sources, P720), deps, () => undefined, new AbortController().signal),
  );
  expect(failure.code).toBe('quota-exceeded');
  expect(failure.facts.neededBytes).toBeGreaterThan(10_000);
  expect(failure.message).toMatch(/MB needed, less than 1 MB free/);
  expect(discarded()).toBe(true);
});

test('a disk that runs full although the browser promised more is told with what went in', async () => {
  const { plan, sources } = await planOf([{ file: await clip({ seconds: 8, sceneNumber: 94 }), number: 94 }]);
  const { deps } = outputWithRoom(0);
  let went = 0;
  const full: ExportDeps = {
    ...deps,
    freeBytes: async () => 9_000_000_000,
    createOutput: async (path) => ({
      ...(await deps.createOutput(path)),
      async write(data) {
        const bytes = data instanceof Blob ? data.size : data.byteLength;
        if (went + bytes > 50_000) throw new DOMException('no room', 'QuotaExceededError');
        went += bytes;
      },
    }),
  };
  // In pieces, as a movie that is encoded throughout is written.
  const input = inputOf(plan, sources, { ...P1080, width: 1920 });
  const failure = await failureOf(exportMovie(input, full, () => undefined, new AbortController().signal));
  expect(failure.code).toBe('quota-exceeded');
  expect(failure.facts.freeBytes).toBeGreaterThanOrEqual(went);
  expect(failure.facts.freeBytes).toBeLessThan(failure.facts.neededBytes ?? 0);
  expect(failure.message).toMatch(/\d MB needed, (?:\d+|less than 1) MB free/);
});

test('a clip that goes while the movie is joined is named by its scene', async () => {
  const directory = await (await navigator.storage.getDirectory()).getDirectoryHandle('going', { create: true });
  const files = [await small(5), await small(9)];
  const { plan, sources } = await planOf(files.map((file, index) => ({ file, number: index === 0 ? 5 : 9 })));
  for (const [index, scene] of plan.scenes.entries()) {
    const handle = await directory.getFileHandle(`${index}.mp4`, { create: true });
    const stream = await handle.createWritable();
    await stream.write(files[index] ?? '');
    await stream.close();
    sources[scene.clip.sha256] = { kind: 'opfs', path: { directories: ['going'], name: `${index}.mp4` } };
  }
  const { deps } = outputWithRoom(Number.POSITIVE_INFINITY);
  const losing: ExportDeps = {
    ...deps,
    async createOutput(path) {
      await directory.removeEntry('1.mp4');
      return await createOpfsOutput(path);
    },
  };
  const input = inputOf(plan, sources, { ...P720, width: 640, height: 360 });
  const failure = await failureOf(exportMovie(input, losing, () => undefined, new AbortController().signal));
  expect(failure).toMatchObject({ code: 'source-missing', facts: { sceneNumber: 9 } });
  expect(failure.message).toContain('The clip of scene 9 isn’t on this device');
});

test('too little room is told before anything is written', async () => {
  const { plan, sources } = await planOf([{ file: await small(), number: 1 }]);
  const { deps } = outputWithRoom(0);
  const failure = await failureOf(
    exportMovie(
      inputOf(plan, sources, P720),
      { ...deps, freeBytes: async () => 5_000 },
      () => undefined,
      new AbortController().signal,
    ),
  );
  expect(failure).toMatchObject({ code: 'quota-exceeded', facts: { freeBytes: 5_000 } });
  expect(failure.message).toContain('less than 1 MB free');
});

test('a file that lost its pictures on the way does not pass the check and is removed', async () => {
  const { plan, sources } = await planOf([{ file: await small(), number: 1 }]);
  const { deps, discarded } = outputWithRoom(Number.POSITIVE_INFINITY);
  const failure = await failureOf(
    exportMovie(inputOf(plan, sources, P720), deps, () => undefined, new AbortController().signal),
  );
  expect(failure.code).toBe('verification-failed');
  expect(discarded()).toBe(true);
});

test.each(['notVideo', 'truncated'] as const)('a clip that is %s is named by its scene', async (broken) => {
  const { plan, sources } = await planOf([{ file: await small(), number: 7 }]);
  const bad = await clip({ seconds: 4, sceneNumber: 7, size: '360p', broken });
  const input = inputOf(plan, { ...sources, [plan.scenes[0]?.clip.sha256 ?? '']: { kind: 'blob', blob: bad } }, P720);
  const failure = await failureOf(startExport(input));
  expect(failure).toMatchObject({ code: 'source-unreadable', facts: { sceneNumber: 7 } });
  await expect(openOutput(input)).rejects.toMatchObject({ name: 'NotFoundError' });
});

test('a clip whose header promises more than there is plays what there is', async () => {
  const facts = await clipSummary(
    await clip({ seconds: 4, sceneNumber: 1, size: '360p', broken: 'wrongLengthHeader' }),
  );
  expect(facts).toMatchObject({ frameCount: 96, fps: { num: 24, den: 1 } });
});

test('a clip that is not on this device is named by its scene', async () => {
  const { plan, sources } = await planOf([{ file: await small(), number: 3 }]);
  const gone = { kind: 'opfs' as const, path: { directories: ['nowhere'], name: 'gone.mp4' } };
  expect(
    await failureOf(startExport(inputOf(plan, { ...sources, [plan.scenes[0]?.clip.sha256 ?? '']: gone }, P720))),
  ).toMatchObject({
    code: 'source-missing',
    facts: { sceneNumber: 3 },
  });
  expect(await failureOf(startExport(inputOf(plan, {}, P720)))).toMatchObject({
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
  const target = { ...P720, width: 640, height: 360 };
  const facts = { sceneNumber: 9, codec: expect.stringMatching(/^hev1|^hvc1/) };
  const told = { code: 'unsupported-source', facts };
  expect(await exportCapability({ plan, sources, target })).toMatchObject({ can: false, ...told });
  const seen: ExportProgress[] = [];
  const input = inputOf(plan, sources, target);
  const failure = await failureOf(startExport(input, { onProgress: (progress) => seen.push(progress) }));
  expect(failure).toMatchObject(told);
  expect(seen.map(({ phase }) => phase)).toEqual(['preparing']);
});

test('a movie without scenes is refused', async () => {
  const { plan, sources } = await planOf([{ file: await small(), number: 1 }]);
  expect(await failureOf(startExport(inputOf({ ...plan, scenes: [], frameCount: 0 }, sources, P720)))).toMatchObject({
    code: 'empty-movie',
  });
});

test('what the browser can write is asked of the exact size', async () => {
  const { plan, sources } = await planOf([{ file: await small(), number: 1 }]);
  expect(await exportCapability({ plan, sources, target: P1080 })).toMatchObject({ can: true });
  const huge = { width: 16_384, height: 16_384, format: 'mp4', label: 'huge' } as const;
  expect(await exportCapability({ plan, sources, target: huge })).toMatchObject({
    can: false,
    code: 'unsupported-encoder',
    facts: { width: 16_384 },
  });
});

test('what was asked and taken back does not spoil what is asked next', async () => {
  const { plan, sources } = await planOf([{ file: await small(), number: 1 }]);
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
  const directory = await (await navigator.storage.getDirectory()).getDirectoryHandle('vanishing', { create: true });
  const stream = await (await directory.getFileHandle(name, { create: true })).createWritable();
  await stream.write(file);
  await stream.close();
  return {
    location: { kind: 'opfs' as const, path: { directories: ['vanishing'], name } },
    remove: () => directory.removeEntry(name),
  };
}

test('a clip that is taken away while it is encoded is missing, and not called broken', async () => {
  const file = await clip({ seconds: 8, sceneNumber: 93 });
  const { plan } = await planOf([{ file, number: 93 }]);
  const { location, remove } = await stored(file, 'encoded');
  const input = inputOf(plan, { [plan.scenes[0]?.clip.sha256 ?? '']: location }, P1080);
  const removals: Promise<void>[] = [];
  const onProgress = ({ framesDone }: ExportProgress): void => {
    if (framesDone > 5 && removals.length === 0) removals.push(remove());
  };
  expect((await failureOf(startExport(input, { onProgress }))).code).toBe('source-missing');
  await Promise.all(removals);
});

test('a clip that is taken away while it is copied is missing', async () => {
  const file = await small(6);
  const { plan } = await planOf([{ file, number: 6 }]);
  const { location, remove } = await stored(file, 'copied');
  const input = inputOf(plan, { [plan.scenes[0]?.clip.sha256 ?? '']: location }, { ...P720, width: 640, height: 360 });
  const { deps } = outputWithRoom(0);
  const createOutput: ExportDeps['createOutput'] = async (path) => {
    await remove();
    return await createOpfsOutput(path);
  };
  const call = exportMovie(input, { ...deps, createOutput }, () => undefined, new AbortController().signal);
  expect((await failureOf(call)).code).toBe('source-missing');
});

test('a file that cannot be taken back does not hide what went wrong', async () => {
  const { deps } = outputWithRoom(Number.POSITIVE_INFINITY);
  const createOutput: ExportDeps['createOutput'] = async (path) => ({
    ...(await deps.createOutput(path)),
    discard: async () => {
      throw new DOMException('held', 'NoModificationAllowedError');
    },
  });
  const call = exportMovie(
    await smallInput(),
    { ...deps, createOutput },
    () => undefined,
    new AbortController().signal,
  );
  expect((await failureOf(call)).code).toBe('verification-failed');
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

/** Exports two small scenes with sound to encode, and cancels when a phase begins. @returns the phases that were told */
async function cancelledIn(phase: ExportProgress['phase'], input: ExportInput, deps: ExportDeps): Promise<string[]> {
  const controller = new AbortController();
  const phases: string[] = [];
  const note = (progress: ExportProgress): void => {
    phases.push(progress.phase);
    if (progress.phase === phase) controller.abort();
  };
  await expect(exportMovie(input, deps, note, controller.signal)).rejects.toMatchObject({ name: 'AbortError' });
  return phases;
}

async function smallInput(): Promise<ExportInput> {
  const scenes = [
    { file: await small(1), number: 1, gainDb: -6 },
    { file: await small(2), number: 2 },
  ];
  const { plan, sources } = await planOf(scenes);
  return inputOf(plan, sources, { ...P720, width: 640, height: 360 });
}

test('a cancel while the packets are joined takes the begun file back', async () => {
  const { deps, discarded } = outputWithRoom(Number.POSITIVE_INFINITY);
  const phases = await cancelledIn('joining', await smallInput(), deps);
  expect(phases.at(-1)).toBe('joining');
  expect(discarded()).toBe(true);
});

test('a cancel while the finished movie is checked removes its file', async () => {
  const input = await smallInput();
  let isWritten = false;
  const { deps } = outputWithRoom(0);
  const createOutput: ExportDeps['createOutput'] = async (path) => {
    const file = await createOpfsOutput(path);
    return {
      ...file,
      async finish() {
        const blob = await file.finish();
        isWritten = (await openOutput(input)).size > 0;
        return blob;
      },
    };
  };
  const phases = await cancelledIn('checking', input, { ...deps, createOutput });
  expect(phases.at(-1)).toBe('checking');
  expect(isWritten).toBe(true);
  await expect(openOutput(input)).rejects.toMatchObject({ name: 'NotFoundError' });
});
