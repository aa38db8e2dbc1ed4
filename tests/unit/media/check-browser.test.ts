import { afterEach, expect, test, vi } from 'vitest';
import { MediaFailure, missingInterfaces } from '#media/failures.ts';
import { checkCanvas, checkSoundEncoder, checkStorage } from '#media/export/plan/check-browser.ts';
import { completeScene, projectRow, textOverlay } from '#tests/helpers/rows.ts';
import { moviePlan } from '#shared/movie/movie-plan.ts';

afterEach(() => vi.unstubAllGlobals());

const code = async (check: () => Promise<void> | void): Promise<string> => {
  try {
    await check();
    return 'fine';
  } catch (error) {
    if (error instanceof MediaFailure) return error.code;
    throw error;
  }
};

test('names the interfaces that a browser has switched off, and only those', () => {
  vi.stubGlobal('VideoEncoder', class {});
  vi.stubGlobal('AudioDecoder', class {});
  expect(missingInterfaces()).toEqual(['VideoDecoder', 'AudioEncoder']);
  expect(missingInterfaces(['VideoEncoder'])).toEqual([]);
  const { message } = new MediaFailure('no-webcodecs', { missing: ['VideoEncoder', 'VideoDecoder'] });
  expect(message).toMatch(/^Your browser has no video encoder and video decoder, and this movie needs encoding\./);
  expect(message).toMatch(/on a server with ffmpeg/);
});

test('storage counts only where a worker can write into it, and where the browser lets it', async () => {
  const storage = { getDirectory: () => Promise.resolve({}) };
  expect(await code(() => checkStorage({ navigator: { storage } }))).toBe('no-storage');
  vi.stubGlobal('FileSystemFileHandle', WithMethods);
  expect(await code(() => checkStorage({ navigator: { storage } }))).toBe('fine');
  expect(await code(() => checkStorage({ navigator: {} }))).toBe('no-storage');
  const refusing = { getDirectory: () => Promise.reject(new DOMException('private window', 'SecurityError')) };
  expect(await code(() => checkStorage({ navigator: { storage: refusing } }))).toBe('no-storage');
});

test('a canvas is asked for only where text is drawn into frames that are encoded', async () => {
  const stretch = { kind: 'encode', scene: 0, startFrame: 0, frameCount: 1, isCrossfade: false } as const;
  const asked = { video: [{ ...stretch, reasons: [] }] };
  expect(await code(() => checkCanvas(withText, asked))).toBe('no-canvas');
  expect(await code(() => checkCanvas(withText, null))).toBe('no-canvas');
  expect(await code(() => checkCanvas(withText, { video: [] }))).toBe('fine');
  expect(await code(() => checkCanvas(withoutText, asked))).toBe('fine');
  vi.stubGlobal('OffscreenCanvas', WithMethods);
  expect(await code(() => checkCanvas(withText, asked))).toBe('fine');
});

test('an encoder of sound is asked for only where sound is encoded', async () => {
  const copied = { audio: null };
  expect(await code(() => checkSoundEncoder({ format: 'webm' }, copied))).toBe('fine');
  expect(await code(() => checkSoundEncoder({ format: 'webm' }, null))).toBe('unsupported-sound');
  expect(await code(() => checkSoundEncoder({ format: 'mp4' }, null))).toBe('fine');
  vi.stubGlobal('WebAssembly', undefined);
  expect(await code(() => checkSoundEncoder({ format: 'mp4' }, null))).toBe('unsupported-sound');
  expect(new MediaFailure('unsupported-sound', { format: 'mp4' }).message).toMatch(/sound of an MP4 movie/);
});

const withoutText = moviePlan(projectRow(), [completeScene(1)]);
const withText = moviePlan(projectRow(), [completeScene(1, { textOverlays: [textOverlay()] })]);

/** What is looked for on interfaces of browsers. */
class WithMethods {
  createSyncAccessHandle(): void {}
  getContext(): object {
    return {};
  }
}
